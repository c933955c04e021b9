package betweenness

import "context"

// maxOrders is the most players for ordersOrder. Twelve have 240 million orders,
// which take eight seconds; a thirteenth would take two minutes.
const maxOrders = 12

// ordersOrder decides a game by brute force: it tries the orders of the players,
// in lexicographic order. Reversing a solution gives another one, so only the n!/2
// orders with player 0 before player 1 are tried. Decisions are the orders tried,
// Conflicts those that are no solution.
func ordersOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	b := &bruteForce{
		game:     g,
		order:    make([]int, 0, len(g)),
		place:    make([]int, len(g)),
		patience: patience{ctx: ctx},
	}
	for p := range b.place {
		b.place[p] = none
	}
	found, err := b.extend()
	if !found {
		return nil, b.work, err
	}
	return b.order, b.work, nil
}

// bruteForce tries all orders that begin with the players in order.
type bruteForce struct {
	game     Game
	order    []int
	place    []int // of each player in order, or none
	work     Work
	patience patience
}

// extend places the players left in all ways until one is a solution.
func (b *bruteForce) extend() (found bool, err error) {
	if len(b.order) == len(b.game) {
		if err := b.patience.spend(len(b.game)); err != nil {
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
		if b.place[p] != none || p == 1 && b.place[0] == none {
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

// solves reports whether everybody's wonderwall stands between the player and
// its ninja.
func (b *bruteForce) solves() bool {
	for p, c := range b.game {
		w := b.place[c.Wonderwall]
		if (b.place[p] < w) != (w < b.place[c.Ninja]) {
			return false
		}
	}
	return true
}
