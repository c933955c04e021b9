package heaps

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/ints"
)

// Rules are what one ruleset says of itself. The fields of the second group are nil where
// nothing of the kind is known. Rules do not change once they are made.
type Rules struct {
	Name    string // of the ruleset
	Summary string // the game, on one line
	Example string // arguments of a command line that shows it
	Kind    Kind   // how heaps are arranged
	Heaps   Span   // how many heaps there are by default
	// Reach returns which heaps of a position with the given number of heaps may be
	// reduced, at least 1: those with an index from first to before end.
	Reach func(heaps int) (first, end int)
	// Bound returns a number that no Grundy value of a position with at most that
	// many heaps, of at most that many sticks, exceeds.
	Bound func(heaps int, largest uint64) uint64
	// Outcome reports by a formula whether the next player wins, or that no
	// formula is known for the position. It takes time linear in the number of
	// heaps. It covers all positions of up to Covered heaps.
	Outcome func(p Position) (next, known bool)
	Covered int
	// Winning returns winning moves of a position, for which Outcome has returned N, by a formula: at least one, by ascending
	// heap and size, and no two that lead to the same position. It also returns whether these are all winning moves.
	Winning func(p Position) (moves []Reduction, all bool)

	// Value returns the Grundy value of any position by a formula, in time linear in the
	// number of heaps.
	Value func(p Position) uint64
	// FillBulk sets the Grundy values of all positions of a table by a recurrence, faster
	// than the definition does. When the context ends it returns the context's error.
	FillBulk func(ctx context.Context, t *Table) error
	// Decider finds the outcome of positions that no formula knows, and whose Grundy
	// values would take too long.
	Decider *Decider
	// Counts lists ways to count P-positions without looking at each alone.
	Counts []Count
}

// A Reduction is moves with one heap: it is left with any number of sticks from Least to
// Most.
type Reduction struct {
	Heap        int // its index
	Least, Most uint64
}

// A Decider is an algorithm that finds outcomes.
type Decider struct {
	single.Algorithm
	// Reaches reports whether it reaches positions of the given number of heaps, of at
	// most largest sticks.
	Reaches func(heaps int, largest uint64) bool
	// Winning returns all winning moves of a position, by ascending heap and size, no two of which lead to the same
	// position. Soon after the context ends, it returns the context's error.
	Winning func(ctx context.Context, p Position) ([]Reduction, error)
}

// A Count is a way to count P-positions.
type Count struct {
	Name, Summary string // of the method
	SharesCode    string // see [enum.Method]
	// Reaches reports whether it counts the positions of a span of heaps of at most that
	// many sticks. If so, it counts those of fewer sticks.
	Reaches func(s Span, largest int) bool
	// P returns how many positions of a span, with heaps of at most that many sticks, are
	// P. When the context ends it returns the context's error, soon.
	P func(ctx context.Context, s Span, largest int, m enum.Means) (*big.Int, error)
}

// moves returns how many moves a position has, counting those twice that leave the same;
// or the greatest uint64 if that is less.
func (r *Rules) moves(p Position) uint64 {
	if len(p) == 0 {
		return 0
	}
	first, end := r.Reach(len(p))
	sum := uint64(0)
	for _, heap := range p[first:end] {
		sum = ints.SaturatingAdd(sum, heap)
	}
	return sum
}

// eachMove calls visit with every position that a move leads to, once, by ascending heap
// and size, until visit returns false. The position is valid until visit returns, and
// in the memory of buffer if that has room.
func (r *Rules) eachMove(p, buffer Position, visit func(Position) bool) {
	if len(p) == 0 {
		return
	}
	first, end := r.Reach(len(p))
	for i := first; i < end; i++ {
		for size := range p[i] {
			if !r.Kind.repeats(p, first, i, size) && !visit(r.Kind.Reduce(buffer, p, i, size)) {
				return
			}
		}
	}
}
