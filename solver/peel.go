package solver

import "slices"

// peel takes away players nobody chose, one after the other, until everybody
// left is chosen by somebody left. It returns the players left, in ascending
// order, and those taken away, in the order they went. A player nobody chose
// fits into any solution of the rest, next to its wonderwall on the side away
// from its ninja: so the game is solvable if and only if the players left are.
// It takes linear time.
func peel(g Game) (left, gone []int) {
	choosers := make([]int, len(g))
	for _, c := range g {
		choosers[c.Wonderwall]++
		choosers[c.Ninja]++
	}
	for p := range g {
		if choosers[p] == 0 {
			gone = append(gone, p)
		}
	}
	for i := 0; i < len(gone); i++ {
		c := g[gone[i]]
		for _, q := range [2]int{c.Wonderwall, c.Ninja} {
			if choosers[q]--; choosers[q] == 0 {
				gone = append(gone, q)
			}
		}
	}
	for p := range g {
		if choosers[p] > 0 {
			left = append(left, p)
		}
	}
	return left, gone
}

// unpeel puts the players that peel took away back into an order of the others,
// the last one gone first, so that each finds its wonderwall and ninja there.
// The players left are never none: they choose among themselves.
func unpeel(g Game, order, gone []int) []int {
	for _, p := range slices.Backward(gone) {
		wonderwall := slices.Index(order, g[p].Wonderwall)
		place := wonderwall
		if slices.Index(order, g[p].Ninja) < wonderwall {
			place++
		}
		order = slices.Insert(order, place, p)
	}
	return order
}
