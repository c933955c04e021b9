package betweenness

import (
	"math/rand/v2"
)

// The oracles share no code with the solver, nor with each other.

// eachOrder visits all orders of the players until visit returns false.
func eachOrder(players int, visit func(order []int) bool) {
	order := make([]int, 0, players)
	used := make([]bool, players)
	var place func() bool
	place = func() bool {
		if len(order) == players {
			return visit(order)
		}
		for p := range players {
			if used[p] {
				continue
			}
			used[p] = true
			order = append(order, p)
			on := place()
			order = order[:len(order)-1]
			used[p] = false
			if !on {
				return false
			}
		}
		return true
	}
	place()
}

// solvableByOrders tries all n! orders.
func solvableByOrders(g Game) bool {
	found := false
	eachOrder(len(g), func(order []int) bool {
		place := make([]int, len(g))
		for i, p := range order {
			place[p] = i
		}
		for p, c := range g {
			w, a, b := place[c.Wonderwall], place[p], place[c.Ninja]
			if w < min(a, b) || w > max(a, b) {
				return true
			}
		}
		found = true
		return false
	})
	return found
}

// solvableByPrefixes asks of each set of players whether some order can begin
// with them: whenever x is placed, everybody whose wonderwall is x has exactly
// one of itself and its ninja placed already.
func solvableByPrefixes(g Game) bool {
	n := len(g)
	can := make([]bool, 1<<n)
	can[0] = true
	for set := range can {
		if !can[set] {
			continue
		}
		for x := range n {
			if set>>x&1 != 0 {
				continue
			}
			fits := true
			for p, c := range g {
				if c.Wonderwall == x && set>>p&1 == set>>c.Ninja&1 {
					fits = false
				}
			}
			if fits {
				can[set|1<<x] = true
			}
		}
	}
	return can[1<<n-1]
}

// eachGame visits all labelled games of n players.
func eachGame(n int, visit func(g Game)) {
	g := make(Game, n)
	var choose func(p int)
	choose = func(p int) {
		if p == n {
			visit(g)
			return
		}
		for w := range n {
			for b := range n {
				if w != p && b != p && w != b {
					g[p] = Choice{w, b}
					choose(p + 1)
				}
			}
		}
	}
	choose(0)
}

// randomGame draws a game of n players.
func randomGame(n int, random *rand.Rand) Game {
	g := make(Game, n)
	for p := range g {
		for {
			c := Choice{random.IntN(n), random.IntN(n)}
			if c.Wonderwall != p && c.Ninja != p && c.Wonderwall != c.Ninja {
				g[p] = c
				break
			}
		}
	}
	return g
}
