package enum

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"enumerate/internal/cpu"
)

// A Descent walks down one random path of the tree that a walk of the space searches, and adds what it finds at the end
// of the path to the tally. The tally times the returned weight is an unbiased estimate for the whole space (Knuth,
// Estimating the efficiency of backtrack programs, 1975).
//
// The time of a walk is estimated node by node. For each node of the path, the descent calls spent with the node's
// weight, an estimate of the number of nodes at this depth of the tree. The time since the previous call, or since the
// beginning, is then taken as many times. A descent need not call spent for the end of the path, nor for nodes that
// take it little time.
type Descent func(ctx context.Context, random *rand.Rand, tally *Tally, spent func(weight float64)) (weight float64, err error)

// A Forecast is the time that one core of this machine takes for a size.
type Forecast struct {
	Seconds   float64
	Low, High float64 // a 95 % interval
	By        string  // the method of the forecast, in words
	// Files is the number of bytes that layers (intermediate results) take on disk while shards are computed, Making
	// what they take in addition while a layer is made. Both are 0 without layers.
	Files, Making float64
}

// Between returns the forecast with an interval from Seconds/factor to Seconds·factor.
func (f Forecast) Between(factor float64) Forecast {
	f.Low, f.High = f.Seconds/factor, f.Seconds*factor
	return f
}

// Forecasts returns a [Method.Estimate]. For a size, it forecasts the time of a walk of the whole space from random
// descents (single paths of the walk's tree), which it makes for the given processor time. The forecast is more precise
// if a formula gives the number of classes: then it is this number times the time for a class. The interval follows
// from the spread of the descents, plus 10 % for the varying speed of a core.
func Forecasts(space func(size int, m Means) (Space, error), descent func(Space) Descent) func(context.Context, int, time.Duration) (Forecast, error) {
	return func(ctx context.Context, size int, during time.Duration) (Forecast, error) {
		s, err := space(size, Means{})
		if err != nil {
			return Forecast{}, err
		}
		return estimate(ctx, s, descent(s), cpu.Time, during, 1)
	}
}

// estimate forecasts the time of a walk of s from random descents until the clock has advanced by `during`, but from at
// least two.
func estimate(ctx context.Context, s Space, descend Descent, clock func() time.Duration, during time.Duration, seed uint64) (Forecast, error) {
	random := rand.New(rand.NewPCG(seed, 0))

	var taken, classes []float64
	for began := clock(); len(taken) < 2 || clock()-began < during; {
		tally := NewTally(len(s.Verdicts()))
		seconds, start := 0.0, clock()
		spent := func(weight float64) {
			now := clock()
			seconds += weight * (now - start).Seconds()
			start = now
		}
		weight, err := descend(ctx, random, tally, spent)
		if err != nil {
			return Forecast{}, err
		}
		spent(weight)
		taken = append(taken, seconds)

		totals, err := s.Totals(tally)
		if err != nil {
			return Forecast{}, err
		}
		found := 0.0
		if counted := totals.All().Classes; counted != nil {
			found, _ = new(big.Float).SetInt(counted).Float64()
		}
		classes = append(classes, weight*found)
	}

	whole := 1.0
	if total := s.Classes(); total == nil || floats.Sum(classes) == 0 {
		classes = slices.Repeat([]float64{1}, len(taken)) // without numbers of classes, the ratio below is the mean time
	} else {
		whole, _ = new(big.Float).SetInt(total).Float64()
	}
	mean, width := ratio(taken, classes)
	return Forecast{Seconds: whole * mean, By: "by random descents of the tree (Knuth's estimate)"}.Between(1.1 * math.Exp(width)), nil
}

// ratio estimates how many times larger one quantity, x[i] on the i-th random descent through the tree, is on average
// than another, y[i]. The true ratio is between mean·(1-width) and mean·(1+width) with a probability of 95 % (Cochran,
// Sampling Techniques, 1977, section 6.4; with Student's quantile for few pairs).
func ratio(x, y []float64) (mean, width float64) {
	sum := floats.Sum(y)
	mean = floats.Sum(x) / sum
	if !(mean > 0) { // 0, or not a number
		return 0, 0
	}

	squares := 0.0
	for i := range x {
		difference := x[i] - mean*y[i]
		squares += difference * difference
	}

	// The interval is Student's quantile times the standard error. The quantile is 12.7, 4.3, 3.2, ... for 2, 3, 4, ...
	// pairs, and 1.96 for many; the formula is close to that.
	n := float64(len(x))
	student := 2 + 10/(n-1)/(n-1)
	return mean, student * math.Sqrt(squares*n/(n-1)) / sum / mean
}
