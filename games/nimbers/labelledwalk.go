package nimbers

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
)

// A labelledWalker is the walker of a Labelled. It also lists and probes.
type labelledWalker struct {
	space *Labelled
	bulk  kernelWalker
}

// Walk counts the classes of all kernels that begin with the shard's rows.
func (w *labelledWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.kernels(shard, func() bool {
		w.count(ctx, tally)
		return ctx.Err() == nil
	})
	return ctx.Err()
}

// kernels visits the kernels of a shard until visit returns false.
func (w *labelledWalker) kernels(shard enum.Shard, visit func() bool) {
	k := &w.bulk.kernel
	k.size = copy(k.rows[:], shard.Path)
	k.grow(w.space.vertices-2, visit)
}

// count counts the classes of the present kernel.
func (w *labelledWalker) count(ctx context.Context, tally *enum.Tally) {
	w.bulk.prepare()
	w.bulk.walk(func() bool { return ctx.Err() != nil })
	w.bulk.flush(tally)
}

// Probe goes to a random kernel, choosing among the rows that no renaming beats with equal
// chances at every vertex. A kernel is reached with a chance of one to the weight.
func (w *labelledWalker) Probe(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	k := &w.bulk.kernel
	k.size = 0
	weight := 1.0
	for size := 1; size <= w.space.vertices-2; size++ {
		var rows []uint8
		k.grow(size, func() bool {
			rows = append(rows, k.rows[size-1])
			return true
		})
		if len(rows) == 0 {
			return 0, ctx.Err()
		}
		weight *= float64(len(rows))
		k.rows[size-1] = rows[random.IntN(len(rows))]
		k.size = size
	}
	w.count(ctx, tally)
	return weight, ctx.Err()
}
