package heaps

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/ints"
)

// Rules describe one ruleset. The fields from Outcome on are nil if nothing of the kind is known for the ruleset. Rules
// do not change once they are made.
type Rules struct {
	Name    string // the name of the ruleset
	Summary string // what the game is, on one line
	Example string // arguments of a command line that shows the game
	Kind    Kind   // how heaps are arranged
	Heaps   Span   // the default of the parameter heaps
	// Reach says which heaps a move may reduce in a position with at least 1 heap: the heaps with the indices from
	// first to end-1.
	Reach func(heaps int) (first, end int)
	// ValueLimit returns an upper limit of the Grundy values of all positions with at most the given number of heaps,
	// each of at most `largest` sticks. If the verdicts are Grundy values, their list ends there.
	ValueLimit func(heaps int, largest uint64) uint64
	// Outcome returns by a formula whether the next player wins a position, and whether a formula is known, which must
	// be true for up to FormulaHeaps heaps. It takes time linear in the number of heaps.
	Outcome      func(p Position) (next, known bool)
	FormulaHeaps int
	// Winning returns by a formula winning moves of a position from which, by Outcome, the next player wins: at least
	// one, in ascending order of heap and size, and no two that lead to the same position. `all` says whether these are
	// all winning moves.
	Winning func(p Position) (moves []Reduction, all bool)

	// Value returns the Grundy value of any position by a formula, in time linear in the number of heaps.
	Value func(p Position) uint64
	// FillBulk sets the Grundy values of all positions of a table by a recurrence, without examining every move. When
	// the context ends, it returns the context's error.
	FillBulk func(ctx context.Context, t *Table) error
	// Decider finds the outcome of positions that no formula knows and whose Grundy values would take too long.
	Decider *Decider
	// Counts has the ways to count P-positions without examining each position.
	Counts []Count
}

// A Reduction is the moves that leave one heap with any number of sticks from Least to Most.
type Reduction struct {
	Heap        int // the index of the heap
	Least, Most uint64
}

// A Decider is an algorithm that finds outcomes.
type Decider struct {
	single.Algorithm
	// Reaches reports whether the algorithm can solve positions with so many heaps, each of at most `largest` sticks.
	Reaches func(heaps int, largest uint64) bool
	// Winning returns all winning moves of a position in ascending order of heap and size, no two to the same position.
	// Soon after the context ends, it returns the context's error.
	Winning func(ctx context.Context, p Position) ([]Reduction, error)
}

// A Count is a way to count P-positions.
type Count struct {
	Name, Summary string // the name of the method, and the line about it in help texts
	SharesCode    string // see [enum.Method]
	// Reaches reports whether this way to count takes acceptable time and memory for positions with heaps of at most
	// largest sticks and the numbers of heaps of the span s. If so, it does for fewer sticks too.
	Reaches func(s Span, largest int) bool
	// P returns the number of P-positions. Soon after the context ends, it returns the context's error.
	P func(ctx context.Context, s Span, largest int, m enum.Means) (*big.Int, error)
}

// moves returns the number of moves of position p, counting also moves that lead to the same position, or the greatest
// uint64 if the number does not fit.
func (r *Rules) moves(p Position) uint64 {
	if len(p) == 0 {
		return 0
	}
	first, end := r.Reach(len(p)) // the heaps that may be reduced; each has a move for each of its sticks
	sum := uint64(0)
	for _, heap := range p[first:end] {
		sum = ints.SaturatingAdd(sum, heap)
	}
	return sum
}

// eachMove calls visit once with every position that a move leads to, in ascending order of heap and size, until visit
// returns false. The position is valid until visit returns. It is in the memory of buffer if the position fits.
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
