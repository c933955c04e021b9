package thesis

import (
	"context"
	"math/rand/v2"
	"testing"

	"enumerate/solver/betweenness"
)

// relation is a table that says which players are before which others, a simple oracle for closures.
type relation [][]bool

func newRelation(n int) relation {
	r := make(relation, n)
	for u := range r {
		r[u] = make([]bool, n)
	}
	return r
}

// add puts u before v and makes the relation transitive again. It reports whether no player is before itself.
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

func TestAClosureIsTransitiveAndNeverChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	for range 30 {
		n := 3 + random.IntN(20)
		c, slow := newClosure(n), newRelation(n)
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
			extended := c.with(x, y, z)
			for u := range n {
				for v := range n {
					if got := extended.before(u, v); got != want[u][v] {
						t.Fatalf("n=%d: before(%d, %d) = %v, want %v", n, u, v, got, want[u][v])
					}
					if got := c.before(u, v); got != slow[u][v] {
						t.Fatalf("n=%d: the closure before the extension changed at (%d, %d)", n, u, v)
					}
				}
			}
			c, slow = extended, want
		}
	}
}

// TestClosuresSolveLargeGames solves games of 300 players that are made from a hidden order. Choices of neighbours in
// this order have two players in common, so one orientation determines all others, without conflicts.
func TestClosuresSolveLargeGames(t *testing.T) {
	const players = 300
	hidden := rand.New(rand.NewPCG(2, players)).Perm(players)
	g := make(betweenness.Game, players)
	for i, p := range hidden {
		if i+2 < players {
			g[p] = choice(hidden[i+1], hidden[i+2])
		} else {
			g[p] = choice(hidden[i-1], hidden[i-2])
		}
	}
	got, work, err := closuresOrder(context.Background(), g, nil)
	if err != nil || len(got) != players || len(g.Unsatisfied(got)) > 0 {
		t.Fatalf("no solution of a game with a solution: %v, %v", got, err)
	}
	if work != (betweenness.Work{}) {
		t.Errorf("the work is %+v, want none", work)
	}
}
