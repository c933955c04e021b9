package antonim

import "enumerate/games/heaps"

// New returns the ruleset.
func New() heaps.Ruleset { return heaps.New(Rules{}) }

// Rules are the rules of Antonim.
type Rules struct{}

// Name returns "antonim".
func (Rules) Name() string { return "antonim" }

// Summary says the rules.
func (Rules) Summary() string {
	return "Antonim: take sticks from one of a set of heaps, of which equal ones are one; who cannot move loses"
}

// Example returns the arguments of a short command.
func (Rules) Example() string { return "--game antonim --n 1..12" }

// Kind returns heaps.Set.
func (Rules) Kind() heaps.Kind { return heaps.Set }

// Heaps returns any number.
func (Rules) Heaps() heaps.Span { return heaps.Span{All: true} }

// Reach returns all heaps.
func (Rules) Reach(n int) (first, end int) { return 0, n }

// Bound returns the number of moves at most: the sticks of that many different heaps.
func (Rules) Bound(n int, largest uint64) uint64 {
	k := min(uint64(n), largest)
	return k * (2*largest - k + 1) / 2
}

// maxCovered is the most heaps for which a formula is known.
const maxCovered = 3

// Covered reports whether there are at most three heaps.
func (Rules) Covered(n int) bool { return n <= maxCovered }

// Outcome knows up to three heaps.
func (Rules) Outcome(p heaps.Position) (next, known bool) {
	switch len(p) {
	case 0:
		return false, true
	case 1:
		return true, true
	case 2, 3:
		return nim(p) != 0, true
	}
	return false, false
}

// nim returns the exclusive or of two or three heaps, each with a stick more, where a third
// one has none.
func nim(p heaps.Position) uint64 {
	sum := uint64(0)
	if len(p) < maxCovered {
		sum = 1
	}
	for _, heap := range p {
		sum ^= heap + 1
	}
	return sum
}

// Winning returns the moves of Nim that win with a stick more in each heap. None of them
// makes two heaps equal, nor takes the further stick.
func (Rules) Winning(p heaps.Position) (moves []heaps.Reduction, all bool) {
	if len(p) == 1 {
		return []heaps.Reduction{{Heap: 0}}, true
	}
	sum := nim(p)
	for i, heap := range p {
		if left := (heap + 1) ^ sum; left < heap+1 {
			moves = append(moves, heaps.Reduction{Heap: i, Least: left - 1, Most: left - 1})
		}
	}
	return moves, true
}
