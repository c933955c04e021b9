// Package greedy is the rules of Greedy Nim: heaps lie about, and a move takes sticks from
// a largest one. Package heaps does the rest.
//
// # Outcomes
//
// A position is P if and only if the number of largest heaps is even (Albert and
// Nowakowski, Nim restrictions, 2004). For from an even number above 0 a move leads to an
// odd one; and from an odd number above 1 to an even one, however small the heap becomes. A
// single largest heap is made a further one of the next size if there is an odd number of
// these, and otherwise smaller.
//
// # Grundy values
//
// No formula is known, but a recurrence. Let S be a multiset of heaps, m its largest heap (0 if S is empty), and f(y) the
// value of S with another heap of y sticks. If y >= m, this heap is a largest one, and the options have the values f(0), ...,
// f(y-1). So f(m), f(m+1), ... are, in ascending order, the numbers that are not among f(0), ..., f(m-1). Each of the latter
// is the value of a position with a smaller largest heap or with fewer largest heaps. So the table of all positions takes only
// a few lookups for each position; see fillBulk.
//
// # Example
//
// To 2 add a heap: f(0) = 2, f(1) = 2, since 1,2 has the options 1 and 1,1, of the
// values 1 and 0. So 2,2 has the value 0, 2,3 has 1, 2,4 has 3 and 2,5 has 4.
package greedy

import (
	"context"
	"math"

	"enumerate/enum"
	"enumerate/games/heaps"
)

// New returns the ruleset.
func New() *enum.Ruleset { return heaps.New(Rules()) }

// Rules returns the rules of Greedy Nim.
func Rules() *heaps.Rules {
	return &heaps.Rules{
		Name:    "greedy",
		Summary: "Greedy Nim: take sticks from a largest heap; who cannot move loses",
		Example: "--game greedy --n 1..16",
		Kind:    heaps.Multiset,
		Heaps:   heaps.Span{Least: 0, Most: 3},
		// A move takes sticks from the last of the largest heaps, and there are as many
		// moves as it has sticks.
		Reach:    func(n int) (first, end int) { return n - 1, n },
		Bound:    func(n int, largest uint64) uint64 { return uint64(min(n, 1)) * largest },
		Outcome:  outcome,
		Covered:  math.MaxInt,
		Winning:  winning,
		FillBulk: fillBulk,
	}
}

// outcome reports whether the number of largest heaps is odd.
func outcome(p heaps.Position) (next, known bool) { return count(p)%2 == 1, true }

// count returns how many largest heaps there are.
func count(p heaps.Position) int {
	largest := 0
	for largest < len(p) && p[len(p)-1-largest] == p[len(p)-1] {
		largest++
	}
	return largest
}

// winning returns the moves that leave an even number of largest heaps.
func winning(p heaps.Position) (moves []heaps.Reduction, all bool) {
	top := len(p) - 1
	one := func(least, most uint64) []heaps.Reduction {
		return []heaps.Reduction{{Heap: top, Least: least, Most: most}}
	}
	if count(p) > 1 { // the others are even in number, whatever becomes of this one
		return one(0, p[top]-1), true
	}
	switch others := p[:top]; {
	case len(others) == 0:
		return one(0, 0), true
	case count(others)%2 == 1:
		return one(others[top-1], others[top-1]), true
	default:
		return one(0, others[top-1]-1), true
	}
}

// fillBulk sets the Grundy values of all positions of a table, by the recurrence of the
// package comment. For each multiset with a heap less than there may be it looks up and
// sets as many values as a heap may have sticks.
func fillBulk(ctx context.Context, t *heaps.Table) error {
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

// extend sets the values of a multiset with one more heap that is a largest one. The values of the multiset and of all
// multisets before it are set.
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
