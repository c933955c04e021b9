package cases

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"enumerate/solver/betweenness"
)

// pairsOf returns the two pairs of players that an orientation of p's choice puts next to each other, in order.
func pairsOf(g betweenness.Game, p int, o Orientation) [][2]int {
	w, n := g[p].Wonderwall, g[p].Ninja
	if o == Forward {
		return [][2]int{{p, w}, {w, n}}
	}
	return [][2]int{{n, w}, {w, p}}
}

// TestCasesAreComplete checks trees of cases, which prove that the choices of a core contradict each other. Each choice
// has two orientations (the player or its ninja stands first). Each leaf orients some of the choices, so that they make
// a cycle. Every way to orient all choices of the core, or the reverse of these orientations, must agree with some
// leaf, so that no case is missing.
func TestCasesAreComplete(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	sizes := make(map[int]int)
	for trial := range 400 {
		g := randomGame(4+trial%9, random)
		core := betweenness.Solve(g).Core
		if core == nil || len(core) > 10 {
			continue
		}
		sizes[len(core)]++
		cases, err := Find(t.Context(), g, core, 1<<len(core))
		if err != nil {
			t.Fatalf("%v: cases of %v: %v", g, core, err)
		}
		ends := cases.List(core)
		if len(ends) != cases.Ends() || len(ends) > 1<<(len(core)-1) {
			t.Fatalf("%v: %d ends listed of %d, expected at most %d", g, len(ends), cases.Ends(), 1<<(len(core)-1))
		}
		for _, end := range ends {
			if len(end.Cycle) < 2 {
				t.Fatalf("%v: core %v: the cycle %v", g, core, end.Cycle)
			}
			missing := slices.Clone(end.Used)
			for i, p := range end.Cycle {
				step := [2]int{p, end.Cycle[(i+1)%len(end.Cycle)]}
				found := false
				for j, q := range core {
					if end.Used[j] && end.Orientations[j] != Either && slices.Contains(pairsOf(g, q, end.Orientations[j]), step) {
						found, missing[j] = true, false
					}
				}
				if !found {
					t.Fatalf("%v: core %v: no orientation used in %v puts %d before %d", g, core, end, step[0], step[1])
				}
			}
			if slices.Contains(missing, true) {
				t.Fatalf("%v: core %v: an orientation is said to be used in %v and is not", g, core, end)
			}
		}
		for set := range 1 << len(core) {
			covered := slices.ContainsFunc(ends, func(end End) bool {
				return agrees(end, set, 1) || agrees(end, set, -1)
			})
			if !covered {
				t.Fatalf("%v: core %v: nothing contradicts the orientations %b", g, core, set)
			}
		}
	}
	for _, size := range []int{2, 3, 4, 5} {
		if sizes[size] == 0 {
			t.Errorf("no core of %d players was tried", size)
		}
	}
}

// agrees reports whether a way to orient all choices has the orientations that a leaf of the tree of cases assumes. The
// tree is a proof that the choices contradict each other; `end` is the leaf. Bit i of `set` is 1 if choice i is
// oriented backward. If `reverse` is -1, the orientations of the leaf are reversed first.
func agrees(end End, set int, reverse Orientation) bool {
	for i, o := range end.Orientations {
		taken := Forward
		if set>>i&1 != 0 {
			taken = Backward
		}
		if o != Either && o*reverse != taken {
			return false
		}
	}
	return true
}

func TestFindRefusesPlayersWithoutAContradiction(t *testing.T) {
	contradictory := betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}
	solvable := betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 5}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 4}, {Wonderwall: 3, Ninja: 5}, {Wonderwall: 3, Ninja: 1}}
	for _, c := range []struct {
		claim string
		game  betweenness.Game
		core  []int
		most  int
	}{
		{"no players", solvable, nil, 100},
		{"a solvable game", solvable, []int{0, 1, 2, 3, 4, 5}, 100},
		{"one player of two", contradictory, []int{1}, 100},
		{"more than most", contradictory, []int{1, 3}, 1},
	} {
		if cases, err := Find(t.Context(), c.game, c.core, c.most); err == nil {
			t.Errorf("%s: cases %v", c.claim, cases.List(c.core))
		}
	}
	cases, err := Find(t.Context(), contradictory, []int{1, 3}, 2)
	if err != nil || cases.Ends() != 2 {
		t.Errorf("%d ends, %v, want 2", cases.Ends(), err)
	}
}

func TestWrongCasesAreRefused(t *testing.T) {
	g, core := betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}, []int{1, 3}
	end := func(players ...int) *Tree { return &Tree{Cycle: players} }
	for claim, spoiled := range map[string]*Tree{
		"no tree":                              nil,
		"a leaf without any case":              end(1, 3),
		"no case for the backward orientation": {Player: 1, Forward: &Tree{Player: 3, Forward: end(3, 1)}},
		"a player outside the core":            {Player: 0, Forward: end(0, 1)},
		"two cases of the same player":         {Player: 1, Forward: &Tree{Player: 1, Forward: end(1, 3), Backward: end(1, 3)}},
		"a cycle with a step of no choice":     {Player: 1, Forward: &Tree{Player: 3, Forward: end(1, 3), Backward: end(1, 2)}},
		"a cycle with a step of another case":  {Player: 1, Forward: &Tree{Player: 3, Forward: end(1, 3), Backward: end(3, 1)}},
		"a cycle of one player":                {Player: 1, Forward: end(1)},
		"a cycle against the orientation":      {Player: 1, Forward: end(3, 1)},
	} {
		if err := spoiled.check(g, core, make(map[int]Orientation)); err == nil {
			t.Errorf("%s: accepted", claim)
		}
	}
}

func TestCasesEndInTime(t *testing.T) {
	g := randomGame(30, rand.New(rand.NewPCG(8, 5)))
	core := identity(30)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(stopped, g, core, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCasesOfLongCoresTakeBoundedTime(t *testing.T) {
	const n = 100_000
	g := make(betweenness.Game, n) // a ring
	for p := range g {
		g[p] = betweenness.Choice{Wonderwall: (p + 1) % n, Ninja: (p + 2) % n}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Find(t.Context(), g, identity(len(g)), 100)
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; !errors.Is(err, ErrMany) || mb > 100 {
		t.Errorf("%v, with %d MB allocated, want %v and few", err, mb, ErrMany)
	}
}

func randomGame(n int, random *rand.Rand) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		for {
			w, b := random.IntN(n), random.IntN(n)
			if w != p && b != p && w != b {
				g[p] = betweenness.Choice{Wonderwall: w, Ninja: b}
				break
			}
		}
	}
	return g
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
