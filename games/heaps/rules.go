package heaps

import (
	"context"

	"enumerate/internal/wide"
)

// Rules are what one ruleset says of itself. The type of Rules is comparable.
type Rules interface {
	// Name is the ruleset's name, Summary the game on one line, Example the
	// arguments of a command line that shows it.
	Name() string
	Summary() string
	Example() string
	// Kind says how heaps are arranged.
	Kind() Kind
	// Heaps is how many heaps there are by default.
	Heaps() Span
	// Reach returns which heaps of a position of so many may be reduced, at least 1:
	// those with an index from first to before end.
	Reach(heaps int) (first, end int)
	// Bound returns a number that no Grundy value of a position with at most that
	// many heaps, of at most that many sticks, exceeds.
	Bound(heaps int, largest uint64) uint64
	// Outcome reports by a formula whether the next player wins, or that no
	// formula is known for the position. It takes time linear in the number of
	// heaps.
	Outcome(p Position) (next, known bool)
	// Covered reports whether Outcome knows all positions of so many heaps.
	Covered(heaps int) bool
	// Winning returns moves that win, by a formula, of a position that Outcome knows
	// to be N, at least one, by ascending heap and size; and whether these are all
	// that there are. No two of them leave the same position.
	Winning(p Position) (moves []Reduction, all bool)
	// Theorems lists what is stated about positions.
	Theorems() []Theorem
}

// Valued are Rules that know the Grundy value of every position by a formula.
type Valued interface {
	Rules
	// Value returns the Grundy value in time linear in the number of heaps.
	Value(p Position) uint64
}

// Bulk are Rules that know a recurrence which fills the table of all positions faster
// than the definition does.
type Bulk interface {
	Rules
	// FillBulk sets the Grundy values of all positions of a table. When the context
	// ends it returns the context's error.
	FillBulk(ctx context.Context, t *Table) error
}

// A Reduction is moves with one heap: it is left with any number of sticks from Least to
// Most.
type Reduction struct {
	Heap        int // its index
	Least, Most uint64
}

// moves returns how many moves a position has, counting those twice that leave the same;
// or the greatest uint64 if that is less.
func moves(r Rules, p Position) uint64 {
	if len(p) == 0 {
		return 0
	}
	first, end := r.Reach(len(p))
	sum := uint64(0)
	for _, heap := range p[first:end] {
		sum = wide.SaturatingAdd(sum, heap)
	}
	return sum
}

// eachMove calls visit with every position that a move leads to, once, by ascending heap
// and size, until visit returns false. The position is valid until visit returns, and
// in the memory of buffer if that has room.
func eachMove(r Rules, p, buffer Position, visit func(Position) bool) {
	if len(p) == 0 {
		return
	}
	kind := r.Kind()
	first, end := r.Reach(len(p))
	for i := first; i < end; i++ {
		for size := range p[i] {
			if !kind.repeats(p, first, i, size) && !visit(kind.Reduce(buffer, p, i, size)) {
				return
			}
		}
	}
}
