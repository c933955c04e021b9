package thesis

import (
	"math/rand/v2"
	"testing"
)

// relation is a closure the slow way: a table of who stands before whom.
type relation [][]bool

func newRelation(n int) relation {
	r := make(relation, n)
	for u := range r {
		r[u] = make([]bool, n)
	}
	return r
}

// add puts u before v and closes the relation again; it reports whether nobody
// stands before himself.
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
