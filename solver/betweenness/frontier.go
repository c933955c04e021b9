package betweenness

import (
	"math/bits"
	"slices"
)

// maxFrontier is the largest number of players of a frontier.
const maxFrontier = 16

// A Frontier is the set of minimal closures that a partial game allows. A closure is the relation
// "stands before" that an orientation of each choice forces. A Frontier is a stack: Push adds one
// player's choice, Pop takes the latest choice back. A closure is minimal if it contains no other
// one. Other closures are not needed: choices that can be added to a closure can also be added to
// every closure within it. The reverse of an allowed closure is also allowed, so only one of the
// two is kept: the one in which the player pushed first stands before its wonderwall.
//
// A frontier must not be used by several goroutines at the same time. It stops allocating once
// its levels have grown.
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

// Push adds the choice of player p, and reports whether any closure allows all choices so far. It
// extends each closure of the frontier by each orientation of the choice, and keeps the minimal results.
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

// keep adds c to the closures unless it contains one of the closures, and removes those that contain c.
// Frontiers have fewer than two closures on average, so no index would pay.
func keep(closures []closure, c closure) []closure {
	for i := 0; i < len(closures); i++ {
		if closures[i].within(&c) {
			return closures
		}
		if c.within(&closures[i]) {
			last := len(closures) - 1
			closures[i] = closures[last]
			closures = closures[:last]
			i-- // the closure moved to index i comes next
		}
	}
	return append(closures, c)
}

// Pop takes back the latest Push.
func (f *Frontier) Pop() { f.depth-- }

// line appends the players 0..players-1 in an order that a closure of the frontier allows; the
// frontier must not be empty. It sorts the players by the number of players before them. This order
// is right: if u stands before v, all players before u stand before v too, so fewer players stand before u.
func (f *Frontier) line(players int, to []int32) []int32 {
	c := &f.levels[f.depth][0]
	var earlier [maxFrontier]int // by player: how many players stand before it
	from := len(to)
	for u := range players {
		to = append(to, int32(u))
		for set := c.after(u); set != 0; set &= set - 1 {
			earlier[bits.TrailingZeros16(set)]++
		}
	}
	slices.SortStableFunc(to[from:], func(u, v int32) int { return earlier[u] - earlier[v] })
	return to
}
