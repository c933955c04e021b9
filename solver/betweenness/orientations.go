package betweenness

import (
	"context"
	"math/bits"
)

// maxOrientations is the most players for orientationsOrder. Thirty have 540
// million digraphs, which take a minute and a half.
const maxOrientations = 30

// orientationsOrder decides a game as in the proof that orientations suffice: it
// makes a digraph of the orientations of all players, in each of the ways there
// are, until one has no cycle. A topological order of that is a solution.
// Reversing a solution turns all orientations, so player 0 keeps the orientation
// in which it stands before its wonderwall: 2^(n-1) digraphs are left. Decisions
// are those tried, Conflicts those with a cycle.
func orientationsOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	var work Work
	patience := patience{ctx: ctx}
	before := make([]uint32, len(g)) // by player: the set of players with an arc to it
	order := make([]int, 0, len(g))
	for turned := uint32(0); turned < 1<<len(g); turned += 2 { // bit p: p stands after its wonderwall
		if err := patience.spend(8 * len(g)); err != nil {
			return nil, work, err
		}
		work.Decisions++
		clear(before)
		for p, c := range g {
			first, last := p, c.Ninja
			if turned>>p&1 != 0 {
				first, last = last, first
			}
			before[c.Wonderwall] |= 1 << first
			before[last] |= 1 << c.Wonderwall
		}
		if order = topological(before, order[:0]); len(order) == len(g) {
			return order, work, nil
		}
		work.Conflicts++
	}
	return nil, work, nil
}

// topological appends players to an order, each after all that have an arc to it,
// until nobody is left whom it could take (Kahn, 1962). If some are left the arcs
// among them have a cycle.
func topological(before []uint32, order []int) []int {
	left := uint32(1)<<len(before) - 1
	for taken := true; taken; {
		taken = false
		for rest := left; rest != 0; rest &= rest - 1 {
			p := bits.TrailingZeros32(rest)
			if before[p]&left == 0 {
				order = append(order, p)
				left &^= 1 << p
				taken = true
			}
		}
	}
	return order
}
