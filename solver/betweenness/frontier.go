package betweenness

import (
	"math/bits"
	"slices"
)

// maxFrontier is the most players of a frontier.
const maxFrontier = 16

// A Frontier is the set of all closures that a partial game still allows. It is
// kept as a stack: Push adds one player's choice, Pop takes the latest one back. No
// closure of the set contains another: all choices that complete the larger one
// complete the smaller one too. Closures come in pairs, each the reverse of the
// other. Only one of each pair is kept: the one in which the player pushed first
// stands before its wonderwall.
//
// A frontier must not be used by several goroutines at once. Once its levels have
// grown it does not allocate.
type Frontier interface {
	// Push adds the choice of player p and reports whether a closure is left.
	// An empty frontier may be pushed on; it stays empty.
	Push(p int, c Choice) bool
	// Pop takes back the latest Push.
	Pop()

	// line appends the players 0..players-1 to a slice in an order that a
	// closure of the frontier, which is not empty, allows.
	line(players int, to []int32) []int32
}

// NewFrontier returns the frontier of the game of the given size before the first
// choice, on the narrowest closures that hold its players. It panics above 16
// players.
func NewFrontier(players int) Frontier {
	switch {
	case players <= 8:
		return newFrontier[closure8]()
	case players <= 10:
		return newFrontier[closure10]()
	case players <= maxFrontier:
		return newFrontier[closure16]()
	}
	panic("betweenness: a frontier takes at most 16 players")
}

// frontier is a Frontier of closures of one width. levels[d] holds the closures
// that the first d pushes allow.
type frontier[C closure[C]] struct {
	levels [maxFrontier + 1][]C
	depth  int
}

func newFrontier[C closure[C]]() *frontier[C] {
	f := new(frontier[C])
	f.levels[0] = make([]C, 1)
	return f
}

func (f *frontier[C]) Push(p int, c Choice) bool {
	from := f.levels[f.depth]
	f.depth++
	to := f.levels[f.depth][:0]
	for _, old := range from {
		if next, ok := old.order(p, c.Wonderwall, c.Ninja); ok {
			to = keep(to, next)
		}
		if f.depth == 1 {
			break // the other orientation is the reverse of this one
		}
		if next, ok := old.order(c.Ninja, c.Wonderwall, p); ok {
			to = keep(to, next)
		}
	}
	f.levels[f.depth] = to
	return len(to) > 0
}

// keep adds c to the closures unless one of them lies within it, and drops
// those that it lies within. Frontiers are short (under two closures on
// average), so it compares c with each; no order among them would pay.
func keep[C closure[C]](closures []C, c C) []C {
	for i := 0; i < len(closures); i++ {
		if closures[i].within(c) {
			return closures
		}
		if c.within(closures[i]) {
			last := len(closures) - 1
			closures[i] = closures[last]
			closures = closures[:last]
			i--
		}
	}
	return append(closures, c)
}

func (f *frontier[C]) Pop() { f.depth-- }

// line sorts the players by how many stand before them. If u stands before v, all
// players before u stand before v too, so u has fewer before it.
func (f *frontier[C]) line(players int, to []int32) []int32 {
	c := f.levels[f.depth][0]
	from := len(to)
	for v := range players {
		to = append(to, int32(v))
	}
	slices.SortStableFunc(to[from:], func(u, v int32) int {
		return bits.OnesCount16(c.before(int(u))) - bits.OnesCount16(c.before(int(v)))
	})
	return to
}
