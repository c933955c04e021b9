package betweenness

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/bounded"
)

// coronene returns an unsolvable game that is made from a hexagonal patch of a honeycomb with k hexagons on a side; its
// players are shuffled. White vertices are players. For each black vertex, the choices force that its white neighbours
// do not all stand on the same side of an extra player z. So in a solution, the two sides would colour the white
// vertices such that every black vertex has neighbours of both colours. There is no such colouring, because all perfect
// matchings of the patch have the same sign: docs/papers/betweenness.md, "Games of small width".
func coronene(k int, random *rand.Rand) Game {
	type hexagon struct{ q, r int }
	inside := func(h hexagon) bool {
		return max(h.q, -h.q, h.r, -h.r, h.q+h.r, -h.q-h.r) < k
	}
	// Three hexagons meet at a vertex: (q,r), (q+1,r) and (q,r+1) at a white vertex, and (q,r), (q-1,r)
	// and (q,r-1) at a black vertex. Neighbouring vertices have two hexagons in common.
	white := make(map[hexagon]int)
	for q := -k; q <= k; q++ {
		for r := -k; r <= k; r++ {
			if inside(hexagon{q, r}) || inside(hexagon{q + 1, r}) || inside(hexagon{q, r + 1}) {
				white[hexagon{q, r}] = len(white)
			}
		}
	}
	var sets [][]int
	for q := -k; q <= k; q++ {
		for r := -k; r <= k; r++ {
			var set []int
			a, b, c := inside(hexagon{q, r}), inside(hexagon{q - 1, r}), inside(hexagon{q, r - 1})
			if a || b {
				set = append(set, white[hexagon{q - 1, r}])
			}
			if a || c {
				set = append(set, white[hexagon{q, r - 1}])
			}
			if b || c {
				set = append(set, white[hexagon{q - 1, r - 1}])
			}
			if set != nil {
				sets = append(sets, set)
			}
		}
	}
	// Find a vertex in every set that represents it, a different vertex for each set.
	of := make([]int, len(white)) // the set that a vertex represents
	for v := range of {
		of[v] = none
	}
	var represent func(e int, tried map[int]bool) bool
	represent = func(e int, tried map[int]bool) bool {
		for _, v := range sets[e] {
			if tried[v] {
				continue
			}
			tried[v] = true
			if of[v] == none || represent(of[v], tried) {
				of[v] = e
				return true
			}
		}
		return false
	}
	for e := range sets {
		if !represent(e, make(map[int]bool)) {
			panic("the patch has no perfect matching")
		}
	}
	z := len(white)
	g := make(Game, z+1)
	add := func(c Choice) int {
		g = append(g, c)
		return len(g) - 1
	}
	for v, e := range of {
		others := slices.DeleteFunc(slices.Clone(sets[e]), func(u int) bool { return u == v })
		g[v] = Choice{z, others[0]}
		if len(others) == 2 {
			g[v].Wonderwall = add(Choice{z, others[1]})
		}
	}
	// Player z chooses two of three new players who stand to the right of all others.
	d := len(g)
	g[z] = Choice{d, d + 1}
	g = append(g, Choice{d + 1, d + 2}, Choice{d, 0}, Choice{d + 1, d})

	names := random.Perm(len(g))
	shuffled := make(Game, len(g))
	for p, c := range g {
		shuffled[names[p]] = Choice{names[c.Wonderwall], names[c.Ninja]}
	}
	return shuffled
}

func TestSweepSeesThatCoroneneGamesAreUnsolvable(t *testing.T) {
	const seed = 21
	most := 7
	if testing.Short() {
		most = 5
	}
	for k, players := range []int{1: 7, 22, 49, 88, 139, 202, 277}[:most+1] {
		if k == 0 {
			continue
		}
		g := coronene(k, rand.New(rand.NewPCG(seed, uint64(k))))
		if err := g.Validate(); err != nil || len(g) != players {
			t.Fatalf("coronene(%d) has %d players, %v, want %d", k, len(g), err, players)
		}
		s := NewSearcher()
		s.take(g, nil)
		var w sweep
		solvable, err := s.runSweep(context.Background(), &w)
		if solvable || err != nil {
			t.Fatalf("sweep(coronene(%d)) = %v, %v, want false", k, solvable, err)
		}
		if w.plan.width > 2*k+3 {
			t.Errorf("coronene(%d): the width is %d, want %d or less", k, w.plan.width, 2*k+3)
		}
		core := s.playersOf(w.contradiction())
		// The core has all players except four that coronene adds: z and the players to the right of all others.
		if k > 1 && len(core) != players-4 {
			t.Errorf("coronene(%d): the core has %d of %d players, want all but four", k, len(core), players)
		}
		if err := (Proof{Core: core}).Check(g); err != nil {
			t.Errorf("coronene(%d): %v", k, err)
		}
		p := w.proof(func(i int32) int { return int(s.owners[s.owner[i]]) })
		if err := p.check(g, core); err != nil {
			t.Errorf("coronene(%d): %v", k, err)
		}
	}
}

func TestSweepNeedsEveryPlayerOfACoroneneCore(t *testing.T) {
	const seed = 22
	for k := 2; k <= 3; k++ {
		g := coronene(k, rand.New(rand.NewPCG(seed, uint64(k))))
		s := NewSearcher()
		s.take(g, nil)
		var w sweep
		if _, err := s.runSweep(context.Background(), &w); err != nil {
			t.Fatal(err)
		}
		core := s.playersOf(w.contradiction())
		for i, p := range core {
			fewer := slices.Delete(slices.Clone(core), i, i+1)
			s.take(g, fewer)
			if solvable, err := s.runSweep(context.Background(), &w); !solvable || err != nil {
				t.Fatalf("coronene(%d) without player %d: %v, %v, want true", k, p, solvable, err)
			}
			at := make([]int, len(g))
			for i, v := range s.order() {
				at[v] = i
			}
			for _, q := range fewer {
				if c := g[q]; (at[q] < at[c.Wonderwall]) != (at[c.Wonderwall] < at[c.Ninja]) {
					t.Fatalf("coronene(%d) without player %d: the order does not satisfy the choice of %d", k, p, q)
				}
			}
		}
	}
}

func TestSweepAgreesWithTheSearch(t *testing.T) {
	const seed = 23
	games := 100_000
	if testing.Short() {
		games = 2_000
	}
	random := rand.New(rand.NewPCG(seed, 1))
	searcher := NewSearcher()
	searcher.closures = 0 // the searcher must not use closures, which the sweep uses
	solvable := 0
	for i := range games {
		g := randomGame(3+i%10, random)
		if i%4 == 1 {
			g = crowdedGame(len(g), random)
		}
		agreeOnSweep(t, searcher, g, &solvable)
	}
	if solvable < games/10 || solvable > games*9/10 {
		t.Errorf("seed %d: %d of %d games are solvable", seed, solvable, games)
	}
}

// agreeOnSweep decides a game by a sweep and by the search, which must agree, and checks the proof of the sweep. It
// increments `solvable` if the game is solvable.
func agreeOnSweep(t *testing.T, searcher *Searcher, g Game, solvable *int) {
	t.Helper()
	want, _, err := searcher.Solvable(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSearcher()
	s.take(g, nil)
	var w sweep
	got, err := s.runSweep(context.Background(), &w)
	if got != want || err != nil {
		t.Fatalf("sweep(%v) = %v, %v, want %v", g, got, err, want)
	}
	if got {
		*solvable++
		if err := checkOrder(g, s.order()); err != nil {
			t.Fatalf("sweep(%v): %v", g, err)
		}
		return
	}
	core := s.playersOf(w.contradiction())
	p := w.proof(func(i int32) int { return int(s.owners[s.owner[i]]) })
	if err := p.check(g, core); err != nil {
		t.Fatalf("sweep(%v): the core %v: %v", g, core, err)
	}
}

// narrowGame draws a solvable game in which every player chooses players who stand near to it on a line. Then,
// `spoilers` times, it draws a player and exchanges this player's wonderwall and ninja.
func narrowGame(n, spoilers int, random *rand.Rand) Game {
	const reach = 4
	line := make(Game, n) // by place
	for p := range line {
		for {
			w, b := p+random.IntN(2*reach+1)-reach, p+random.IntN(2*reach+1)-reach
			if w >= 0 && w < n && b >= 0 && b < n && (p < w && w < b || b < w && w < p) {
				line[p] = Choice{w, b}
				break
			}
		}
	}
	for range spoilers {
		p := random.IntN(n)
		line[p].Wonderwall, line[p].Ninja = line[p].Ninja, line[p].Wonderwall
	}
	names := random.Perm(n)
	g := make(Game, n)
	for p, c := range line {
		g[names[p]] = Choice{names[c.Wonderwall], names[c.Ninja]}
	}
	return g
}

func TestSweepDecidesLongNarrowGames(t *testing.T) {
	const seed = 24
	random := rand.New(rand.NewPCG(seed, 1))
	searcher := NewSearcher()
	solvable, games := 0, 60
	for i := range games {
		agreeOnSweep(t, searcher, narrowGame(50+5*i, i%3, random), &solvable)
	}
	if solvable < 20 || solvable == games {
		t.Errorf("seed %d: %d of %d games are solvable", seed, solvable, games)
	}
}

// twinGame draws a digraph of k vertices, with two arcs from each, and two sinks. It returns the game that asks whether
// the digraph has two disjoint paths to the sinks: docs/papers/np-complete.md, section 2. This game has two players for
// every vertex; the second is called the twin of the first. A triple is a player with its two choices. Only the triples
// of these two players contain the twin; see planner.pair.
func twinGame(k int, random *rand.Rand) Game {
	s, t := 2*k, 2*k+1
	place := func() int { // a vertex or a sink
		v := random.IntN(k + 2)
		if v < k {
			return 2 * v
		}
		return s + v - k
	}
	g := make(Game, 2*k+2)
	for v := 0; v < 2*k; v += 2 {
		p, a := v, v
		for p == v {
			p = place()
		}
		for a == v || a == p {
			a = place()
		}
		g[v], g[v+1] = Choice{v + 1, p}, Choice{v, a}
	}
	of := random.Perm(k)
	g[s], g[t] = Choice{2 * of[0], t}, Choice{2 * of[0], 2 * of[1]}
	return g
}

func TestSweepTakesTheTriplesOfATwinTogether(t *testing.T) {
	const seed = 26
	games := 5_000
	if testing.Short() {
		games = 500
	}
	random := rand.New(rand.NewPCG(seed, 1))
	searcher := NewSearcher()
	searcher.stall = math.MaxUint64 // prevents a sweep
	solvable, twins := 0, 0
	for i := range games {
		g := twinGame(2+i%10, random)
		agreeOnSweep(t, searcher, g, &solvable)

		s := NewSearcher()
		s.take(g, nil)
		s.peel()
		var w sweep
		if len(s.inner) == 0 || !w.begin(len(s.names), s.inner) {
			continue
		}
		next := make([]int32, len(s.inner)) // by triple: the previous and the next triple in the plan
		last := make([]int32, len(s.inner))
		for k, step := range w.plan.steps[1:] {
			next[w.plan.steps[k].triple], last[step.triple] = step.triple, w.plan.steps[k].triple
		}
		p := newPlanner(len(s.names), s.inner, &w.in)
		for i, j := range p.partner {
			if j == none {
				continue
			}
			if twins++; next[i] != j && last[i] != j {
				t.Fatalf("%v: the plan takes triples %d and %d of a twin apart", g, i, j)
			}
		}
	}
	if solvable < games/10 || solvable > games*9/10 || twins < games {
		t.Errorf("seed %d: %d of %d games are solvable, %d triples have partners", seed, solvable, games, twins)
	}
}

func TestSweepGivesUp(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 1))
	wide := randomGame(400, random)
	sweeps, err := Named(Algorithms(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := sweeps.Solve(context.Background(), wide, How{}); err != errTooWide {
		t.Errorf("Solve(%d random players) = %v, want %v", len(wide), err, errTooWide)
	}

	g := coronene(5, random)
	triples := make([]triple, len(g))
	for p := range g {
		triples[p] = tripleOf(g, p)
	}
	var w sweep
	if !w.begin(len(g), triples) {
		t.Fatal("a game of width 12 is too wide")
	}
	for _, words := range []int{1000, 10_000} {
		if _, ok, err := w.run(context.Background(), words); ok || err != nil || w.words <= words {
			t.Errorf("run with %d words = %v, %v after %d words, want false", words, ok, err, w.words)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := w.run(ended, maxWords); err != context.Canceled {
		t.Errorf("run after the context ended = %v, want %v", err, context.Canceled)
	}
	if solvable, ok, err := w.run(context.Background(), maxWords); solvable || !ok || err != nil {
		t.Errorf("run with enough words = %v, %v, %v, want false, true", solvable, ok, err)
	}
}

func TestMinimizerKeepsTheMinimalClosures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(3, 9).Draw(t, "width")
		count := rapid.IntRange(0, 1500).Draw(t, "count")
		fewest := rapid.IntRange(0, 3).Draw(t, "fewest")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "closures"), 1))
		var rows []uint32
		for range count {
			c := make(narrow, width)
			for range fewest + random.IntN(4) {
				u, v := random.IntN(width), random.IntN(width)
				if u != v && c[v]>>u&1 == 0 {
					c.add(u, v)
				}
			}
			rows = append(rows, c...)
		}
		m := minimizer{budget: bounded.Steps{Context: context.Background()}}
		kept, numbers, err := m.keep(width, rows)
		if err != nil {
			t.Fatal(err)
		}
		all, some := table{width: width, rows: rows}, table{width: width, rows: kept}
		for i := range some.count() {
			for j := range some.count() {
				if i != j && some.closure(i).within(some.closure(j)) {
					t.Fatalf("closure %v lies within %v, and both are kept", some.closure(i), some.closure(j))
				}
			}
		}
		seen := make([]bool, some.count())
		for i := range all.count() {
			if !some.closure(int(numbers[i])).within(all.closure(i)) {
				t.Fatalf("closure %v does not lie within %v", some.closure(int(numbers[i])), all.closure(i))
			}
			if slices.Equal(some.closure(int(numbers[i])), all.closure(i)) {
				seen[numbers[i]] = true
			}
		}
		if slices.Contains(seen, false) {
			t.Fatal("a closure is kept that was not given")
		}
	})
}

func BenchmarkSweep(b *testing.B) {
	for k := 3; k <= 8; k++ {
		g := coronene(k, rand.New(rand.NewPCG(1, uint64(k))))
		s := NewSearcher()
		s.take(g, nil)
		var w sweep
		b.Run(fmt.Sprintf("coronene=%d/players=%d", k, len(g)), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.runSweep(context.Background(), &w); err != nil {
					b.Fatal(err)
				}
			}
			most, all := 0, 0
			for _, t := range w.tables {
				most, all = max(most, t.count()), all+t.count()
			}
			b.ReportMetric(float64(w.plan.width), "width")
			b.ReportMetric(float64(most), "closures-at-once")
			b.ReportMetric(float64(all), "closures")
		})
		core := s.playersOf(w.contradiction())
		p := w.proof(func(i int32) int { return int(s.owners[s.owner[i]]) })
		b.Run(fmt.Sprintf("check/coronene=%d", k), func(b *testing.B) {
			for b.Loop() {
				if err := p.check(g, core); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
