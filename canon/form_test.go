package canon

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/golden"
)

func TestFormsOfAllGamesAreTheClasses(t *testing.T) {
	for n := 3; n <= 6; n++ {
		if n > 4 && testing.Short() {
			continue
		}
		starts := [][][2]int{{}}
		if n == 6 {
			// Of the games with 6 players visit only some, at least one of every class: player 0 chooses 1 and then 2,
			// and no player is chosen more often than player 0 (see mostChosen). Players 3, 4 and 5 can still be
			// exchanged, so the first choice of player 1 is 0, 2 or 3; so is the second, or it is 4 if the first is 3.
			starts = nil
			for _, second := range [][2]int{{0, 2}, {0, 3}, {2, 0}, {2, 3}, {3, 0}, {3, 2}, {3, 4}} {
				starts = append(starts, [][2]int{{1, 2}, second})
			}
		}
		orbits := make(map[string]int64)
		for _, start := range starts {
			eachWonderwall(n, func(g Graph) {
				if n == 6 && !mostChosen(g, 0) {
					return
				}
				f := canonical(t, g)
				orbits[key(f.Graph)] = orbit(f).Int64()
			}, start...)
		}
		if got, want := strconv.Itoa(len(orbits)), golden.Total("wonderwall", n, "classes"); got != want {
			t.Errorf("number of forms of games of %d players = %s, want %s", n, got, want)
		}
		sum := int64(0)
		for _, orbit := range orbits {
			sum += orbit
		}
		if want := golden.Total("wonderwall", n, "games"); strconv.FormatInt(sum, 10) != want { // ((n-1)(n-2))^n
			t.Errorf("sum of orbits of games of %d players = %d, want %s", n, sum, want)
		}
	}
}

// mostChosen reports whether no player is chosen more often than p.
func mostChosen(g Graph, p int) bool {
	chosen := make([]int, g.Points)
	for _, a := range g.Arcs {
		chosen[a.To]++
	}
	return slices.Max(chosen) == chosen[p]
}

func TestFormSurvivesEveryRelabeling(t *testing.T) {
	check := func(g Graph, all []Relabeling) {
		f := canonical(t, g)
		checkForm(t, g, f)
		automorphisms := int64(0)
		for _, r := range all {
			checkSame(t, g, f, r)
			if g.Relabel(r).Equal(g) {
				automorphisms++
			}
		}
		if f.Automorphisms.Cmp(big.NewInt(automorphisms)) != 0 {
			t.Errorf("Canonical(%v).Automorphisms = %v, want %d", g, f.Automorphisms, automorphisms)
		}
	}

	for n := 3; n <= 5; n++ {
		if n > 4 && testing.Short() {
			break
		}
		all := permutations(n)
		seen := make(map[string]bool)
		eachWonderwall(n, func(g Graph) {
			if n == 5 { // one game of each class
				k := key(canonical(t, g).Graph)
				if seen[k] {
					return
				}
				seen[k] = true
			}
			check(g, all)
		})
	}

	rng := rand.New(rand.NewPCG(1, 1))
	samples := map[int]int{5: 20, 6: 5}
	if !testing.Short() {
		samples = map[int]int{6: 300, 7: 20}
	}
	for n, count := range samples {
		all := permutations(n)
		for range count {
			check(randomWonderwall(rng, n), all)
		}
	}
}

func TestFormOfManyPlayersSurvivesRelabeling(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{10, 31, 100, 316, 1000} {
		for range 10 {
			g := randomWonderwall(rng, n)
			f := canonical(t, g)
			checkForm(t, g, f)
			checkSame(t, g, f, rng.Perm(n))
		}
	}
}

// drawGraph draws a graph of at most `most` points, with few colours and few kinds of arcs, so that many of the graphs
// have symmetries.
func drawGraph(t *rapid.T, most int) Graph {
	n := rapid.IntRange(0, most).Draw(t, "points")
	g := Graph{Points: n}
	if n == 0 {
		return g
	}
	if rapid.Bool().Draw(t, "colored") {
		g.Colors = rapid.SliceOfN(rapid.IntRange(-1, 1), n, n).Draw(t, "colors")
	}
	point := rapid.IntRange(0, n-1)
	g.Arcs = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Arc {
		return Arc{point.Draw(t, "from"), point.Draw(t, "to"), rapid.IntRange(-1, 0).Draw(t, "kind")}
	}), 0, 3*n).Draw(t, "arcs")
	return g
}

func TestFormAgreesWithPlainOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 5)
		h := drawGraph(t, 5)
		if rapid.Bool().Draw(t, "related") && g.Points > 0 {
			h = g.Relabel(rapid.Permutation(Relabeling(permutations(g.Points)[0])).Draw(t, "relabeling"))
			if len(h.Arcs) > 0 && rapid.Bool().Draw(t, "changed") {
				h.Arcs[0].To = rapid.IntRange(0, h.Points-1).Draw(t, "to")
			}
		}
		leastG, automorphisms := plain(g)
		leastH, _ := plain(h)
		want := leastG.compare(leastH) == 0

		f := canonical(t, g)
		checkForm(t, g, f)
		if f.Automorphisms.Cmp(big.NewInt(int64(automorphisms))) != 0 {
			t.Fatalf("Canonical(%v).Automorphisms = %v, want %d", g, f.Automorphisms, automorphisms)
		}
		r, got, err := Isomorphic(g, h)
		if err != nil || got != want {
			t.Fatalf("Isomorphic(%v, %v) = %v, %v, %v, want %v", g, h, r, got, err, want)
		}
		if got && !g.Relabel(r).Equal(h) {
			t.Fatalf("Isomorphic(%v, %v) = %v, which leads to %v", g, h, r, g.Relabel(r))
		}
	})
}

func TestFormOfAnyGraphSurvivesRelabeling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 30)
		f := canonical(t, g)
		checkForm(t, g, f)
		seed := rapid.Uint64().Draw(t, "seed")
		checkSame(t, g, f, rand.New(rand.NewPCG(seed, 0)).Perm(g.Points))
	})
}

func TestColorsDistinguishPoints(t *testing.T) {
	square := func(colors ...int) Graph { g := circulant(4, true, 1); g.Colors = colors; return g }
	for _, c := range []struct {
		g                    Graph
		automorphisms, orbit int64
	}{
		{square(), 8, 3},
		{square(5, 5, 5, 5), 8, 3},
		{square(1, 0, 0, 0), 2, 12},
		{square(1, 1, 0, 0), 2, 12},
		{square(1, 0, 1, 0), 4, 6},
		{square(3, 2, 1, 0), 1, 24},
		{Graph{Points: 5, Colors: []int{7, 7, -7, -7, -7}}, 12, 10},
	} {
		f := canonical(t, c.g)
		checkForm(t, c.g, f)
		if f.Automorphisms.Int64() != c.automorphisms || orbit(f).Int64() != c.orbit {
			t.Errorf("Canonical(%v) has |Aut| %v, orbit %v, want %d, %d",
				c.g, f.Automorphisms, orbit(f), c.automorphisms, c.orbit)
		}
		for _, r := range permutations(c.g.Points) {
			checkSame(t, c.g, f, r)
		}
	}
	if _, same, err := Isomorphic(square(1, 1, 0, 0), square(1, 0, 1, 0)); same || err != nil {
		t.Errorf("neighbours and opposites colored: Isomorphic = %v, %v, want false", same, err)
	}
	if _, same, err := Isomorphic(square(), square(1, 1, 1, 1)); same || err != nil {
		t.Errorf("colored 0 and colored 1: Isomorphic = %v, %v, want false", same, err)
	}
}

func TestInvalidGraphsAreRefused(t *testing.T) {
	valid := Graph{Points: 1}
	for _, c := range []struct {
		g    Graph
		want string
	}{
		{Graph{Points: -1}, "canon: a graph cannot have -1 points"},
		{Graph{Points: 2, Colors: []int{0}}, "canon: 1 colors for 2 points"},
		{Graph{Points: 0, Colors: []int{0}}, "canon: 1 colors for 0 points"},
		{Graph{Points: 2, Arcs: []Arc{{From: 0, To: 2}}}, "canon: arc 0 leads from 0 to 2, outside the points 0 to 1"},
		{Graph{Points: 2, Arcs: []Arc{{From: 2, To: 0}}}, "canon: arc 0 leads from 2 to 0, outside the points 0 to 1"},
		{Graph{Points: 2, Arcs: []Arc{{From: 0, To: 1}, {From: 0, To: -1}}}, "canon: arc 1 leads from 0 to -1, outside the points 0 to 1"},
		{Graph{Points: 2, Arcs: []Arc{{From: -1, To: 0}}}, "canon: arc 0 leads from -1 to 0, outside the points 0 to 1"},
		{Graph{Points: 0, Arcs: []Arc{{}}}, "canon: arc 0 leads from 0 to 0, outside the points 0 to -1"},
	} {
		g := c.g
		if err := g.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%v.Validate() = %v, want %s", g, err, c.want)
		}
		if _, err := Canonical(context.Background(), g); err == nil {
			t.Errorf("Canonical(%v) has no error", g)
		}
		if _, _, err := Isomorphic(g, valid); err == nil {
			t.Errorf("Isomorphic(%v, %v) has no error", g, valid)
		}
		if _, _, err := Isomorphic(valid, g); err == nil {
			t.Errorf("Isomorphic(%v, %v) has no error", valid, g)
		}
	}
}

func TestCanonicalLeavesTheGraphAlone(t *testing.T) {
	g := Graph{Points: 3, Colors: []int{0, 0, 0}, Arcs: []Arc{{2, 1, 0}, {0, 1, 0}, {2, 1, 0}}}
	was := Graph{g.Points, slices.Clone(g.Colors), slices.Clone(g.Arcs)}
	canonical(t, g)
	if !slices.Equal(g.Arcs, was.Arcs) || !slices.Equal(g.Colors, was.Colors) {
		t.Errorf("after Canonical(%v) the graph is %v", was, g)
	}
}

func BenchmarkCanonical(b *testing.B) {
	for _, n := range []int{4, 6, 8, 10, 30, 100, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, uint64(n)))
			games := make([]Graph, 64)
			for i := range games {
				games[i] = randomWonderwall(rng, n)
			}
			b.ReportAllocs()
			forms := 0
			for b.Loop() {
				canonical(b, games[forms%len(games)])
				forms++
			}
			b.ReportMetric(float64(forms)/b.Elapsed().Seconds(), "forms/s")
		})
	}
}

// orbit returns n! divided by the number of automorphisms. Colours move with their points.
func orbit(f Form) *big.Int {
	orbit := factorial(f.Graph.Points)
	return orbit.Div(orbit, f.Automorphisms)
}

// Isomorphic returns a relabeling that takes graph a to graph b, if there is any. It returns an error only if a graph
// is invalid.
func Isomorphic(a, b Graph) (Relabeling, bool, error) {
	f, err := Canonical(context.Background(), a)
	if err != nil {
		return nil, false, fmt.Errorf("first graph: %w", err)
	}
	h, err := Canonical(context.Background(), b)
	if err != nil {
		return nil, false, fmt.Errorf("second graph: %w", err)
	}
	if !f.Graph.Equal(h.Graph) {
		return nil, false, nil
	}
	return f.Relabeling.Compose(h.Relabeling.Inverse()), true, nil
}
