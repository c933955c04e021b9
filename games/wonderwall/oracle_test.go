package wonderwall

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// The oracles here share no code with the walk: classes are found by trying all
// relabelings, or by package canon, which refines partitions and knows nothing
// of strings and starts.

// leastRelabeling returns the least of all n! relabelings of a game, as a string
// of bytes, and how many relabelings reach it.
func leastRelabeling(g betweenness.Game) (string, uint64) {
	n := len(g)
	to := make([]int, n)
	used := make([]bool, n)
	best, ways := "", uint64(0)
	code := make([]byte, n)
	var label func(p int)
	label = func(p int) {
		if p == n {
			for q, c := range g {
				code[to[q]] = byte(to[c.Wonderwall]<<4 | to[c.Ninja])
			}
			switch {
			case best == "" || string(code) < best:
				best, ways = string(code), 1
			case string(code) == best:
				ways++
			}
			return
		}
		for l := range n {
			if !used[l] {
				used[l] = true
				to[p] = l
				label(p + 1)
				used[l] = false
			}
		}
	}
	label(0)
	return best, ways
}

// eachGame visits all labelled games of n players.
func eachGame(n int, visit func(g betweenness.Game)) {
	g := make(betweenness.Game, n)
	var choose func(p int)
	choose = func(p int) {
		if p == n {
			visit(g)
			return
		}
		for w := range n {
			for b := range n {
				if w != p && b != p && w != b {
					g[p] = betweenness.Choice{Wonderwall: w, Ninja: b}
					choose(p + 1)
				}
			}
		}
	}
	choose(0)
}

// graph returns a game as canon sees it: an arc of each kind out of every player.
func graph(g betweenness.Game) canon.Graph {
	var arcs []canon.Arc
	for p, c := range g {
		arcs = append(arcs, canon.Arc{From: p, To: c.Wonderwall, Kind: 0}, canon.Arc{From: p, To: c.Ninja, Kind: 1})
	}
	return canon.Graph{Points: len(g), Arcs: arcs}
}

func canonical(t testing.TB, g betweenness.Game) canon.Form {
	t.Helper()
	form, err := canon.Canonical(graph(g))
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// listed returns all classes of a size with the games that stand for them.
func listed(t testing.TB, n int, visit func(g betweenness.Game, c enum.Class)) {
	t.Helper()
	err := enum.List(context.Background(), space{n}, lister(t, n), enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		table, err := parseTable(c.Game())
		if err != nil {
			t.Fatalf("%s: %v", c.Game(), err)
		}
		visit(table.Game, c)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestListedClassesAreAllClasses finds the orbit of every labelled game by trying
// all relabelings, and compares it with the list.
func TestListedClassesAreAllClasses(t *testing.T) {
	limit := 5
	if testing.Short() {
		limit = 4
	}
	for n := 3; n <= limit; n++ {
		orbits := make(map[string]int64) // least relabeling -> labelled games
		eachGame(n, func(g betweenness.Game) {
			least, _ := leastRelabeling(g)
			orbits[least]++
		})
		space := space{n}
		seen := make(map[string]bool)
		listed(t, n, func(g betweenness.Game, c enum.Class) {
			least, automorphisms := leastRelabeling(g)
			if seen[least] {
				t.Errorf("%s is listed, and so is another game of its class", c.Game())
			}
			seen[least] = true
			if c.Automorphisms != automorphisms {
				t.Errorf("%s: %d automorphisms, want %d", c.Game(), c.Automorphisms, automorphisms)
			}
			if got := enum.Orbit(space, c.Automorphisms); got.Cmp(big.NewInt(orbits[least])) != 0 {
				t.Errorf("%s: orbit %v, want %d", c.Game(), got, orbits[least])
			}
		})
		if len(seen) != len(orbits) {
			t.Errorf("n=%d: %d classes are listed, want %d", n, len(seen), len(orbits))
		}
	}
}

func TestListedVerdictsAndCertificates(t *testing.T) {
	limit := 6
	if testing.Short() {
		limit = 5
	}
	for n := 3; n <= limit; n++ {
		listed(t, n, func(g betweenness.Game, c enum.Class) {
			certificate := betweenness.Solve(g)
			if certificate.Solvable() != (c.Verdict == solvable) {
				t.Errorf("%s is listed as %s", c.Game(), verdicts[c.Verdict])
			}
			if err := certificate.Check(g); err != nil {
				t.Errorf("%s: %v", c.Game(), err)
			}
		})
	}
}

// TestListAgreesWithCanon compares the automorphisms of the listed games with
// those that partition refinement finds, and their forms with each other.
func TestListAgreesWithCanon(t *testing.T) {
	limit := 6
	if testing.Short() {
		limit = 5
	}
	for n := 3; n <= limit; n++ {
		forms := make(map[string]bool)
		listed(t, n, func(g betweenness.Game, c enum.Class) {
			form := canonical(t, g)
			if want := new(big.Int).SetUint64(c.Automorphisms); form.Automorphisms.Cmp(want) != 0 {
				t.Errorf("%s: %v automorphisms, want %v", c.Game(), form.Automorphisms, want)
			}
			key := string(graphKey(form.Graph))
			if forms[key] {
				t.Errorf("%s has the canonical form of another listed game", c.Game())
			}
			forms[key] = true
		})
	}
}

func graphKey(g canon.Graph) (key []byte) {
	for _, a := range g.Arcs {
		key = append(key, byte(a.From), byte(a.To), byte(a.Kind))
	}
	return key
}

// TestCanonOfSampledGames draws games of sizes too large to try all labelled games
// of, and compares what package canon says of each with all its relabelings.
func TestCanonOfSampledGames(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for n := 6; n <= 9; n++ {
		games := map[int]int{6: 40, 7: 20, 8: 4, 9: 1}[n]
		if testing.Short() && n > 7 {
			continue
		}
		for range games {
			g := randomly(t, n, random)
			if err := g.Validate(); err != nil {
				t.Fatal(err)
			}
			least, automorphisms := leastRelabeling(g)
			relabeled := make(betweenness.Game, n)
			to := random.Perm(n)
			for p, c := range g {
				relabeled[to[p]] = betweenness.Choice{Wonderwall: to[c.Wonderwall], Ninja: to[c.Ninja]}
			}
			if again, _ := leastRelabeling(relabeled); again != least {
				t.Fatalf("%v and %v should be relabelings of each other", g, relabeled)
			}
			a, b := canonical(t, g), canonical(t, relabeled)
			if !a.Graph.Equal(b.Graph) {
				t.Errorf("%v and %v are relabelings of each other with different forms", g, relabeled)
			}
			if a.Automorphisms.Cmp(new(big.Int).SetUint64(automorphisms)) != 0 {
				t.Errorf("%v: %v automorphisms, want %d", g, a.Automorphisms, automorphisms)
			}
			if betweenness.Solve(g).Solvable() != betweenness.Solve(relabeled).Solvable() {
				t.Errorf("%v and %v are relabelings of each other with different verdicts", g, relabeled)
			}
		}
	}
}

// randomly returns a random game.
func randomly(t testing.TB, players int, random *rand.Rand) betweenness.Game {
	t.Helper()
	g, err := randomGame(players, random)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRandomGamesAreUniform(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	const players, draws = 4, 60000
	counts := make(map[[2]int]int)
	for range draws {
		for p, c := range randomly(t, players, random) {
			counts[[2]int{p, c.Wonderwall*players + c.Ninja}]++
		}
	}
	if want := players * (players - 1) * (players - 2); len(counts) != want {
		t.Errorf("%d different choices, want %d", len(counts), want)
	}
	for choice, count := range counts {
		if count < draws/6-600 || count > draws/6+600 { // six standard deviations
			t.Errorf("choice %v was drawn %d times of %d, want about a sixth", choice, count, draws)
		}
	}
}

func TestSampleAgreesWithTheExactShare(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	const trials = 20000
	for _, g := range golden[:4] {
		newSampler, err := newSampler(g.players)
		if err != nil {
			t.Fatal(err)
		}
		s := newSampler()
		count := 0
		for range trials {
			verdict, _, err := s.Sample(t.Context(), random)
			if err != nil {
				t.Fatal(err)
			}
			if verdict == solvable {
				count++
			}
		}
		games, _ := new(big.Float).SetString(g.games)
		solved, _ := new(big.Float).SetString(g.solvable)
		share, _ := new(big.Float).Quo(solved, games).Float64()
		if got := float64(count) / trials; got < share-.02 || got > share+.02 { // more than five standard deviations
			t.Errorf("n=%d: %.4f of %d sampled games are solvable, exactly %.4f", g.players, got, trials, share)
		}
	}
}

func TestClassesByBurnside(t *testing.T) {
	for _, g := range golden {
		if got := (space{g.players}).Classes(); got.String() != g.classes {
			t.Errorf("n=%d: %v classes, want %s", g.players, got, g.classes)
		}
	}
}

// TestSampledGamesAreListed draws games, finds the least of their
// strings by trying every start in turn, and looks it up on the list of its shard.
func TestSampledGamesAreListed(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n := 6; n <= 9; n++ {
		games := 20
		if testing.Short() && n > 7 {
			continue
		}
		single := newWalker(n)
		for range games {
			g := randomly(t, n, random)
			least := leastString(g)
			// The shard would be long to list at n = 9; below three choices
			// less than the whole string the list is short.
			found := 0
			single.replay(least[:n-3])
			single.descend(n-3, n, func() bool {
				if string(single.path(n)) == string(least) {
					found++
					form := canonical(t, g)
					if form.Automorphisms.Cmp(new(big.Int).SetUint64(single.tied+1)) != 0 {
						t.Errorf("%v: %d automorphisms, want %v", g, single.tied+1, form.Automorphisms)
					}
					if (single.settled() == solvable) != betweenness.Solve(g).Solvable() {
						t.Errorf("%v is listed as %s", g, verdicts[single.settled()])
					}
				}
				return true
			})
			single.rewind(n - 3)
			if found != 1 {
				t.Errorf("%v is listed %d times, as %v", g, found, least)
			}
		}
	}
}

// leastString returns the least string of a game, packed as paths are: all
// sequences of starts are tried.
func leastString(g betweenness.Game) []byte {
	n := len(g)
	var least []byte
	var read func(label, player []int, path []byte)
	read = func(label, player []int, path []byte) {
		if len(path) == len(player) && len(player) < n { // closed: try every next start
			for p := range n {
				if label[p] < 0 {
					more := slices.Clone(label)
					more[p] = len(player)
					read(more, append(slices.Clone(player), p), slices.Clone(path))
				}
			}
			return
		}
		if len(path) == n {
			if least == nil || lessPath(path, least) {
				least = path
			}
			return
		}
		label, player = slices.Clone(label), slices.Clone(player)
		c := g[player[len(path)]]
		for _, q := range []int{c.Wonderwall, c.Ninja} {
			if label[q] < 0 {
				label[q] = len(player)
				player = append(player, q)
			}
		}
		read(label, player, append(path, byte(label[c.Wonderwall]|label[c.Ninja]<<4)))
	}
	none := make([]int, n)
	for p := range none {
		none[p] = -1
	}
	read(none, nil, nil)
	return least
}

// lessPath compares wonderwalls before ninjas.
func lessPath(a, b []byte) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i]<<4|a[i]>>4 < b[i]<<4|b[i]>>4
		}
	}
	return false
}
