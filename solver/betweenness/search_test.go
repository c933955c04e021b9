package betweenness

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// solved returns the proof of a game's verdict, which it checks.
func solved(t testing.TB, s *Searcher, g Game) Proof {
	t.Helper()
	c, _, err := s.Solve(context.Background(), g)
	if err == nil {
		err = c.Check(g)
	}
	if err != nil {
		t.Fatalf("Solve(%v) = %v, %v", g, c, err)
	}
	return c
}

// conflictsOnly returns a searcher that does not decide small games with closures, so that it must search.
func conflictsOnly() *Searcher {
	s := NewSearcher()
	s.closures = 0
	return s
}

// hasty returns a searcher like conflictsOnly that, after only a few conflicts, restarts, deletes learned clauses and
// calls unstall, so that small games test this code.
func hasty() *Searcher {
	s := conflictsOnly()
	s.conflict.limits = conflictLimits{restart: 2, learnt: 3, words: 1000}
	s.stall = 2
	return s
}

func TestSearchIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Players choose players near themselves, so that choices share pairs more often than in a random game.
		n := rapid.IntRange(3, 12).Draw(t, "players")
		g := make(Game, n)
		for p := range g {
			w := rapid.IntRange(1, min(n-1, 4)).Draw(t, "to the wonderwall")
			b := rapid.IntRange(1, n-1).Filter(func(b int) bool { return b != w }).Draw(t, "to the ninja")
			g[p] = Choice{(p + w) % n, (p + b) % n}
		}
		want := solvableByPrefixes(g)
		for _, s := range []*Searcher{NewSearcher(), conflictsOnly(), hasty()} {
			c, _, err := s.Solve(context.Background(), g)
			if err != nil || c.Check(g) != nil || c.Solvable() != want {
				t.Fatalf("%d: Solve(%v) = %v, %v, %v, want solvable = %v", s.closures, g, c, err, c.Check(g), want)
			}
			if got, _, err := s.Solvable(context.Background(), g); got != want || err != nil {
				t.Fatalf("%d: Solvable(%v) = %v, %v, want %v", s.closures, g, got, err, want)
			}
		}
	})
}

func TestConflictSearchIsExact(t *testing.T) {
	games := 4000
	if testing.Short() {
		games = 300
	}
	random := rand.New(rand.NewPCG(9, 9))
	alone := hasty()
	alone.stall = math.MaxUint64 // use no other method
	searchers := []*Searcher{conflictsOnly(), alone}
	conflicts, reductions := uint64(0), 0
	for i := range games {
		s := searchers[i%2]
		g := randomGame(6+random.IntN(20), random)
		if i%4 >= 2 {
			g = walledGame(12+random.IntN(8), random)
		}
		want := orientable(g, identity(len(g)))
		if got := solved(t, s, g).Solvable(); got != want {
			t.Fatalf("%v: solvable = %v, by all orientations %v", g, got, want)
		}
		conflicts += s.conflict.work.Conflicts
		reductions += s.conflict.reductions
	}
	if reductions < games/20 {
		t.Errorf("in %d games clauses were deleted %d times: too seldom to test anything", games, reductions)
	}
	if conflicts < uint64(games) {
		t.Errorf("%d games made %d conflicts: too few to test anything", games, conflicts)
	}
}

func TestProofsGiveCores(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 11))
	proofs, deleted := 0, 0
	for range 300 {
		s := hasty()
		s.stall = math.MaxUint64
		g := walledGame(12+random.IntN(6), random)
		s.take(g, nil)
		o, core, err := s.run(context.Background(), true, math.MaxInt)
		if err != nil {
			t.Fatal(err)
		}
		if o == satisfied {
			continue
		}
		if !contradict(g, core) {
			t.Fatalf("%v: %v is no core", g, core)
		}
		if s.conflict.work.Conflicts > 0 {
			proofs++
			deleted += s.conflict.reductions
		}
	}
	if proofs < 50 || deleted < proofs {
		t.Errorf("%d proofs, %d times clauses were deleted: too few to test anything", proofs, deleted)
	}
}

func TestLearntClausesTakeBoundedMemory(t *testing.T) {
	g := regular(36, rand.New(rand.NewPCG(9, 12)))
	for _, proving := range []bool{false, true} {
		s := conflictsOnly()
		s.stall = math.MaxUint64
		s.conflict.limits = conflictLimits{restart: 50, learnt: 1 << 20, words: 5000}
		s.take(g, nil)
		s.peeling.run(s.players, s.all)
		s.renumber()
		s.ties.find(s.inner)
		_ = s.arrangement.build(context.Background(), len(s.names), s.inner) // the context does not end
		s.conflict.reset(&s.ties, &s.arrangement, proving)
		most := 0
		for conflicts := uint64(1); ; conflicts++ {
			o, _, err := s.conflict.advance(context.Background(), conflicts)
			if err != nil {
				t.Fatal(err)
			}
			if most = max(most, s.conflict.clauses.words); o != undecided {
				break
			}
		}
		if c := s.conflict.work.Conflicts; c < 500 || most > 6000 || s.conflict.reductions == 0 {
			t.Errorf("proving %v: %d conflicts, up to %d words, %d reductions, want up to 6000", proving, c, most, s.conflict.reductions)
		}
	}
}

func TestSearcherRemembersNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	s := NewSearcher()
	for range 300 {
		g := randomGame(3+random.IntN(60), random)
		c, work, err := s.Solve(context.Background(), g)
		want, wantWork, wantErr := NewSearcher().Solve(context.Background(), g)
		if fmt.Sprint(c, work, err) != fmt.Sprint(want, wantWork, wantErr) {
			t.Fatalf("%v: Solve = %v, %v, %v, of a new Searcher %v, %v, %v", g, c, work, err, want, wantWork, wantErr)
		}
	}
}

func TestCoreIsSmallest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	for range 150 {
		n := 4 + random.IntN(7)
		g := randomGame(n, random)
		c := solved(t, NewSearcher(), g)
		if c.Solvable() {
			continue
		}
		if !c.Smallest {
			t.Errorf("%v: core %v, not known to be smallest", g, c.Core)
		}
		for set := range 1 << n {
			var players []int
			for p := range n {
				if set>>p&1 != 0 {
					players = append(players, p)
				}
			}
			if len(players) > 0 && len(players) < len(c.Core) && contradict(g, players) {
				t.Fatalf("%v: core %v, but %v is smaller", g, c.Core, players)
			}
		}
	}
}

func TestCoreIsIrreducible(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	cores := 60
	if testing.Short() {
		cores = 15
	}
	s := NewSearcher()
	for found := 0; found < cores; {
		g := randomGame(17+random.IntN(60), random)
		c := solved(t, s, g)
		if c.Solvable() {
			continue
		}
		found++
		checkIrreducible(t, g, c.Core)
	}
}

// checkIrreducible checks that a core needs every player: if any one of them is left out, some order satisfies the
// choices of the others.
func checkIrreducible(t *testing.T, g Game, core []int) {
	t.Helper()
	s := NewSearcher()
	for i := range core {
		without := slices.Delete(slices.Clone(core), i, i+1)
		s.take(g, without)
		o, _, err := s.run(context.Background(), false, math.MaxInt)
		if err != nil || o != satisfied {
			t.Fatalf("%v: core %v does not need %d: %v", g, core, core[i], err)
		}
		place := make([]int, len(g))
		for k, p := range s.order() {
			place[p] = k
		}
		for _, p := range without {
			if c := g[p]; (place[p] < place[c.Wonderwall]) != (place[c.Wonderwall] < place[c.Ninja]) {
				t.Fatalf("%v: core %v without %d: the order does not satisfy %d", g, core, core[i], p)
			}
		}
	}
}

func TestCoreMentionsOnePlayerMoreAtMost(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 6))
	s := NewSearcher()
	most, games := 0, 3000
	if testing.Short() {
		games = 600
	}
	for range games {
		g := randomGame(5+random.IntN(25), random)
		if c := solved(t, s, g); !c.Solvable() {
			most = max(most, checkMentions(t, g, c.Core))
		}
	}
	if g := ring(40); checkMentions(t, g, solved(t, s, g).Core) != 40 {
		t.Errorf("the core of a ring does not mention everybody")
	}
	if most < 10 {
		t.Errorf("no core mentions more than %d players: too few to test anything", most)
	}
}

// checkMentions checks that the choices of a core's players name at most one player outside the core, and returns the
// number of players in the core or named by these choices.
func checkMentions(t *testing.T, g Game, core []int) int {
	t.Helper()
	named := make(map[int]bool)
	for _, p := range core {
		named[p], named[g[p].Wonderwall], named[g[p].Ninja] = true, true, true
	}
	if len(named) > len(core)+1 {
		t.Fatalf("%v: core %v mentions %d players", g, core, len(named))
	}
	return len(named)
}

func TestContradictoryPairsAreAsManyAsExpected(t *testing.T) {
	for n := 3; n <= 5; n++ {
		if n == 5 && testing.Short() {
			continue // twenty thousand games
		}
		pairs, games := 0, 0
		eachGameThatBegins(n, func(g Game) {
			games++
			for p := range n {
				for q := range p {
					if contradict(g, []int{q, p}) {
						pairs++
					}
				}
			}
		})
		// A random game has 3n/(2(n-1)(n-2)) pairs of contradictory choices on average.
		if 2*(n-1)*(n-2)*pairs != 3*n*games {
			t.Errorf("n=%d: %d contradictory pairs in %d games, want %d for %d", n, pairs, games, 3*n, 2*(n-1)*(n-2))
		}
	}
}

// trap returns a game made of copies of a small game. Plain backtracking tries everything, because the contradiction is
// in the last copy.
func trap(copies int) Game {
	g := make(Game, 3*copies+1)
	for a := 0; a < 3*copies; a += 3 {
		g[a], g[a+1], g[a+2] = Choice{a + 1, a + 2}, Choice{a + 2, a + 3}, Choice{a + 1, a}
	}
	last := 3 * copies
	g[last] = Choice{last - 3, last - 2}
	return g
}

// regular draws a game in which each player is the wonderwall and the ninja of exactly one player.
func regular(n int, random *rand.Rand) Game {
	for {
		w, b := random.Perm(n), random.Perm(n)
		g := make(Game, n)
		for p := range g {
			g[p] = Choice{w[p], b[p]}
		}
		if g.Validate() == nil {
			return g
		}
	}
}

// walledGame draws a game in which all players except two or three are the wonderwall of someone. Only the others can
// stand at an end of the line, so looking at the ends does not decide the game, and the search meets many conflicts.
func walledGame(n int, random *rand.Rand) Game {
	for {
		g := make(Game, n)
		for p, w := range random.Perm(n) {
			g[p] = Choice{w, random.IntN(n)}
		}
		free := 2 + random.IntN(2)
		for range free {
			g[random.IntN(n)].Wonderwall = random.IntN(n)
		}
		if g.Validate() == nil {
			return g
		}
	}
}

// ring returns a game in which the players stand around a circle and choose the next two.
func ring(n int) Game {
	g := make(Game, n)
	for p := range g {
		g[p] = Choice{(p + 1) % n, (p + 2) % n}
	}
	return g
}

func TestStructuredGamesHaveTheirVerdicts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	hub := make(Game, 500)
	for p := range hub {
		hub[p] = Choice{(p + 1) % len(hub), 0}
	}
	hub[0], hub[len(hub)-1] = Choice{1, 2}, Choice{1, 0}
	chain := make(Game, 2000) // solved by the order of the numbers
	for p := range chain {
		chain[p] = Choice{p + 1, p + 2}
	}
	n := len(chain)
	chain[n-2], chain[n-1] = Choice{n - 3, n - 4}, Choice{n - 2, n - 3}
	for _, c := range []struct {
		name     string
		game     Game
		solvable bool
	}{
		{"trap", trap(1000), false},
		{"regular 20", regular(20, random), false},
		{"regular 70", regular(70, random), false},
		{"ring", ring(80), false},
		{"hub", hub, false},
		{"chain", chain, true},
		{"large", randomGame(20_000, random), true},
	} {
		got, _, err := NewSearcher().Solvable(context.Background(), c.game)
		if err != nil || got != c.solvable {
			t.Errorf("%s: Solvable = %v, %v, want %v", c.name, got, err, c.solvable)
		}
		proof := solved(t, NewSearcher(), c.game)
		if proof.Solvable() != c.solvable {
			t.Errorf("%s: Solve = %v, want solvable = %v", c.name, proof, c.solvable)
		}
		checkIrreducible(t, c.game, proof.Core)
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	random := rand.New(rand.NewPCG(3, 5))
	ended := 0
	for range 50 {
		g := randomGame(100, random)
		c, _, err := conflictsOnly().Solve(ctx, g)
		switch {
		case err == nil && c.Check(g) != nil:
			t.Fatalf("%v: %v", g, c.Check(g)) // the search has ended before it checked the context
		case err != nil && !errors.Is(err, context.Canceled):
			t.Fatalf("%v: %v, want %v", g, err, context.Canceled)
		case err != nil:
			ended++
		}
	}
	if ended == 0 {
		t.Error("no search ended with its context")
	}
}

// A patient context ends when Err has been called a given number of times.
type patient struct {
	context.Context
	left *int
}

func (p patient) Err() error {
	if *p.left--; *p.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestPeelingEndsWithTheContext ends the context while the search peels a game until no choice is left. In a game of
// millions of players, even the step after peeling takes long, so the context is checked before it.
func TestPeelingEndsWithTheContext(t *testing.T) {
	g := Game{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {3, 2}, {4, 3}}
	for left, want := range []error{context.Canceled, context.Canceled, nil} {
		s := NewSearcher()
		s.take(g, []int{0, 1, 2, 3})
		_, _, err := s.run(patient{context.Background(), &left}, false, math.MaxInt)
		if !errors.Is(err, want) || len(s.inner) > 0 {
			t.Errorf("%v, and %d triples are left after peeling; want %v and none", err, len(s.inner), want)
		}
	}
}

func TestEveryStepOfACoreEndsWithItsContext(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	games := []Game{regular(20, random), walledGame(16, random), ring(12)}
	for _, g := range games {
		for asked := 0; ; asked += 1 + asked/4 {
			left := asked
			s := hasty()
			c, _, err := s.Solve(patient{context.Background(), &left}, g)
			if err == nil {
				if asked == 0 {
					t.Errorf("%v: the context is never asked", g)
				}
				if err := c.Check(g); err != nil {
					t.Errorf("%v: %v", g, err)
				}
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%v: %v, want %v", g, err, context.Canceled)
			}
			if left < -3 {
				t.Fatalf("%v: the context has ended, and is asked %d times more", g, -1-left)
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10, 20, 50, 100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, uint64(n)))
			games := make([]Game, min(max(1, 200_000/n), 2000))
			for i := range games {
				games[i] = randomGame(n, random)
			}
			benchmarkSearch(b, games)
		})
	}
}

func BenchmarkSearchTrap(b *testing.B) {
	for _, copies := range []int{3, 3000} {
		b.Run(fmt.Sprintf("copies=%d", copies), func(b *testing.B) { benchmarkSearch(b, []Game{trap(copies)}) })
	}
}

// BenchmarkOrientationsAlone counts the conflicts of a search without the rule `ends`, on games that this rule would
// decide. The rule says that two players of every set, its leftmost and its rightmost player, are not between others of
// the set. See docs/papers/betweenness.md.
func BenchmarkOrientationsAlone(b *testing.B) {
	for _, n := range []int{30, 40, 50} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, uint64(n)))
			s := conflictsOnly()
			conflicts := uint64(0)
			for b.Loop() {
				s.take(regular(n, random), nil)
				s.peeling.run(s.players, s.all)
				s.renumber()
				s.ties.find(s.inner)
				_ = s.arrangement.build(context.Background(), len(s.names), s.inner) // the context does not end
				s.conflict.reset(&s.ties, &s.arrangement, false)
				if o, _, err := s.conflict.advance(context.Background(), math.MaxUint64); o != contradictory || err != nil {
					b.Fatal(o, err)
				}
				conflicts += s.conflict.work.Conflicts
			}
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts/op")
		})
	}
}

func BenchmarkArrangement(b *testing.B) {
	for _, n := range []int{100, 1000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, uint64(n)))
			s := NewSearcher()
			unsatisfied, all := 0, 0
			for b.Loop() {
				s.take(randomGame(n, random), nil)
				s.peeling.run(s.players, s.all)
				s.renumber()
				_ = s.arrangement.build(context.Background(), len(s.names), s.inner) // the context does not end
				unsatisfied += len(s.arrangement.unsatisfied)
				all += len(s.inner)
			}
			b.ReportMetric(100*float64(unsatisfied)/float64(all), "unsatisfied/100")
		})
	}
}

func benchmarkSearch(b *testing.B, games []Game) {
	s := NewSearcher()
	var work Work
	var longest time.Duration
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		_, w, err := s.Solvable(context.Background(), games[i%len(games)])
		if err != nil {
			b.Fatal(err)
		}
		longest = max(longest, time.Since(start))
		work.Add(w)
	}
	b.ReportMetric(longest.Seconds()*1000, "max-ms")
	b.ReportMetric(float64(work.Decisions)/float64(b.N), "decisions/op")
	b.ReportMetric(float64(work.Conflicts)/float64(b.N), "conflicts/op")
}
