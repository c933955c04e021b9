package betweenness

import (
	"math/rand/v2"
	"testing"
)

// relation is a table of who stands before whom, a simple oracle for closures.
type relation [][]bool

func newRelation(n int) relation {
	r := make(relation, n)
	for u := range r {
		r[u] = make([]bool, n)
	}
	return r
}

// add puts u before v and makes the relation transitive again. It reports whether no player stands before itself.
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

// follow puts three random players in order, again and again, both in a closure and in a simple relation (a table of
// who stands before whom). The two must agree.
func follow(t *testing.T, n int, random *rand.Rand) {
	t.Helper()
	var c closure
	slow := newRelation(n)
	for range 3 * n {
		order := random.Perm(n)
		x, y, z := order[0], order[1], order[2]
		want := slow.clone()
		ok := want.add(x, y) && want.add(y, z)
		next := c
		got := next.order(x, y, z)
		if got != ok {
			t.Fatalf("n=%d: order(%d, %d, %d) = %v, want %v", n, x, y, z, got, ok)
		}
		if !ok {
			continue
		}
		news := !slow[x][y] || !slow[y][z]
		if !c.within(&next) || next.within(&c) == news {
			t.Fatalf("n=%d: order(%d, %d, %d) says more = %v, want %v", n, x, y, z, !next.within(&c), news)
		}
		c, slow = next, want
		for u := range n {
			for v := range n {
				if got, want := c.has(u, v), slow[u][v]; got != want {
					t.Fatalf("n=%d: has(%d, %d) = %v, want %v", n, u, v, got, want)
				}
			}
		}
	}
}

func TestClosuresAreTransitiveAndFindContradictions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rounds := 100
	if testing.Short() {
		rounds = 5
	}
	for range rounds {
		for n := 3; n <= maxFrontier; n++ {
			follow(t, n, random)
		}
	}
}

func BenchmarkClosureOrder(b *testing.B) {
	for b.Loop() {
		var c closure
		for u := 0; u+2 < maxFrontier; u++ {
			c.order(u, u+1, u+2)
		}
	}
}

func TestFrontierIsEmptyExactlyWhenUnsolvable(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for trial := range 500 {
		n := 3 + trial%10
		g := randomGame(n, random)
		f := NewFrontier()
		open := true
		for p := range g {
			open = f.Push(p, g[p])
		}
		if want := solvableByPrefixes(g); open != want {
			t.Fatalf("%v: a closure is left = %v, want %v", g, open, want)
		}
	}
}

func TestPopTakesBackPush(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	for range 100 {
		n := 6 + random.IntN(11)
		g, detour := randomGame(n, random), randomGame(n, random)
		straight, f := NewFrontier(), NewFrontier()
		for p := range n - 1 {
			straight.Push(p, g[p])
			f.Push(p, g[p])
			f.Push(p+1, detour[p+1])
			f.Pop()
		}
		for range 20 {
			c := randomGame(n, random)[n-1]
			want, got := straight.Push(n-1, c), f.Push(n-1, c)
			straight.Pop()
			f.Pop()
			if got != want {
				t.Fatalf("%v: after a detour Push(%d, %v) = %v, want %v", g, n-1, c, got, want)
			}
		}
	}
}
