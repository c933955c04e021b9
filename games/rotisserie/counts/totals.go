package counts

import (
	"context"
	"math/big"
)

// Counts returns how many queues of exactly the given number of heaps are P-positions:
// entry i counts those of heaps 1 to i+1, for i+1 = 1..largest. Memory, steps,
// workers and errors are those of Build.
func Counts(ctx context.Context, heaps, largest, workers int) ([]*big.Int, error) {
	t, err := Build(ctx, heaps, largest, workers)
	if err != nil {
		return nil, err
	}
	return t.Counts(ctx, heaps, workers)
}

// A profile counts tuples by their greatest heap and their threshold.
type profile [MaxLargest + 1][open + 1]uint64

// Counts is the function Counts for tables at hand. The number of heaps must be from 0
// to t.Heaps().
func (t *Tables) Counts(ctx context.Context, heaps, workers int) ([]*big.Int, error) {
	totals := make([]*big.Int, t.largest)
	if heaps == 0 { // the empty queue
		for i := range totals {
			totals[i] = big.NewInt(1)
		}
		return totals, ctx.Err()
	}
	profiles := make([]profile, team(workers))
	thresholds := t.thresholds[heaps]
	err := sweep(ctx, workers, t.all(heaps), func(worker int, c *cursor) {
		greatest := 1
		for i := range heaps - 2 {
			greatest = max(greatest, c.digits[i]+1)
		}
		for i, threshold := range thresholds[c.start : c.start+c.length] {
			profiles[worker][max(greatest, i+1)][threshold]++
		}
	})
	if err != nil {
		return nil, err
	}
	for i := range totals {
		largest := i + 1
		sum := uint64(0) // of at most MaxBytes tuples with at most MaxLargest fronts each
		for _, p := range profiles {
			for greatest := 1; greatest <= largest; greatest++ {
				for threshold, tuples := range p[greatest] {
					sum += tuples * uint64(min(threshold, largest))
				}
			}
		}
		totals[i] = new(big.Int).SetUint64(sum)
	}
	return totals, nil
}

// all returns the box of all tuples that are queues of so many heaps without a front.
func (t *Tables) all(heaps int) box {
	b := newBox(t.largest, heaps-1)
	for i := range heaps - 1 {
		b.set(i, 0, t.largest)
	}
	return b
}
