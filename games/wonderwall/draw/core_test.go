package draw

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"enumerate/solver/betweenness"
)

// before returns the pairs of players of which an orientation puts the first
// before the second, in so many words.
func before(g betweenness.Game, p int, o orientation) map[[2]int]bool {
	w, n := g[p].Wonderwall, g[p].Ninja
	if o == forward {
		return map[[2]int]bool{{p, w}: true, {w, n}: true}
	}
	return map[[2]int]bool{{n, w}: true, {w, p}: true}
}

// TestContradictionsLeaveNothing checks, for cores of random games, that each
// contradiction has a cycle whose every step is in one of the orientations used,
// and that all ways to orient the core, or their reverses, have one of the
// contradictions in them.
func TestContradictionsLeaveNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	sizes := make(map[int]int)
	for trial := range 200 {
		g := randomGame(3+trial%9, random)
		core := betweenness.Solve(g).Core
		if core == nil || len(core) > 10 {
			continue
		}
		sizes[len(core)]++
		rows, ok := contradictions(g, core, 1<<len(core))
		if !ok || len(rows) > 1<<(len(core)-1) {
			t.Fatalf("%v: contradictions(%v) = %d rows, %v, want at most %d", g, core, len(rows), ok, 1<<(len(core)-1))
		}
		for _, row := range rows {
			if len(row.cycle) < 2 {
				t.Fatalf("%v: core %v: the cycle %v", g, core, row.cycle)
			}
			missing := make([]bool, len(core))
			copy(missing, row.used)
			for i, p := range row.cycle {
				step := [2]int{p, row.cycle[(i+1)%len(row.cycle)]}
				found := false
				for j, q := range core {
					if row.used[j] && row.orientations[j] != either && before(g, q, row.orientations[j])[step] {
						found, missing[j] = true, false
					}
				}
				if !found {
					t.Fatalf("%v: core %v: no orientation used in %v puts %d before %d", g, core, row, step[0], step[1])
				}
			}
			if slices.Contains(missing, true) {
				t.Fatalf("%v: core %v: an orientation is said to be used in %v and is not", g, core, row)
			}
		}
		for set := range 1 << len(core) {
			covered := false
			for _, row := range rows {
				for _, reversed := range []orientation{1, -1} {
					agrees := true
					for i, o := range row.orientations {
						taken := forward
						if set>>i&1 != 0 {
							taken = backward
						}
						agrees = agrees && (o == either || o*reversed == taken)
					}
					covered = covered || agrees
				}
			}
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

func TestContradictionsOfNoCoreAreNone(t *testing.T) {
	for _, c := range []struct {
		claim string
		game  betweenness.Game
		core  []int
		most  int
	}{
		{"no players", paper, nil, 100},
		{"a solvable game", paper, []int{0, 1, 2, 3, 4, 5}, 100},
		{"one player of two", contradictory, []int{1}, 100},
		{"more than most", contradictory, []int{1, 3}, 1},
	} {
		if rows, ok := contradictions(c.game, c.core, c.most); ok {
			t.Errorf("%s: contradictions(%v, %d) = %v", c.claim, c.core, c.most, rows)
		}
	}
	if rows, ok := contradictions(contradictory, []int{1, 3}, 2); !ok || len(rows) != 2 {
		t.Errorf("contradictions = %v, %v, want two", rows, ok)
	}
}

// TestCoresAreExplained looks for the lines about the core that a reader needs.
func TestCoresAreExplained(t *testing.T) {
	list, err := elements(SVG(letters(4), contradictory, betweenness.Certificate{Core: []int{1, 3}}))
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, e := range list {
		if e.name == "text" {
			seen = append(seen, e.text)
		}
	}
	for _, want := range []string{
		"D between B and A", "B between D and A",
		"B < D < A", "D < B < A", "B before D before B",
		"A < B < D", "B before D before A before B",
	} {
		if !slices.Contains(seen, want) {
			t.Errorf("%q is not in the picture, but %s", want, fmt.Sprintf("%q", seen))
		}
	}
}

// TestEveryCoreIsDrawn draws cores with more players than have their
// contradictions listed.
func TestEveryCoreIsDrawn(t *testing.T) {
	game := randomGame(30, rand.New(rand.NewPCG(8, 2)))
	core := make([]int, 25) // that these contradict each other does not matter here
	names := make([]string, len(game))
	for p := range names {
		names[p] = fmt.Sprint("P", p)
		if p < len(core) {
			core[p] = p
		}
	}
	svg := string(SVG(names, game, betweenness.Certificate{Core: core}))
	if !strings.Contains(svg, "There are 2^25 ways") {
		t.Error("nothing is said of the core")
	}
}
