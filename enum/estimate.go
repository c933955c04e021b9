package enum

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"time"
)

// Estimate foretells how many seconds one worker takes for a whole space, from
// random probes made during the given time. A probe's own time, times its weight, is an
// unbiased estimate (see Prober). Where the number of classes is known, and the
// probes count them, their estimates of that number show how far off they are
// together, and their mean time is corrected by it. The error is errors.ErrUnsupported
// for a space that cannot be probed.
func Estimate(ctx context.Context, s Space, during time.Duration, seed uint64) (seconds float64, err error) {
	random := rand.New(rand.NewPCG(seed, 0))
	walker, ok := s.Walker().(Prober)
	if !ok {
		return 0, fmt.Errorf("a probe of %s: %w", s.Fingerprint(), errors.ErrUnsupported)
	}
	var taken, classes float64 // sums of the estimates
	probes := 0
	for began := time.Now(); probes == 0 || time.Since(began) < during; probes++ {
		tally := NewTally(len(s.Verdicts()))
		start := time.Now()
		weight, err := walker.Probe(ctx, random, tally)
		if err != nil {
			return 0, err
		}
		taken += weight * time.Since(start).Seconds()
		totals, err := s.Totals(tally)
		if err != nil {
			return 0, err
		}
		if counted := Overall(totals).Classes; counted != nil {
			found, _ := new(big.Float).SetInt(counted).Float64()
			classes += weight * found
		}
	}
	if known := s.Classes(); known != nil && classes > 0 {
		all, _ := new(big.Float).SetInt(known).Float64()
		return taken / classes * all, nil
	}
	return taken / float64(probes), nil
}
