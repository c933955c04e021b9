package walk

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/golden"
	"enumerate/internal/lists"
	"enumerate/solver/betweenness"
)

// threeClasses stands for the function of package symmetric, which finds the number of solvable classes.
func threeClasses(_ *big.Int, solvable []*big.Int) (*big.Int, error) {
	return big.NewInt(min(3, int64(len(solvable)-3))), nil
}

// coreBulks returns up to three walkers of core games, in which every player is chosen. The key of a walker is the
// number of machine words, one to three, in which it stores a mask: the set of choices of a player. The key is missing
// if a mask does not fit into so many words.
func coreBulks(players int) map[int]*walker {
	walkers := make(map[int]*walker)
	for words := 1; words <= 3; words++ {
		if rows := (players - 2 + words) / words; rows*(players-1) <= 64 {
			w := newCoreWalker(players)
			w.bulk = [...]bulk{newBulk1(w), newBulk2(w), newBulk3(w)}[words-1]
			walkers[words] = w
		}
	}
	return walkers
}

// everyoneNamed reports whether every player is chosen in the string, the choices on a walker's path.
func everyoneNamed(w *walker) bool {
	var named uint16
	for _, c := range w.choice[:w.n] {
		named |= 1<<c.wonderwall | 1<<c.ninja
	}
	return named == 1<<w.n-1
}

// listCores lists, one by one, the classes of games that begin with the choices of a path. It tallies those that are
// solvable and in which every player is chosen.
func listCores(w *walker, path []byte) *enum.Tally {
	tally := enum.NewTally(2)
	w.replay(path)
	w.descend(len(path), w.n, func() bool {
		if w.pathVerdict() == solvable && everyoneNamed(w) {
			tally.Add(solvable, w.tieCount+1, 1)
		}
		return true
	})
	return tally
}

// TestCoreWalkAndListAgree compares two ways to find the classes of core games. The walk settles the choices of the
// last players in bulk; the list tries every choice separately, and checks at the end whether every player is chosen.
// They share only the code that grows strings of choices. For n = 8 the test compares every 32nd shard. With -large it
// compares all shards of n = 8 and n = 9, which takes about a quarter of an hour.
func TestCoreWalkAndListAgree(t *testing.T) {
	for n := 3; n <= largest(6, 8, 9); n++ {
		list, walkers := newWalker(n), coreBulks(n)
		for shard := range sized(n).Shards() {
			if n == 8 && shard.ID%32 != 3 && !*large {
				continue
			}
			want := listCores(list, shard.Path)
			for words, walker := range walkers {
				got := enum.NewTally(2)
				if err := walker.Walk(t.Context(), shard, got); err != nil {
					t.Fatal(err)
				}
				if !got.Equal(want) {
					t.Errorf("n=%d shard %d: the walk of core games on %d words finds %v classes, the list %v", n, shard.ID, words, got.SumAll(), want.SumAll())
				}
			}
		}
	}
}

// TestCoreWalkAndListAgreeInLargeGames compares the core classes that the walk counts in bulk with those that listCores
// finds one by one. The sizes are too large to walk in a test, so it takes only the games that begin with random
// choices of the first players.
func TestCoreWalkAndListAgreeInLargeGames(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for n := 8; n <= mostCores; n++ {
		single, walkers := newWalker(n), coreBulks(n)
		classes := new(big.Int)
		for range largest(3, 30, 300) {
			path := randomCorePrefix(newCoreWalker(n), random)
			want := listCores(single, path)
			for words, walker := range walkers {
				got := enum.NewTally(2)
				if walker.replay(path) {
					walker.settleBelow(len(path), got)
				}
				if !got.Equal(want) {
					t.Errorf("n=%d prefix %v: the walk of core games on %d words finds %v classes, the list %v", n, path, words, got.SumAll(), want.SumAll())
				}
			}
			classes.Add(classes, want.SumAll())
		}
		if classes.Cmp(big.NewInt(int64(largest(1, 300, 3000)))) < 0 {
			t.Errorf("n=%d: only %v classes were compared", n, classes)
		}
	}
}

// randomCorePrefix returns a random prefix of n-3 choices that can become a solvable core game.
func randomCorePrefix(w *walker, random *rand.Rand) []byte {
	for {
		if path := randomPrefix(w, w.n-3, random); !w.bulk.excludesSolvableCore(0) && w.replay(path) {
			return path
		}
	}
}

// The walk must find as many labelled core games (every player is chosen) as follow from the proved totals by equation
// (21) of docs/papers/count.md, and as many classes as the table in data/results has.
func TestCoreGamesFollowFromSolvableGames(t *testing.T) {
	shipped := data.Cores()
	for n := 3; n <= largest(8, 8, 9); n++ {
		var given []*big.Int // what Totals says of core classes and solvable games
		s, err := newCoreWalkSpace(n, func(coreClasses *big.Int, solvable []*big.Int) (*big.Int, error) {
			given = append([]*big.Int{coreClasses}, solvable...)
			return threeClasses(coreClasses, solvable)
		})
		if err != nil {
			t.Fatal(err)
		}
		tally := walk(t, s, 2, enum.Part{})
		cores, err := s.(coreWalkSpace).cores(tally)
		if err != nil {
			t.Fatal(err)
		}
		for players := 3; players <= n; players++ {
			if got, want := cores[players].Games.String(), coreGamesOf(players).String(); got != want {
				t.Errorf("%s solvable core games of %d players, want %s", got, players, want)
			}
		}
		found := new(big.Int)
		for _, bar := range tally.Histogram(solvable) {
			if players, _ := splitCoreKey(bar.Key); players == n {
				found.Add(found, bar.Count)
			}
		}
		if want := shipped.Number(n, "classes"); found.String() != want {
			t.Errorf("n=%d: %v solvable core classes, want %s", n, found, want)
		}
		totals, checks, err := enum.Prove(s, tally)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := totals.Verdicts[solvable].Games.String(), golden.Total("wonderwall", n, "solvable-games"); got != want {
			t.Errorf("n=%d: %s solvable games, want %s", n, got, want)
		}
		want := []string{shipped.Number(n, "classes"), "1", "0", "0"}
		for players := 3; players < n; players++ {
			want = append(want, golden.Total("wonderwall", players, "solvable-games"))
		}
		if got := lists.Map(given, (*big.Int).String); !slices.Equal(got, want) {
			t.Errorf("n=%d: the solvable classes follow from %v, want %v", n, got, want)
		}
		if got, want := totals.Verdicts[solvable].Classes.Int64(), int64(min(3, n-3)); got != want {
			t.Errorf("n=%d: %d solvable classes, want %d", n, got, want)
		}
		if want := (enum.Checks{Games: "not checked", Classes: "not checked"}); checks != want {
			t.Errorf("n=%d: %+v, want %+v", n, checks, want)
		}
	}
}

// coreGamesOf computes the number of solvable core games, in which every player is named (chosen), from the proved
// numbers of all solvable games, by inclusion and exclusion over the players whom no one named.
func coreGamesOf(n int) *big.Int {
	sum := new(big.Int)
	for unnamed := range n - 2 {
		others := n - unnamed
		term, ok := new(big.Int).SetString(golden.Total("wonderwall", others, "solvable-games"), 10)
		if !ok {
			panic(others)
		}
		for range unnamed {
			term.Mul(term, big.NewInt(int64(others*(others-1))))
		}
		term.Mul(term, new(big.Int).Binomial(int64(n), int64(unnamed)))
		if unnamed%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

func TestSolvableGamesFollowFromCoreGames(t *testing.T) {
	cores := []enum.Total{{Games: big.NewInt(1)}, {Games: new(big.Int)}, {Games: new(big.Int)}}
	for n := 3; n <= 11; n++ {
		cores = append(cores, enum.Total{Games: coreGamesOf(n)})
		if got, want := solvableGames(cores)[n].String(), golden.Total("wonderwall", n, "solvable-games"); got != want {
			t.Errorf("n=%d: %s solvable games follow, want %s", n, got, want)
		}
	}
	for n := 3; n <= 11; n++ {
		if got, want := cores[n].Games.String(), data.Cores().Number(n, "games"); got != want {
			t.Errorf("%s solvable core games of %d players follow, want %s", got, n, want)
		}
	}
}

// TestClosedFormsOfTheLastPlayerAgreeWithTables is about the last two players p and q, when only p chooses q. For
// each choice of p, two walks find which choices of q make the game solvable: the walk of core games (in which every
// player is chosen) by closed forms, and the walk of all games by tables. The test compares the two results after
// random choices of the other players.
func TestClosedFormsOfTheLastPlayerAgreeWithTables(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for n := 5; n <= 9; n++ {
		w := newCoreWalker(n)
		b := w.bulk.(*bulk1)
		o, p, q := n-3, n-2, n-1
		every := b.p
		// naming has the choices of p that name q. seen counts nodes, by whether p is wanted (named by no one yet), too.
		naming := every.and(mask1{}.outer(b.layout, 1<<p, b.line).or(mask1{}.outer(b.layout, b.line, 1<<p)))
		seen := make(map[bool]int)
		for range largest(100, 1000, 10000) {
			w.replay(randomPrefix(w, o, random))
			for zs := b.completingSet(o, o); !zs.empty(); zs = zs.rest() {
				c := b.choices[0][zs.first()]
				wanted := b.all &^ (w.targets[o] | 1<<c.wonderwall | 1<<c.ninja)
				if wanted>>q&1 == 0 {
					continue
				}
				w.choice[o] = c
				b.p, b.q = naming, b.coring.covers[0]
				other := wanted>>p&1 != 0
				solves := b.solvesCores(wanted)
				if !b.solve() {
					t.Fatalf("n=%d: %v of player %d after %v leaves no closure", n, c, o, w.choice[:o])
				}
				for xs := b.p; !xs.empty(); xs = xs.rest() {
					x := xs.first()
					want := b.solving(x).and(b.coring.covers[0]) // tables have the diagonal too
					if other {
						want = want.and(b.coring.covers[1<<p])
					}
					got := b.coring.covers[0]
					if solves != nil {
						got = solves[x]
					} else {
						got = b.solvesLast(x, got)
					}
					if got != want {
						t.Fatalf("n=%d: choices %v, %v of player %d: with %v of player %d the last has %x, want %x",
							n, w.choice[:o], c, o, b.choices[1][x], p, got, want)
					}
				}
				seen[other]++
			}
			b.p, b.q = every, b.coring.covers[0]
		}
		if seen[false] < 20 || n > 5 && seen[true] < 20 {
			t.Errorf("n=%d: only %v nodes", n, seen)
		}
	}
}

// TestCoreWalksHaveTheShardsOfWalks checks that a walk of core games has the shards of the walks of all sizes up to n,
// numbered one after another: as many as the table shardsUpTo says, and each with the size that playersOf says.
func TestCoreWalksHaveTheShardsOfWalks(t *testing.T) {
	for n := space.Fewest; n <= mostCores; n++ {
		if shardsUpTo[n] <= shardsUpTo[n-1] {
			t.Errorf("shardsUpTo has no shards of %d players", n)
		}
	}
	for n := space.Fewest; n <= largest(9, 10, mostCores); n++ {
		s, err := newCoreWalkSpace(n, threeClasses)
		if err != nil {
			t.Fatal(err)
		}
		next := uint64(0)
		for shard := range s.Shards() {
			if shard.ID != next {
				t.Fatalf("n=%d: shard %d comes after %d", n, shard.ID, next)
			}
			next++
			if n > 8 {
				continue
			}
			if players, err := s.(coreWalkSpace).playersOf(shard); err != nil || len(shard.Path) != sized(players).depth() {
				t.Fatalf("n=%d: shard %d has %d players and a path of %d choices, %v", n, shard.ID, players, len(shard.Path), err)
			}
		}
		if got := shardsUpTo[n]; got != next {
			t.Errorf("n=%d: shardsUpTo has %d, but Shards yields %d", n, got, next)
		}
		if _, err := s.(coreWalkSpace).playersOf(enum.Shard{ID: next}); err == nil {
			t.Errorf("n=%d: playersOf accepts shard %d, which does not exist", n, next)
		}
		first := uint64(0)
		for shard := range sized(n).Shards() {
			first = shard.ID + 1
		}
		if got := shardsUpTo[n] - shardsUpTo[n-1]; got != first {
			t.Errorf("n=%d: shardsUpTo has %d, the walk %d shards", n, got, first)
		}
	}
}

func TestCoreFingerprintsStay(t *testing.T) {
	for players, want := range map[int]string{
		5:  "wonderwall n=5 core-walk=1 enumeration=1 depth=2",
		10: "wonderwall n=10 core-walk=1 enumeration=1 depth=6",
		11: "wonderwall n=11 core-walk=1 enumeration=1 depth=6",
	} {
		s, err := newCoreWalkSpace(players, threeClasses)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Fingerprint(); got != want {
			t.Errorf("n=%d: Fingerprint() = %q, want %q", players, got, want)
		}
	}
}

func TestPartsAndWorkersOfCoreWalksGiveTheSameTally(t *testing.T) {
	s, err := newCoreWalkSpace(6, threeClasses)
	if err != nil {
		t.Fatal(err)
	}
	want := walk(t, s, 1, enum.Part{})
	for _, mod := range []uint64{2, 7} {
		sum := enum.NewTally(2)
		for res := range mod {
			part := walk(t, s, 3, enum.Part{Res: res, Mod: mod})
			if _, _, err := enum.Prove(s, part); err == nil {
				t.Errorf("part %d/%d is proved to be the whole", res, mod)
			}
			sum.Merge(part)
		}
		if !sum.Equal(want) {
			t.Errorf("the parts modulo %d do not sum to the whole", mod)
		}
	}
}

// Prove must refuse a changed tally of a whole walk, and Fits that of a single shard.
func TestWrongTalliesOfCoreWalksAreRefused(t *testing.T) {
	made, err := newCoreWalkSpace(6, threeClasses)
	if err != nil {
		t.Fatal(err)
	}
	s := made.(coreWalkSpace)
	right := walk(t, s, 2, enum.Part{})

	for _, c := range []struct {
		claim string
		wrong func(t *enum.Tally)
		want  string
	}{
		{"a shard is counted twice", func(t *enum.Tally) { t.Add(unsolvable, doneKey, 1) }, "the tally counts 72 shards; only 71 exist"},
		{"a shard is missing", func(t *enum.Tally) {
			one := enum.NewTally(2)
			one.Add(unsolvable, doneKey, 1)
			t.Remove(one)
		}, "the shards cover 70 of 71"},
		{"unsolvable classes", func(t *enum.Tally) { t.Add(unsolvable, 1, 5) }, "the tally has 5 unsolvable classes; a walk of core games counts only solvable ones"},
		{"a larger size", func(t *enum.Tally) { t.Add(solvable, coreKey(7, 1), 2) }, "the tally has 2 classes of 7 players, expected 3 to 6 players"},
		{"automorphisms that are no group", func(t *enum.Tally) { t.Add(solvable, coreKey(6, 7), 1) }, "core games of 6 players: 1 classes with 7 automorphisms: that does not divide the order of the group, 720"},
		{"more solvable games than games", func(t *enum.Tally) { t.Add(solvable, coreKey(6, 1), 1e12) }, "more than there are"},
		{"no automorphism", func(t *enum.Tally) { t.Add(solvable, coreKey(6, 0), 1) }, "core games of 6 players: 1 classes with 0 automorphisms: that does not divide the order of the group, 720"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			tally := enum.NewTally(2)
			tally.Merge(right)
			c.wrong(tally)
			if _, _, err := enum.Prove(s, tally); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Prove: %v, want %s", err, c.want)
			}
		})
	}

	// Fits must accept the tally of each shard, and refuse it if it counts two shards.
	for shard := range s.Shards() {
		tally := enum.NewTally(2)
		if err := s.Walker().Walk(t.Context(), shard, tally); err != nil {
			t.Fatal(err)
		}
		if err := s.Fits(shard, tally); err != nil {
			t.Errorf("shard %d does not fit: %v", shard.ID, err)
		}
		tally.Add(unsolvable, doneKey, 1)
		if s.Fits(shard, tally) == nil {
			t.Errorf("shard %d fits although its tally counts two shards", shard.ID)
		}
	}

	last := enum.Shard{ID: shardsUpTo[6] - 1}
	tally := enum.NewTally(2)
	tally.Add(unsolvable, doneKey, 1)
	tally.Add(solvable, coreKey(6, 1), 1)
	if err := s.Fits(last, tally); err == nil || err.Error() != "the tally of a shard of 3 players has classes of 6 players" {
		t.Errorf("classes of another size in the last shard: %v", err)
	}
	tally = enum.NewTally(2)
	tally.Add(unsolvable, doneKey, 1)
	tally.Add(solvable, coreKey(3, 1), 1000)
	if s.Fits(last, tally) == nil {
		t.Error("a thousand classes of three players fit")
	}
}

func TestCoreWalkStopsWhenTheContextEnds(t *testing.T) {
	s, err := newCoreWalkSpace(10, threeClasses)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	shards := 0
	err = enum.Run(ctx, s, enum.Plan{Workers: 2}, func(enum.Result) error {
		shards++
		cancel()
		return nil
	})
	if err != context.Canceled || shards > 10 {
		t.Errorf("Run = %v after %d more shards, want %v soon", err, shards, context.Canceled)
	}
}

// TestCoreGamesOfTheListAreSolvedAlike goes through all listed classes, and solves the core games, in which every
// player is chosen, one by one with package betweenness. The walk of core games must find the same number of solvable
// classes.
func TestCoreGamesOfTheListAreSolvedAlike(t *testing.T) {
	n := largest(5, 6, 6)
	found := uint64(0)
	listed(t, n, func(g betweenness.Game, _ int, _ uint64) {
		named := 0
		for _, c := range g {
			named |= 1<<c.Wonderwall | 1<<c.Ninja
		}
		if named == 1<<n-1 && betweenness.Solve(g).Solvable() {
			found++
		}
	})
	tally := enum.NewTally(2)
	w := newCoreWalker(n)
	for shard := range sized(n).Shards() {
		if err := w.Walk(t.Context(), shard, tally); err != nil {
			t.Fatal(err)
		}
	}
	if got := tally.Sum(solvable); got.Cmp(new(big.Int).SetUint64(found)) != 0 {
		t.Errorf("n=%d: %v solvable core classes, the search finds %d", n, got, found)
	}
}

func TestCoreWalksHaveSizes(t *testing.T) {
	m := CoreMethod(threeClasses)
	for _, players := range []int{space.Fewest - 1, mostCores + 1} {
		if s, err := m.Space(players, enum.Means{}); err == nil || s != nil {
			t.Errorf("%d players: Space = %v, %v, want an error", players, s, err)
		}
		if _, err := m.Estimate(t.Context(), players, 0); err == nil {
			t.Errorf("%d players: Estimate returns no error", players)
		}
	}
}
