package betweenness

import (
	"math/bits"
	"slices"
)

const maxFrontier = 16

// A Frontier holds the minimal closures that the choices of some players allow, while players choose one after the
// other. A closure is the relation "stands before" that results from an orientation of each choice. It is minimal if it
// contains no other one. Others are not needed, because a choice that can be added to a closure can also be added to
// every closure within it. Of an allowed closure and its reverse, only one is kept: the one in which the player pushed
// first stands before its wonderwall, the player that it chose first.
//
// A Frontier is a stack: Push adds a player's choice, and Pop takes the latest choice back. It must not be used by
// several goroutines at the same time. It stops allocating once its levels have grown.
type Frontier struct {
	levels [maxFrontier + 1][]closure // levels[d] holds the closures that the first d pushes allow
	depth  int
}

// NewFrontier returns the frontier of a game of at most 16 players before the first choice.
func NewFrontier() *Frontier {
	f := new(Frontier)
	f.levels[0] = make([]closure, 1)
	return f
}

// Push adds the choice of player p, and reports whether one order can satisfy all choices so far.
func (f *Frontier) Push(p int, c Choice) bool {
	from := f.levels[f.depth]
	f.depth++
	to := f.levels[f.depth][:0]
	for _, forward := range from {
		backward := forward // a copy
		if forward.order(p, c.Wonderwall, c.Ninja) {
			to = keep(to, forward)
		}
		if f.depth == 1 {
			break // the other orientation is the reverse of this one
		}
		if backward.order(c.Ninja, c.Wonderwall, p) {
			to = keep(to, backward)
		}
	}
	f.levels[f.depth] = to
	return len(to) > 0
}

// keep adds a closure to a list of minimal closures, unless it contains one of them, and removes those that contain it.
// Lists have fewer than two closures on average, so an index would not pay.
func keep(closures []closure, added closure) []closure {
	for i := 0; i < len(closures); i++ {
		if closures[i].within(&added) {
			return closures
		}
		if added.within(&closures[i]) {
			last := len(closures) - 1
			closures[i] = closures[last]
			closures = closures[:last]
			i-- // the closure moved to index i comes next
		}
	}
	return append(closures, added)
}

// Pop takes back the latest Push.
func (f *Frontier) Pop() { f.depth-- }

// line appends the players 0 to players-1 in an order that satisfies all choices pushed; there must be one. It sorts
// them by the number of players before them in a closure. If u stands before v, so do all players before u, so u has
// fewer.
func (f *Frontier) line(players int, to []int32) []int32 {
	c := &f.levels[f.depth][0]
	var earlier [maxFrontier]int // by player: how many players stand before it
	from := len(to)
	for u := range players {
		to = append(to, int32(u))
		for set := c.after(u); set != 0; set &= set - 1 { // for each player after u
			earlier[bits.TrailingZeros16(set)]++
		}
	}
	slices.SortStableFunc(to[from:], func(u, v int32) int { return earlier[u] - earlier[v] })
	return to
}
