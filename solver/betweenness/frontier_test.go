package betweenness

import (
	"math/rand/v2"
	"testing"
)

// TestAllowedIsWhatCompletes gives all players but the last a random choice and
// compares the choices a frontier allows the last one with what the prefix
// method says of each whole game.
func TestAllowedIsWhatCompletes(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for trial := range 300 {
		n := 3 + trial%9
		g := randomGame(n, random)
		f := NewFrontier(n)
		open := true
		for p := range n - 1 {
			open = f.Push(p, g[p])
		}
		var rows Rows
		f.Allowed(n-1, &rows)
		some := false
		for w := range n - 1 {
			for b := range n - 1 {
				if w == b {
					continue
				}
				g[n-1] = Choice{w, b}
				got, want := rows[w]>>b&1 != 0, solvableByPrefixes(g)
				if got != want {
					t.Fatalf("%v: allowed = %v, want %v", g, got, want)
				}
				some = some || want
			}
		}
		// An empty frontier allows nothing.
		if some && !open {
			t.Fatalf("%v: Push says nothing is left, but something completes it", g)
		}
	}
}

func TestFrontierIsEmptyExactlyWhenUnsolvable(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for trial := range 500 {
		n := 3 + trial%10
		g := randomGame(n, random)
		f := NewFrontier(n)
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
		straight, f := NewFrontier(n), NewFrontier(n)
		for p := range n - 1 {
			straight.Push(p, g[p])
			f.Push(p, g[p])
			f.Push(p+1, detour[p+1])
			f.Pop()
		}
		var want, got Rows
		straight.Allowed(n-1, &want)
		f.Allowed(n-1, &got)
		if got != want {
			t.Fatalf("%v: a detour changes what is allowed", g)
		}
	}
}
