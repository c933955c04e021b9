// Package greedy has the rules of Greedy Nim: a move takes sticks from a largest heap. Package heaps makes the ruleset.
//
// A player who cannot move loses. A position is P if the previous player wins, and N if the next player wins.
//
// # Outcomes
//
// A position is P if and only if the number of largest heaps is even (Albert and Nowakowski, Nim restrictions, 2004).
// Proof: from an even number above 0, every move leads to an odd number. From an odd number above 1, every move leads
// to an even number. A single largest heap can be reduced to the size of the next largest heaps, if their number is
// odd, and below this size if their number is even.
//
// # Grundy values
//
// No formula is known, but there is a recurrence. Let S be a multiset of heaps, m its largest heap (0 if S is empty),
// and f(y) the value of S with one additional heap of y sticks. If y >= m, the additional heap is a largest heap, and
// the moves lead to positions with the values f(0), ..., f(y-1). So f(m), f(m+1), ... are, in ascending order, the
// numbers that are not among f(0), ..., f(m-1). These in turn are values of positions with a smaller largest heap or
// with fewer largest heaps. So the table of all positions takes only a few lookups for each position.
//
// # Example
//
// Let S be a single heap of 2 sticks, so m = 2. Then f(0) = 2, and f(1) = 2: from 1,2 moves lead to 1 and to 1,1, which
// have the values 1 and 0. So 2,2 has the value 0, 2,3 has 1, 2,4 has 3 and 2,5 has 4: the numbers other than 2.
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
		Summary: "Greedy Nim: take sticks from a largest heap; the player who cannot move loses",
		Example: "--game greedy --n 1..16",
		Kind:    heaps.Multiset,
		Heaps:   heaps.Span{Least: 0, Most: 3},
		// Heaps ascend, so only the last heap is reduced.
		Reach: func(n int) (first, end int) { return n - 1, n },
		// The Grundy value is at most the number of moves, the size of the last heap.
		ValueLimit:   func(n int, largest uint64) uint64 { return uint64(min(n, 1)) * largest },
		Outcome:      outcome,
		FormulaHeaps: math.MaxInt,
		Winning:      winningMoves,
		FillBulk:     fillBulk,
	}
}

func outcome(p heaps.Position) (next, known bool) { return count(p)%2 == 1, true }

// count returns the number of largest heaps.
func count(p heaps.Position) int {
	largest := 0
	for largest < len(p) && p[len(p)-1-largest] == p[len(p)-1] {
		largest++
	}
	return largest
}

// winningMoves returns all winning moves of a position with an odd number of largest heaps: those that leave an even
// number. The result `all` says that the list is complete, as it always is here.
func winningMoves(p heaps.Position) (moves []heaps.Reduction, all bool) {
	top := len(p) - 1
	one := func(least, most uint64) []heaps.Reduction { // the moves that leave least to most sticks of the heap
		return []heaps.Reduction{{Heap: top, Least: least, Most: most}}
	}
	if count(p) > 1 { // without this heap, the number of largest heaps is even, and the move may leave any smaller heap
		return one(0, p[top]-1), true
	}

	// One largest heap can become smaller than the largest others, join them, or stay larger, which does not win.
	switch others := p[:top]; {
	case len(others) == 0:
		return one(0, 0), true
	case count(others)%2 == 1: // the heap joins the largest others, which are then an even number
		return one(others[top-1], others[top-1]), true
	default: // the largest others are an even number already
		return one(0, others[top-1]-1), true
	}
}

// fillBulk sets the Grundy values of all positions of a table by the recurrence in the package documentation. For each
// multiset with room for one more heap, one call of extend sets the values of all positions that add one heap to it,
// from the size of its largest heap up.
func fillBulk(ctx context.Context, t *heaps.Table) error {
	if t.Heaps() == 0 || t.Largest() == 0 {
		return ctx.Err() // only the position without heaps, whose value is 0
	}
	b := bulk{
		table:        t,
		lastMultiset: make([]uint32, t.Largest()+2),
		option:       make(heaps.Position, t.Heaps()),
	}
	rest := make(heaps.Position, 0, t.Heaps()) // the multiset to which a heap is added, at first without heaps
	for more := true; more && len(rest) < t.Heaps(); rest, more = t.Next(rest) {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.extend(rest)
	}
	return ctx.Err()
}

type bulk struct {
	table *heaps.Table
	// lastMultiset marks values: v is marked for the present multiset if lastMultiset[v] = number. Marks of earlier
	// multisets have smaller numbers, so they need not be cleared. A value is marked for a multiset if adding some heap
	// smaller than its largest heap gives a position of this value.
	lastMultiset []uint32
	number       uint32 // the number of the present multiset
	option       heaps.Position
}

// extend sets the Grundy values of the positions that consist of the multiset `base` and one more heap of y sticks, for
// all y from the largest heap of base on. The values of base and of all multisets before it must be set.
//
// Only the heap of y sticks may be reduced, so the value for y is the least number that is not the value for a smaller
// y. From the largest heap of base on, the values are, in ascending order, the numbers that are not values for y below
// this heap.
func (b *bulk) extend(base heaps.Position) {
	b.number++
	largest := base.Largest()
	whole := append(base, largest) // base has room for one more heap
	last := len(base)

	for y := range largest {
		b.option = heaps.Multiset.Reduce(b.option, whole, last, y)
		b.lastMultiset[b.table.Value(b.option)] = b.number
	}

	value := uint64(0)
	for y := largest; y <= b.table.Largest(); y++ {
		for b.lastMultiset[value] == b.number {
			value++
		}
		if y > 0 { // 0 sticks are no heap: the position without heaps has its value already
			whole[last] = y
			b.table.SetValue(whole, value)
		}
		value++
	}
}
