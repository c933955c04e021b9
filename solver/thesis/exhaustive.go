package thesis

import (
	"context"
	"math/bits"
	"slices"

	"enumerate/internal/bounded"
	"enumerate/solver/betweenness"
)

// maxOrders is the largest number of players for ordersOrder. Twelve players have 240 million orders to try, which
// takes eight seconds; thirteen would take two minutes.
const maxOrders = 12

// ordersOrder tries all orders of the players in lexicographic order. Reversing a solution gives another one, so it
// tries only the n!/2 orders with player 0 before player 1. Decisions counts the orders tried, and Conflicts those that
// are not solutions.
func ordersOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
	b := &bruteForce{
		game:   g,
		order:  make([]int, 0, len(g)),
		place:  slices.Repeat([]int{none}, len(g)),
		budget: bounded.Steps{Context: ctx},
	}
	found, err := b.extend()
	if !found {
		return nil, b.work, err
	}
	return b.order, b.work, nil
}

type bruteForce struct {
	game   betweenness.Game
	order  []int
	place  []int // by player: its place in order, or none
	work   betweenness.Work
	budget bounded.Steps
}

// extend tries all ways to place the remaining players after those in b.order, until b.order is a solution.
func (b *bruteForce) extend() (found bool, err error) {
	if len(b.order) == len(b.game) {
		if err := b.budget.Spend(len(b.game)); err != nil {
			return false, err
		}
		b.work.Decisions++
		if !b.solves() {
			b.work.Conflicts++
			return false, nil
		}
		return true, nil
	}

	for p := range b.game {
		placed := b.place[p] != none
		mustWait := p == 1 && b.place[0] == none // player 0 stands before player 1
		if placed || mustWait {
			continue
		}
		b.place[p] = len(b.order)
		b.order = append(b.order, p)
		if found, err := b.extend(); found || err != nil {
			return found, err
		}
		b.order = b.order[:len(b.order)-1]
		b.place[p] = none
	}
	return false, nil
}

// solves reports whether in b.order every wonderwall stands between its player and the ninja.
func (b *bruteForce) solves() bool {
	for p, c := range b.game {
		w := b.place[c.Wonderwall]
		if (b.place[p] < w) != (w < b.place[c.Ninja]) {
			return false
		}
	}
	return true
}

// maxOrientations is the largest number of players for orientationsOrder. Thirty players have 540 million digraphs to
// try, which takes a minute and a half.
const maxOrientations = 30

// orientationsOrder makes a digraph for each way to orient all choices, until one has no cycle; then a topological
// order of it is a solution. Reversing a solution reverses all orientations, so it is enough to try those with player 0
// before its wonderwall: 2^(n-1) digraphs. Decisions counts the digraphs tried, and Conflicts those with a cycle.
func orientationsOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
	var work betweenness.Work
	budget := bounded.Steps{Context: ctx}
	before := make([]uint32, len(g)) // by player: the set of players with an arc to it, a bit for each
	order := make([]int, 0, len(g))

	// backward is the set of players who stand after their wonderwall. Player 0 is never in it.
	for backward := uint32(0); backward < 1<<len(g); backward += 2 {
		if err := budget.Spend(8 * len(g)); err != nil {
			return nil, work, err
		}

		work.Decisions++
		clear(before)
		for p, c := range g {
			first, last := p, c.Ninja
			if backward>>p&1 != 0 {
				first, last = last, first
			}
			before[c.Wonderwall] |= 1 << first
			before[last] |= 1 << c.Wonderwall
		}

		order = topological(before, order[:0])
		if len(order) == len(g) {
			return order, work, nil
		}
		work.Conflicts++
	}
	return nil, work, nil
}

// topological repeatedly appends to order a player whose predecessors are all in the order (Kahn, 1962). before[v] is
// the set of predecessors of player v. If players are missing in the result, the digraph has a cycle.
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
