package thesis

import (
	"cmp"
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"enumerate/internal/bounded"
	"enumerate/solver/betweenness"
)

// closuresOrder orients the choices one after another, and keeps the closure of the orientations: the transitive
// relation "stands before" that they force. Decisions counts the choices for which both orientations had to be tried,
// and Conflicts the choices that had none left.
func closuresOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
	s := closureSearch{game: g, budget: bounded.Steps{Context: ctx}}
	todo, err := s.mostShared()
	if err != nil {
		return nil, s.work, err
	}

	// The reverse of a solution is a solution, so one orientation of the first choice is enough.
	first := g[todo[0]]
	c := newClosure(len(g)).with(todo[0], first.Wonderwall, first.Ninja)

	c, err = s.orient(c, todo[1:])
	if c == nil || err != nil {
		return nil, s.work, err
	}
	return c.order(), s.work, nil
}

type closureSearch struct {
	game   betweenness.Game
	budget bounded.Steps
	work   betweenness.Work
}

// mostShared returns the players in the order in which their choices are oriented: first the player whose triplet
// shares two players with the most others, because its orientation determines the most others.
func (s *closureSearch) mostShared() ([]int, error) {
	players := make([]int, len(s.game))
	shares := make([]int, len(s.game))
	for p := range s.game {
		if err := s.budget.Spend(10 * len(s.game)); err != nil {
			return nil, err
		}
		players[p] = p
		for q := range s.game {
			if p != q && s.sharePair(p, q) {
				shares[p]++
			}
		}
	}
	slices.SortStableFunc(players, func(p, q int) int { return cmp.Compare(shares[q], shares[p]) })
	return players, nil
}

// sharePair reports whether the triplets of p and q have two players in common, so that the orientation of one
// determines that of the other.
func (s *closureSearch) sharePair(p, q int) bool {
	triplet := [3]int{p, s.game[p].Wonderwall, s.game[p].Ninja}
	common := 0
	for _, r := range [3]int{q, s.game[q].Wonderwall, s.game[q].Ninja} {
		if slices.Contains(triplet[:], r) {
			common++
		}
	}
	return common >= 2
}

// orient returns a closure (the relation "stands before") that extends c by an orientation of each choice in `todo`, or
// nil if there is none. `todo` has the players who made these choices.
func (s *closureSearch) orient(c closure, todo []int) (closure, error) {
	for {
		forced, open, err := s.force(c, todo)
		if forced == nil || err != nil || len(open) == 0 {
			return forced, err
		}

		p := open[0]
		todo = open[1:]
		w, n := s.game[p].Wonderwall, s.game[p].Ninja
		s.work.Decisions++
		found, err := s.orient(forced.with(p, w, n), todo)
		if found != nil || err != nil {
			return found, err
		}
		c = forced.with(n, w, p) // only the other orientation is left: the loop continues with it
	}
}

// force orients in the closure c (the relation "stands before") the choices of the players in `todo` that have only one
// possible orientation left, until every remaining choice has two. It returns the new closure and the remaining
// players. If a choice has no orientation left, the closure is nil.
func (s *closureSearch) force(c closure, todo []int) (_ closure, open []int, err error) {
	for {
		open = nil
		for _, p := range todo {
			if err := s.budget.Spend(len(s.game)); err != nil {
				return nil, nil, err
			}

			w, n := s.game[p].Wonderwall, s.game[p].Ninja
			forward, backward := c.allows(p, w, n), c.allows(n, w, p)
			switch {
			case forward && backward:
				open = append(open, p)
			case forward:
				c = c.with(p, w, n)
			case backward:
				c = c.with(n, w, p)
			default:
				s.work.Conflicts++
				return nil, nil, nil
			}
		}

		// Each added orientation may force others.
		if len(open) == len(todo) {
			return c, open, nil
		}
		todo = open
	}
}

// A closure has, for each player, the set of the players after it. A set is never changed, so closures can share sets.
type closure []*bitset.BitSet

func newClosure(players int) closure {
	none := bitset.New(uint(players))
	return slices.Repeat(closure{none}, players)
}

func (c closure) before(u, v int) bool { return c[u].Test(uint(v)) }

func (c closure) allows(x, y, z int) bool {
	return !c.before(y, x) && !c.before(z, y) && !c.before(z, x)
}

// with returns the closure with x before y before z, which c must allow.
func (c closure) with(x, y, z int) closure {
	d := slices.Clone(c)
	d.add(x, y)
	d.add(y, z)
	return d
}

// add adds that u is before v, with its consequences: u and all players before u are before v and all players after v.
func (c closure) add(u, v int) {
	if c.before(u, v) {
		return
	}
	after := c[v].Clone().Set(uint(v)) // v and all players after v
	for x := range c {
		if x == u || c.before(x, u) {
			c[x] = c[x].Union(after)
		}
	}
}

// order returns the players sorted by the number of players before each, which agrees with the closure: if u is before
// v, then all players before u are before v too.
func (c closure) order() []int {
	players := make([]int, len(c))
	before := make([]int, len(c))
	for u, after := range c {
		players[u] = u
		for v := range after.EachSet() {
			before[v]++
		}
	}
	slices.SortStableFunc(players, func(u, v int) int { return cmp.Compare(before[u], before[v]) })
	return players
}
