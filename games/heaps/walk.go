package heaps

import (
	"context"

	"enumerate/enum"
)

// A walker visits the positions of a space in the order of their numbers. It implements
// enum.Lister.
type walker struct {
	space  *Space
	p      Position
	counts map[bar]uint64
}

// A bar is one of a tally's.
type bar struct {
	verdict       int
	automorphisms uint64
}

// Walker returns a walker of the space.
func (s *Space) Walker() enum.Walker {
	return &walker{space: s, p: make(Position, 0, s.span.Most), counts: make(map[bar]uint64)}
}

// Walk counts the positions of a shard. The first one that is walked takes the time that
// it takes to fill the table.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	clear(w.counts)
	err := w.each(ctx, shard.ID, func(verdict int, automorphisms uint64) bool {
		w.counts[bar{verdict, automorphisms}]++
		return true
	})
	for bar, classes := range w.counts {
		tally.Add(bar.verdict, bar.automorphisms, classes)
	}
	return err
}

// List visits the positions of a shard.
func (w *walker) List(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	solver, err := w.space.solve(ctx)
	if err != nil {
		return err
	}
	return w.each(ctx, shard.ID, func(verdict int, automorphisms uint64) bool {
		if only != enum.AnyVerdict && verdict != only {
			return true
		}
		return visit(enum.Class{
			Verdict:        verdict,
			Automorphisms:  automorphisms,
			Representative: representative{w.space.ruleset, solver, w.p},
		})
	})
}

// each visits the positions of a shard until visit returns false. The position is w.p.
func (w *walker) each(ctx context.Context, id uint64, visit func(verdict int, automorphisms uint64) bool) error {
	solver, err := w.space.solve(ctx)
	if err != nil {
		return err
	}
	first, end := w.space.bounds()
	first += id * inShard
	permuted := w.space.ruleset.rules.Kind() == Multiset
	w.p = solver.At(first, w.p)
	for i := range min(inShard, end-first) {
		if i > 0 {
			w.p, _ = solver.Next(w.p)
		}
		if i%between == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		automorphisms := uint64(1)
		if permuted {
			automorphisms = automorphismsOf(w.p, w.space.span.Most)
		}
		if !visit(solver.verdict(w.p), automorphisms) {
			return nil
		}
	}
	return nil
}

// automorphismsOf returns L! divided by the number of arrangements of a multiset of k
// heaps, k <= L <= maxPermuted: the product of (k+1)...L and of m! for each size that m
// heaps have.
func automorphismsOf(p Position, most int) uint64 {
	automorphisms := uint64(1)
	for i := len(p) + 1; i <= most; i++ {
		automorphisms *= uint64(i)
	}
	same := uint64(1) // how many heaps so far are as large as the last one
	for i := 1; i < len(p); i++ {
		same++
		if p[i] != p[i-1] {
			same = 1
		}
		automorphisms *= same
	}
	return automorphisms
}
