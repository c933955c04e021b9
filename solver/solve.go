package solver

import (
	"cmp"
	"slices"
)

// Solve returns a certificate of the game's verdict: an order, or a core. The
// game must be valid (see Game.Validate).
//
// Solve is exact for any number of players. Its time is exponential in the worst
// case, microseconds for random games of up to 20 players.
func Solve(g Game) Certificate {
	left, gone := peel(g)
	if c := agree(g, left); c != nil {
		return Certificate{Order: unpeel(g, c.Sorted(left), gone)}
	}
	return Certificate{Core: core(g, left)}
}

// Solvable reports whether the game has a solution. It is Solve without the
// certificate, which saves the search for a core.
func Solvable(g Game) bool {
	left, _ := peel(g)
	return agree(g, left) != nil
}

// agree returns a closure in which the choices of the given players are
// oriented, or nil if all ways to orient them contradict themselves.
func agree(g Game, players []int) *ClosureBits {
	if len(players) == 0 {
		return NewClosureBits(len(g))
	}
	// Those whose choices say most about each other's come first.
	shares := make([]int, len(g))
	for _, p := range players {
		for _, q := range players {
			if p != q && overlap(g, p, q) >= 2 {
				shares[p]++
			}
		}
	}
	todo := slices.SortedStableFunc(slices.Values(players), func(p, q int) int {
		return cmp.Compare(shares[q], shares[p])
	})
	// Reversing a solution gives another one, so one choice may be oriented
	// either way.
	c := NewClosureBits(len(g))
	c.Order(todo[0], g[todo[0]].Wonderwall, g[todo[0]].Ninja)
	return orient(g, c, todo[1:])
}

// overlap counts the players that the choices of p and q both speak of.
func overlap(g Game, p, q int) int {
	theirs := [3]int{q, g[q].Wonderwall, g[q].Ninja}
	n := 0
	for _, r := range [3]int{p, g[p].Wonderwall, g[p].Ninja} {
		if slices.Contains(theirs[:], r) {
			n++
		}
	}
	return n
}

// orient orients the choices of the players in todo, and changes c. A choice
// with one orientation left gets that one, a choice with none ends the search;
// where all have both, the first choice is tried both ways.
func orient(g Game, c *ClosureBits, todo []int) *ClosureBits {
	todo = slices.Clone(todo)
	for len(todo) > 0 {
		open := todo[:0]
		for _, p := range todo {
			w, n := g[p].Wonderwall, g[p].Ninja
			forward, backward := c.Allows(p, w, n), c.Allows(n, w, p)
			switch {
			case forward && backward:
				open = append(open, p)
			case forward:
				c.Order(p, w, n)
			case backward:
				c.Order(n, w, p)
			default:
				return nil
			}
		}
		if len(open) < len(todo) {
			todo = open
			continue
		}
		p, w, n := todo[0], g[todo[0]].Wonderwall, g[todo[0]].Ninja
		todo = todo[1:]
		d := c.Clone()
		d.Order(p, w, n)
		if d = orient(g, d, todo); d != nil {
			return d
		}
		c.Order(n, w, p)
	}
	return c
}
