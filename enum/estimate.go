package enum

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/floats"

	"enumerate/internal/cpu"
)

// A Descent walks a part of a space chosen at random, so that the part's share of any
// quantity, times the weight returned, estimates the whole space's without bias (Knuth,
// Estimating the efficiency of backtrack programs, 1975).
type Descent func(ctx context.Context, random *rand.Rand, tally *Tally) (weight float64, err error)

// A Forecast says how long one core of this machine takes for a whole size.
type Forecast struct {
	Seconds float64
	// Low and High are the ends of an interval that has the true time, about 19 times of 20
	// as far as that can be known.
	Low, High float64
	By        string // how it is known, in words
	// Files is how many bytes of layers there are on disk while shards are done, Making how many
	// more while a layer is made; 0 if the method makes no layers.
	Files, Making float64
}

// Between returns a forecast whose time may be shorter or longer by a factor.
func (f Forecast) Between(factor float64) Forecast {
	f.Low, f.High = f.Seconds/factor, f.Seconds*factor
	return f
}

// Estimate forecasts the time of a whole space, from random descents made during the given
// processor time. A descent's own time, times its weight, is an unbiased estimate. Where the number
// of classes is known, and the descents count them, their estimates of that number show how
// far off they are together, and their mean time is corrected by it. The interval is
// that of the spread of the descents, and 10 % more, by which a core's speed varies.
func Estimate(ctx context.Context, s Space, descend Descent, during time.Duration, seed uint64) (Forecast, error) {
	return estimate(ctx, s, descend, cpu.Time, during, seed)
}

// estimate is Estimate with a clock of its own.
func estimate(ctx context.Context, s Space, descend Descent, clock func() time.Duration, during time.Duration, seed uint64) (Forecast, error) {
	random := rand.New(rand.NewPCG(seed, 0))
	known := s.Classes()
	var taken, classes []float64 // each descent's estimates
	for began := clock(); len(taken) < 2 || clock()-began < during; {
		tally := NewTally(len(s.Verdicts()))
		start := clock()
		weight, err := descend(ctx, random, tally)
		if err != nil {
			return Forecast{}, err
		}
		taken = append(taken, weight*(clock()-start).Seconds())
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
	if known == nil || floats.Sum(classes) == 0 { // then it is the mean
		for i := range classes {
			classes[i] = 1
		}
	} else {
		whole, _ = new(big.Float).SetInt(known).Float64()
	}
	mean, width := ratio(taken, classes)
	f := Forecast{Seconds: whole * mean, By: "by random descents of the tree (Knuth's estimate)"}
	return f.Between(1.1 * math.Exp(width)), nil
}

// ratio estimates the ratio of two means from pairs, and half of the width of its 95 %
// interval, relative to it (Cochran, Sampling Techniques, 1977, section 6.4; with Student's
// quantile for few pairs).
func ratio(x, y []float64) (mean, width float64) {
	of := floats.Sum(y)
	if mean = floats.Sum(x) / of; !(mean > 0) {
		return 0, 0
	}
	squares := 0.0
	for i := range x {
		off := x[i] - mean*y[i]
		squares += off * off
	}
	n := float64(len(x))
	student := 2 + 10/(n-1)/(n-1) // 12.7, 4.3, 3.2 and so on to 1.96
	return mean, student * math.Sqrt(squares*n/(n-1)) / of / mean
}
