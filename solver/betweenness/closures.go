package betweenness

import (
	"cmp"
	"context"
	"slices"
)

// closuresOrder is the algorithm closures: it orients the choices one after the
// other and keeps the closure of the orientations, so that a choice whose
// orientation is decided by then is found at once.
func closuresOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	s := closureSearch{patience: patience{ctx: ctx}, game: g}
	players := make([]int, len(g))
	for p := range g {
		players[p] = p
	}
	// Those whose choices say most about each other's come first.
	shares := make([]int, len(g))
	for p := range g {
		if err := s.patience.spend(10 * len(g)); err != nil {
			return nil, s.work, err
		}
		for q := range g {
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
	c, err := s.orient(c, todo[1:])
	if c == nil || err != nil {
		return nil, s.work, err
	}
	return c.Sorted(players), s.work, nil
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

type closureSearch struct {
	patience patience
	game     Game
	work     Work
}

// orient orients the choices of the players in todo, and changes c. A choice
// with one orientation left gets that one, a choice with none ends the search;
// where all have both, the first choice is tried both ways. It returns nil if
// all ways to orient them contradict themselves.
func (s *closureSearch) orient(c *ClosureBits, todo []int) (*ClosureBits, error) {
	todo = slices.Clone(todo)
	for len(todo) > 0 {
		open := todo[:0]
		for _, p := range todo {
			if err := s.patience.spend(len(s.game)); err != nil {
				return nil, err
			}
			w, n := s.game[p].Wonderwall, s.game[p].Ninja
			forward, backward := c.Allows(p, w, n), c.Allows(n, w, p)
			switch {
			case forward && backward:
				open = append(open, p)
			case forward:
				c.Order(p, w, n)
			case backward:
				c.Order(n, w, p)
			default:
				s.work.Conflicts++
				return nil, nil
			}
		}
		if len(open) < len(todo) {
			todo = open
			continue
		}
		if err := s.patience.spend(len(s.game) * len(s.game)); err != nil {
			return nil, err
		}
		s.work.Decisions++
		p, w, n := todo[0], s.game[todo[0]].Wonderwall, s.game[todo[0]].Ninja
		todo = todo[1:]
		d := c.Clone()
		d.Order(p, w, n)
		if d, err := s.orient(d, todo); d != nil || err != nil {
			return d, err
		}
		c.Order(n, w, p)
	}
	return c, nil
}
