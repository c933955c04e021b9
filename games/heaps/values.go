package heaps

import (
	"context"

	"enumerate/enum"
)

// values returns the Grundy values of the positions of a size, least first. It looks at each
// class: by the formula or the recurrence if there is one, and otherwise by the table
// that the definition fills.
func (r settings) values(ctx context.Context, size int) ([]enum.ValueCount, error) {
	walk, err := r.walk(size, enum.Means{})
	if err != nil {
		return nil, err
	}
	s := walk.(*space)
	grundy := &space{settings: settings{r.rules, r.heaps, Grundy}, size: s.size, heaps: s.heaps}
	find := byTable
	switch {
	case r.rules.Value != nil:
		find = byFormula
	case r.rules.FillBulk != nil:
		find = inBulk
	}
	solver, err := find(ctx, grundy)
	if err != nil {
		return nil, err
	}
	w, value := walker{space: s}, 0
	list := func(ctx context.Context, shard enum.Shard, _ int, visit func(enum.Class) bool) error {
		return w.each(ctx, solver, shard.ID, func(found int, automorphisms uint64) bool {
			value = found
			verdict := found
			if r.verdict == Outcome {
				verdict = min(found, 1)
			}
			return visit(enum.Class{Verdict: verdict, Automorphisms: automorphisms, Game: w.p.String})
		})
	}
	return enum.GrundyValues(ctx, s, list, func() int { return value })
}
