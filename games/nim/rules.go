package nim

import (
	"math/bits"

	"enumerate/games/heaps"
)

// New returns the ruleset.
func New() heaps.Ruleset { return heaps.New(Rules{}) }

// Rules are the rules of Nim. They implement heaps.Valued.
type Rules struct{}

// Name returns "nim".
func (Rules) Name() string { return "nim" }

// Summary says the rules.
func (Rules) Summary() string { return "take sticks from one of the heaps; who cannot move loses" }

// Example returns the arguments of a short command.
func (Rules) Example() string { return "--game nim --n 1..16" }

// Kind returns heaps.Multiset.
func (Rules) Kind() heaps.Kind { return heaps.Multiset }

// Heaps returns up to three.
func (Rules) Heaps() heaps.Span { return heaps.Span{Least: 0, Most: 3} }

// Reach returns all heaps.
func (Rules) Reach(n int) (first, end int) { return 0, n }

// Bound returns the greatest exclusive or of so many heaps.
func (Rules) Bound(n int, largest uint64) uint64 {
	switch n {
	case 0:
		return 0
	case 1:
		return largest
	}
	return 1<<bits.Len64(largest) - 1
}

// Value returns the exclusive or of all heaps.
func (Rules) Value(p heaps.Position) uint64 {
	sum := uint64(0)
	for _, heap := range p {
		sum ^= heap
	}
	return sum
}

// Outcome reports whether the value is not 0.
func (r Rules) Outcome(p heaps.Position) (next, known bool) { return r.Value(p) != 0, true }

// Covered returns true.
func (Rules) Covered(int) bool { return true }

// Winning returns the moves that leave the value 0: one for each size of heaps that has the
// highest bit of the value.
func (r Rules) Winning(p heaps.Position) (moves []heaps.Reduction, all bool) {
	value := r.Value(p)
	for i, heap := range p {
		if left := heap ^ value; left < heap && (i == 0 || p[i-1] != heap) {
			moves = append(moves, heaps.Reduction{Heap: i, Least: left, Most: left})
		}
	}
	return moves, true
}

// Theorems returns Bouton's.
func (r Rules) Theorems() []heaps.Theorem {
	return []heaps.Theorem{{
		Name:      "xor",
		Statement: "the Grundy value is the exclusive or of all heaps",
		Holds:     true,
		Of:        heaps.Grundy,
		Heaps:     heaps.Span{All: true},
		States:    func(p heaps.Position) (uint64, bool) { return r.Value(p), true },
	}}
}
