package heaps

import (
	"context"

	"enumerate/enum"
	"enumerate/enum/values"
)

// values returns the Grundy values of the positions of a size, least first. It looks at each
// class: by the formula or the recurrence if there is one, and otherwise by the table
// that the definition fills.
func (r settings) values(ctx context.Context, size int) ([]enum.ValueCount, error) {
	walk, err := r.walk(size, enum.Means{})
	if err != nil {
		return nil, err
	}
	s, grundy := walk.(*space), settings{r.rules, r.heaps, Grundy}
	find := grundy.fastest()
	if grundy.covered() {
		find = byFormula
	}
	found, err := find(ctx, &space{settings: grundy, size: s.size, heaps: s.heaps})
	if err != nil {
		return nil, err
	}
	value := 0 // of the position that is visited
	s.solver = &solver{found.numbering, func(p Position) int {
		value = found.verdict(p)
		if r.verdict == Outcome {
			return min(value, 1)
		}
		return value
	}}
	return values.Grundy(ctx, s, s.Walker().(*walker).List, func() int { return value })
}
