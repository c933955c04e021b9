package enum

import (
	"context"
	"math/big"
	"math/rand/v2"
	"time"
)

// A Descent walks a part of a space chosen at random, so that the part's share of any
// quantity, times the weight returned, estimates the whole space's without bias (Knuth,
// Estimating the efficiency of backtrack programs, 1975).
type Descent func(ctx context.Context, random *rand.Rand, tally *Tally) (weight float64, err error)

// Estimate returns how many seconds one worker takes for a whole space, from random
// descents made during the given time, and says in words how it is known. A descent's own
// time, times its weight, is an unbiased estimate. Where the number of classes is known, and
// the descents count them, their estimates of that number show how far off they are
// together, and their mean time is corrected by it.
func Estimate(ctx context.Context, s Space, descend Descent, during time.Duration, seed uint64) (seconds float64, by string, err error) {
	by = "by random descents of the tree (Knuth's estimate)"
	random := rand.New(rand.NewPCG(seed, 0))
	var taken, classes float64 // sums of the estimates
	descents := 0
	for began := time.Now(); descents == 0 || time.Since(began) < during; descents++ {
		tally := NewTally(len(s.Verdicts()))
		start := time.Now()
		weight, err := descend(ctx, random, tally)
		if err != nil {
			return 0, "", err
		}
		taken += weight * time.Since(start).Seconds()
		totals, err := s.Totals(tally)
		if err != nil {
			return 0, "", err
		}
		if counted := totals.All().Classes; counted != nil {
			found, _ := new(big.Float).SetInt(counted).Float64()
			classes += weight * found
		}
	}
	if known := s.Classes(); known != nil && classes > 0 {
		all, _ := new(big.Float).SetInt(known).Float64()
		return taken / classes * all, by, nil
	}
	return taken / float64(descents), by, nil
}
