package thesis

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"enumerate/solver/betweenness"
	"enumerate/solver/internal/budget"
)

// An oracle for the algorithms, which shares nothing with them but the budget.

// closuresOrder decides a game as implied does, but on closures kept in bit sets: it orients the
// choices one after the other and keeps the closure of the orientations. So it finds at once which choices
// have only one orientation left.
func closuresOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
	s := closureSearch{budget: budget.Steps{Context: ctx}, game: g}
	players := make([]int, len(g))
	shares := make([]int, len(g)) // with how many other choices a choice shares a pair
	for p := range g {
		players[p] = p
		if err := s.budget.Spend(10 * len(g)); err != nil {
			return nil, s.work, err
		}
		for q := range g {
			if p != q && sharesPair(g, p, q) {
				shares[p]++
			}
		}
	}
	todo := slices.SortedStableFunc(slices.Values(players), func(p, q int) int {
		return cmp.Compare(shares[q], shares[p])
	})
	// Reversing a solution gives another one, so the first choice may be oriented
	// either way.
	c := newClosureBits(len(g))
	c.order(todo[0], g[todo[0]].Wonderwall, g[todo[0]].Ninja)
	c, err := s.orient(c, todo[1:])
	if c == nil || err != nil {
		return nil, s.work, err
	}
	return c.sorted(players), s.work, nil
}

// sharesPair reports whether the choices of p and q name two players in common,
// p and q included.
func sharesPair(g betweenness.Game, p, q int) bool {
	theirs := [3]int{q, g[q].Wonderwall, g[q].Ninja}
	n := 0
	for _, r := range [3]int{p, g[p].Wonderwall, g[p].Ninja} {
		if slices.Contains(theirs[:], r) {
			n++
		}
	}
	return n >= 2
}

type closureSearch struct {
	budget budget.Steps
	game   betweenness.Game
	work   betweenness.Work
}

// orient orients the choices of the players in todo, and changes c. A choice
// with one orientation left gets that one, a choice with none ends the search.
// Where all choices have both, it tries both for the first one. It returns nil if
// all ways to orient the choices contradict themselves.
func (s *closureSearch) orient(c closureBits, todo []int) (closureBits, error) {
	todo = slices.Clone(todo)
	for len(todo) > 0 {
		open := todo[:0]
		for _, p := range todo {
			if err := s.budget.Spend(len(s.game)); err != nil {
				return nil, err
			}
			w, n := s.game[p].Wonderwall, s.game[p].Ninja
			forward, backward := c.allows(p, w, n), c.allows(n, w, p)
			switch {
			case forward && backward:
				open = append(open, p)
			case forward:
				c.order(p, w, n)
			case backward:
				c.order(n, w, p)
			default:
				s.work.Conflicts++
				return nil, nil
			}
		}
		if len(open) < len(todo) {
			todo = open
			continue
		}
		if err := s.budget.Spend(len(s.game) * len(s.game)); err != nil {
			return nil, err
		}
		s.work.Decisions++
		p, w, n := todo[0], s.game[todo[0]].Wonderwall, s.game[todo[0]].Ninja
		todo = todo[1:]
		d := c.clone()
		d.order(p, w, n)
		if d, err := s.orient(d, todo); d != nil || err != nil {
			return d, err
		}
		c.order(n, w, p)
	}
	return c, nil
}

// closureBits is a closure on any number of players: of each, the set of those after it.
// Unlike the closures in machine words it is changed in place.
type closureBits []*bitset.BitSet

// newClosureBits returns a closure that puts no player before another.
func newClosureBits(players int) closureBits {
	c := make(closureBits, players)
	for u := range c {
		c[u] = bitset.New(uint(players))
	}
	return c
}

func (c closureBits) clone() closureBits {
	d := make(closureBits, len(c))
	for u := range c {
		d[u] = c[u].Clone()
	}
	return d
}

// has reports whether u stands before v.
func (c closureBits) has(u, v int) bool { return c[u].Test(uint(v)) }

// allows reports whether the closure allows x before y before z.
func (c closureBits) allows(x, y, z int) bool {
	return !c.has(y, x) && !c.has(z, y) && !c.has(z, x)
}

// order puts x before y before z, which the closure allows.
func (c closureBits) order(x, y, z int) {
	c.add(x, y)
	c.add(y, z)
}

// add puts u and all players before u before v and all players after v.
func (c closureBits) add(u, v int) {
	if c.has(u, v) {
		return
	}
	up := c[v].Clone().Set(uint(v))
	for x := range c {
		if x == u || c.has(x, u) {
			c[x].InPlaceUnion(up)
		}
	}
}

// sorted returns the players in an order that agrees with the closure. A player
// has more players before it than any of these has.
func (c closureBits) sorted(players []int) []int {
	before := make([]int, len(c))
	for _, after := range c {
		for v := range after.EachSet() {
			before[v]++
		}
	}
	return slices.SortedStableFunc(slices.Values(players), func(u, v int) int { return before[u] - before[v] })
}

// relation is a closure the slow way: a table of who stands before whom.
type relation [][]bool

func newRelation(n int) relation {
	r := make(relation, n)
	for u := range r {
		r[u] = make([]bool, n)
	}
	return r
}

// add puts u before v and closes the relation again; it reports whether no player stands before
// itself.
func (r relation) add(u, v int) bool {
	r[u][v] = true
	for k := range r {
		for i := range r {
			for j := range r {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
	for u := range r {
		if r[u][u] {
			return false
		}
	}
	return true
}

func (r relation) clone() relation {
	c := newRelation(len(r))
	for u := range r {
		copy(c[u], r[u])
	}
	return c
}

func TestClosureBitsIsTransitive(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	for range 30 {
		n := 3 + random.IntN(20)
		c, slow := newClosureBits(n), newRelation(n)
		for range 3 * n {
			order := random.Perm(n)
			x, y, z := order[0], order[1], order[2]
			want := slow.clone()
			ok := want.add(x, y) && want.add(y, z)
			if got := c.allows(x, y, z); got != ok {
				t.Fatalf("n=%d: allows(%d, %d, %d) = %v, want %v", n, x, y, z, got, ok)
			}
			if !ok {
				continue
			}
			kept := c.clone()
			c.order(x, y, z)
			for u := range n {
				for v := range n {
					if got := c.has(u, v); got != want[u][v] {
						t.Fatalf("n=%d: has(%d, %d) = %v, want %v", n, u, v, got, want[u][v])
					}
					if got := kept.has(u, v); got != slow[u][v] {
						t.Fatalf("n=%d: a clone changed at (%d, %d)", n, u, v)
					}
				}
			}
			slow = want
		}
	}
}
