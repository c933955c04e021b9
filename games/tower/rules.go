package tower

import "enumerate/games/heaps"

// New returns the ruleset.
func New() heaps.Ruleset { return heaps.New(Rules{}) }

// Rules are the rules of Tower Nim. They implement heaps.Valued.
type Rules struct{}

// Name returns "tower".
func (Rules) Name() string { return "tower" }

// Summary says the rules.
func (Rules) Summary() string {
	return "Tower Nim: take sticks from the top heap of a stack; who cannot move loses"
}

// Example returns the arguments of a short command.
func (Rules) Example() string { return "--game tower --n 1..16" }

// Kind returns heaps.Stack.
func (Rules) Kind() heaps.Kind { return heaps.Stack }

// Heaps returns up to three.
func (Rules) Heaps() heaps.Span { return heaps.Span{Least: 0, Most: 3} }

// Reach returns the top.
func (Rules) Reach(n int) (first, end int) { return n - 1, n }

// Bound returns the number of moves: the sticks of the top.
func (Rules) Bound(n int, largest uint64) uint64 {
	if n == 0 {
		return 0
	}
	return largest
}

// Value returns the Grundy value, from the bottom up.
func (Rules) Value(p heaps.Position) uint64 {
	value := uint64(0)
	for _, heap := range p {
		if heap <= value {
			heap--
		}
		value = heap
	}
	return value
}

// Outcome reports whether the next player wins, by the heaps of one stick on top.
func (Rules) Outcome(p heaps.Position) (next, known bool) {
	ones := 0
	for ones < len(p) && p[len(p)-1-ones] == 1 {
		ones++
	}
	return (ones == len(p)) == (ones%2 == 1), true
}

// Covered returns true.
func (Rules) Covered(int) bool { return true }

// Winning returns the only move that leaves the value 0: it takes the top if that was put
// on such a stack, and otherwise all of it but one stick.
func (r Rules) Winning(p heaps.Position) (moves []heaps.Reduction, all bool) {
	top := len(p) - 1
	left := min(r.Value(p[:top]), 1)
	return []heaps.Reduction{{Heap: top, Least: left, Most: left}}, true
}
