package rotisserie

import "enumerate/games/heaps"

// New returns the ruleset.
func New() heaps.Ruleset { return heaps.New(Rules{}) }

// Rules are the rules of Rotisserie Nim.
type Rules struct{}

// Name returns "rotisserie".
func (Rules) Name() string { return "rotisserie" }

// Summary says the rules.
func (Rules) Summary() string {
	return "Rotisserie Nim: take sticks from the front heap of a queue, which goes to the back; who cannot move loses"
}

// Example returns the arguments of a short command.
func (Rules) Example() string { return "--game rotisserie:heaps=4 --n 1..9" }

// Kind returns heaps.Queue.
func (Rules) Kind() heaps.Kind { return heaps.Queue }

// Heaps returns up to three.
func (Rules) Heaps() heaps.Span { return heaps.Span{Least: 0, Most: 3} }

// Reach returns the front.
func (Rules) Reach(int) (first, end int) { return 0, 1 }

// Bound returns the number of moves: the sticks of the front.
func (Rules) Bound(n int, largest uint64) uint64 {
	if n == 0 {
		return 0
	}
	return largest
}

// maxCovered is the most heaps for which all outcomes are known.
const maxCovered = 3

// Covered reports whether there are at most three heaps.
func (Rules) Covered(n int) bool { return n <= maxCovered }
