package betweenness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// mobius returns a game of n players around a circle. The choices of neighbours are tied: each determines the
// orientation of the next. The last choice is reversed, like the twist in a Möbius strip, so every player is needed for
// a contradiction.
func mobius(n int) Game {
	g := ring(n)
	g[n-1] = Choice{1, 0}
	return g
}

// beside returns two games side by side, as one game.
func beside(g, h Game) Game {
	both := slices.Clone(g)
	for _, c := range h {
		both = append(both, Choice{c.Wonderwall + len(g), c.Ninja + len(g)})
	}
	return both
}

func TestTheUsualCoreTakesABoundedNumberOfSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 1))
	for name, g := range map[string]Game{
		"two permutations": regular(1000, random),
		"a ring":           ring(30_000),
	} {
		s := NewSearcher()
		effort := shrinkEffort
		c, err := s.Reduce(t.Context(), g, Proof{Core: identity(len(g))}, &effort)
		if err != nil {
			t.Fatal(err)
		}
		if c.Irreducible || effort > 0 || effort < -shrinkEffort {
			t.Errorf("%s: irreducible %v, %d of an effort of %d left, want it all used and at most as much over", name, c.Irreducible, effort, shrinkEffort)
		}
		if err := c.Check(g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLongPropagationsEndWithTheContext ends the context while the search propagates for a long time without finding a
// conflict.
func TestLongPropagationsEndWithTheContext(t *testing.T) {
	g := ring(30_000)
	left := 3
	s := NewSearcher()
	s.take(g, identity(len(g))[1:])
	_, _, err := s.run(patient{context.Background(), &left}, false, 1<<40)
	if steps := s.conflict.steps + s.conflict.precedence.steps; !errors.Is(err, context.Canceled) || steps > 1<<22 {
		t.Errorf("after %d steps: %v, want few, and %v", steps, err, context.Canceled)
	}
}

// TestLongCoresAreCheckedInLittleMemory checks cores of thousands of players. Apart from what the search needs, the
// check may take only memory that is linear in the size of the core.
func TestLongCoresAreCheckedInLittleMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 2))
	hard := walledGame(30, random)
	for Solve(hard).Solvable() {
		hard = walledGame(30, random)
	}
	free := regular(3000, random) // but with three players whom no one chose as wonderwall, who can stand at the ends
	for p := range 3 {
		free[p] = Choice{free[p+3].Wonderwall, free[p].Ninja}
	}
	for free.Validate() != nil || !Solve(free).Solvable() {
		free = regular(3000, random)
		for p := range 3 {
			free[p] = Choice{free[p+3].Wonderwall, free[p].Ninja}
		}
	}
	for name, g := range map[string]Game{
		"ties through 10,000 players":    mobius(10_000),
		"a hard core among 3,030 others": beside(hard, free),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := Proof{Core: identity(len(g))}.Check(g)
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; err != nil || mb > 100 {
			t.Errorf("%s: %v, with %d MB allocated, want up to 100", name, err, mb)
		}
	}
}

// TestLongCoresAreAcceptedExactlyIfTheyContradict joins a small game and a large solvable game. All players together
// are a core if and only if the small game is unsolvable.
func TestLongCoresAreAcceptedExactlyIfTheyContradict(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 3))
	verdicts := make(map[bool]int)
	for range 60 {
		small, large := walledGame(8+random.IntN(5), random), randomGame(70, random)
		if c := Solve(large); !c.Solvable() || c.Check(large) != nil {
			continue
		}
		g := beside(small, large)
		solvable := solvableByPrefixes(small)
		verdicts[solvable]++
		if err := checkCore(t.Context(), g, identity(len(g))); solvable && !errors.Is(err, errNoCore) || !solvable && err != nil {
			t.Fatalf("%v: solvable %v, all players as a core: %v", g, solvable, err)
		}
	}
	if verdicts[true] < 5 || verdicts[false] < 5 {
		t.Errorf("%v verdicts: too few to test anything", verdicts)
	}
}

func BenchmarkUsualCore(b *testing.B) {
	random := rand.New(rand.NewPCG(19, 4))
	for _, c := range []struct {
		name string
		game Game
	}{
		{"permutations/n=1000", regular(1000, random)},
		{"permutations/n=2000", regular(2000, random)},
		{"ring/n=30000", ring(30_000)},
		{"walled/n=60", walledGame(60, random)},
	} {
		for _, kind := range []CoreKind{NoCore, UsualCore} {
			b.Run(fmt.Sprintf("%s/core=%s", c.name, kind), func(b *testing.B) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for b.Loop() {
					if _, _, err := Algorithms()[0].Solve(b.Context(), c.game, How{Core: kind}); err != nil {
						b.Fatal(err)
					}
				}
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/(1<<20), "MB/op")
			})
		}
	}
}
