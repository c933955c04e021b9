package greedy

import "enumerate/games/heaps"

// New returns the ruleset.
func New() heaps.Ruleset { return heaps.New(Rules{}) }

// Rules are the rules of Greedy Nim. They implement heaps.Bulk.
type Rules struct{}

// Name returns "greedy".
func (Rules) Name() string { return "greedy" }

// Summary says the rules.
func (Rules) Summary() string {
	return "Greedy Nim: take sticks from a largest heap; who cannot move loses"
}

// Example returns the arguments of a short command.
func (Rules) Example() string { return "--game greedy --n 1..16" }

// Kind returns heaps.Multiset.
func (Rules) Kind() heaps.Kind { return heaps.Multiset }

// Heaps returns up to three.
func (Rules) Heaps() heaps.Span { return heaps.Span{Least: 0, Most: 3} }

// Reach returns the last of the largest heaps.
func (Rules) Reach(n int) (first, end int) { return n - 1, n }

// Bound returns the number of moves: the sticks of a largest heap.
func (Rules) Bound(n int, largest uint64) uint64 {
	if n == 0 {
		return 0
	}
	return largest
}

// Outcome reports whether the number of largest heaps is odd.
func (Rules) Outcome(p heaps.Position) (next, known bool) { return count(p)%2 == 1, true }

// count returns how many largest heaps there are.
func count(p heaps.Position) int {
	largest := 0
	for largest < len(p) && p[len(p)-1-largest] == p[len(p)-1] {
		largest++
	}
	return largest
}

// Covered returns true.
func (Rules) Covered(int) bool { return true }

// Winning returns the moves that leave an even number of largest heaps.
func (Rules) Winning(p heaps.Position) (moves []heaps.Reduction, all bool) {
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

// Theorems returns that of Albert and Nowakowski.
func (r Rules) Theorems() []heaps.Theorem {
	return []heaps.Theorem{{
		Name:      "largest",
		Statement: "a position is P if and only if the number of largest heaps is even",
		Holds:     true,
		Of:        heaps.Outcome,
		Heaps:     heaps.Span{All: true},
		States: func(p heaps.Position) (uint64, bool) {
			if next, _ := r.Outcome(p); next {
				return 1, true
			}
			return 0, true
		},
	}}
}
