package greedy

import (
	"context"

	"enumerate/games/heaps"
)

// FillBulk sets the Grundy values of all positions of a table, by the recurrence of the
// package comment. For each multiset with a heap less than there may be it looks up and
// sets as many values as a heap may have sticks.
func (Rules) FillBulk(ctx context.Context, t *heaps.Table) error {
	if t.Heaps() == 0 || t.Largest() == 0 {
		return ctx.Err() // only the position without heaps, whose value is 0
	}
	b := bulk{
		table:  t,
		seen:   make([]uint32, t.Largest()+2),
		option: make(heaps.Position, t.Heaps()),
	}
	rest := make(heaps.Position, 0, t.Heaps())
	for more := true; more && len(rest) < t.Heaps(); rest, more = t.Next(rest) {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.extend(rest)
	}
	return ctx.Err()
}

// A bulk fills a table.
type bulk struct {
	table *heaps.Table
	// seen[v] is the number of the last multiset, counted from 1, with f(y) = v for some
	// y below its largest heap.
	seen   []uint32
	number uint32
	option heaps.Position
}

// extend sets the values of a multiset with one more heap, which is a largest one. Those of
// the multiset itself and of all that come before it are set.
func (b *bulk) extend(rest heaps.Position) {
	b.number++
	largest := rest.Largest()
	whole := append(rest, largest) // in memory of rest's own
	last := len(rest)
	for y := range largest {
		b.option = heaps.Multiset.Reduce(b.option, whole, last, y)
		b.seen[b.table.Value(b.option)] = b.number
	}
	value := uint64(0)
	for y := largest; y <= b.table.Largest(); y++ {
		for b.seen[value] == b.number {
			value++
		}
		if y > 0 { // with y = 0 it is the position without heaps
			whole[last] = y
			b.table.SetValue(whole, value)
		}
		value++
	}
}
