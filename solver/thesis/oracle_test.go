package thesis

import (
	"math/rand/v2"
	"slices"

	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/orders"
)

func everyAlgorithm() []betweenness.Algorithm {
	return slices.Insert(betweenness.Algorithms(), 1, append(Algorithms(), orders.Algorithm())...)
}

func choice(wonderwall, ninja int) betweenness.Choice {
	return betweenness.Choice{Wonderwall: wonderwall, Ninja: ninja}
}

// The oracles in this file share no code with the algorithms or with each other.

// solvableByOrders tries all n! orders.
func solvableByOrders(g betweenness.Game) bool {
	n := len(g)
	place := make([]int, n) // of each player, or -1
	for p := range place {
		place[p] = -1
	}
	var put func(at int) bool
	put = func(at int) bool {
		if at == n {
			for p, c := range g {
				w, a, b := place[c.Wonderwall], place[p], place[c.Ninja]
				if w < min(a, b) || w > max(a, b) {
					return false
				}
			}
			return true
		}
		for p := range n {
			if place[p] < 0 {
				place[p] = at
				if put(at + 1) {
					return true
				}
				place[p] = -1
			}
		}
		return false
	}
	return put(0)
}

// solvableByPrefixes finds all sets of players with which an order can begin. Player x can stand after such a set if,
// for each choice that has x as wonderwall, exactly one of the choosing player and its ninja is in the set.
func solvableByPrefixes(g betweenness.Game) bool {
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

func eachGame(n int, visit func(g betweenness.Game)) {
	g := make(betweenness.Game, n)
	var choose func(p int)
	choose = func(p int) {
		if p == n {
			visit(g)
			return
		}
		for w := range n {
			for b := range n {
				if w != p && b != p && w != b {
					g[p] = choice(w, b)
					choose(p + 1)
				}
			}
		}
	}
	choose(0)
}

func randomGame(n int, random *rand.Rand) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		for {
			w, b := random.IntN(n), random.IntN(n)
			if w != p && b != p && w != b {
				g[p] = choice(w, b)
				break
			}
		}
	}
	return g
}

// trap returns a game made of copies of a small game. Plain backtracking tries everything, because the contradiction is
// in the last copy.
func trap(copies int) betweenness.Game {
	g := make(betweenness.Game, 3*copies+1)
	for a := 0; a < 3*copies; a += 3 {
		g[a], g[a+1], g[a+2] = choice(a+1, a+2), choice(a+2, a+3), choice(a+1, a)
	}
	last := 3 * copies
	g[last] = choice(last-3, last-2)
	return g
}
