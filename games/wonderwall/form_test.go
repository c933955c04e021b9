package wonderwall

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

func classOf(t testing.TB, g betweenness.Game) single.Form {
	t.Helper()
	form, err := fromGame(g).classify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return form
}

func wantForm(t testing.TB, g betweenness.Game, game string, automorphisms uint64) {
	t.Helper()
	form := classOf(t, g)
	if form.Game != game || !form.Automorphisms.IsUint64() || form.Automorphisms.Uint64() != automorphisms {
		t.Fatalf("%v: the form %s with %v automorphisms, want %s with %d", g, form.Game, form.Automorphisms, game, automorphisms)
	}
}

func checkRelabeling(t testing.TB, from Table, form single.Form) {
	t.Helper()
	to := make(map[string]string)
	for i, r := range form.Relabeling() {
		if r.From != from.Names[i] {
			t.Fatalf("name %d of the relabeling is %q, want %q", i, r.From, from.Names[i])
		}
		to[r.From] = r.To
	}
	canonical, err := parseTable(form.Game)
	if err != nil {
		t.Fatal(err)
	}
	choices := make(map[string][2]string)
	for p, c := range canonical.Game {
		choices[canonical.Names[p]] = [2]string{canonical.Names[c.Wonderwall], canonical.Names[c.Ninja]}
	}
	for p, c := range from.Game {
		want := [2]string{to[from.Names[c.Wonderwall]], to[from.Names[c.Ninja]]}
		if got := choices[to[from.Names[p]]]; got != want {
			t.Fatalf("%v: the relabeling takes the choice of %q to %q, but in the form %s it is %q", from, from.Names[p], want, form.Game, got)
		}
	}
}

func shuffledGame(g betweenness.Game, random *rand.Rand) betweenness.Game {
	return relabeled(g, canon.Relabeling(random.Perm(len(g))))
}

// TestFormsMatchTheList relabels the games of the list, which has one game of each class: up to 5 players by all
// relabelings, and for 6 players by a random one. The canonical form of a relabeled game must be the game of the list.
func TestFormsMatchTheList(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 2))
	for n := space.Fewest; n <= 6; n++ {
		if n > 4 && testing.Short() {
			continue
		}
		relabelings := [][]int{}
		if n <= 5 {
			relabelings = permutations(n)
		}
		games := 0
		listed(t, n, func(g betweenness.Game, c enum.Class) {
			orbit := make(map[[5]betweenness.Choice]bool)
			for _, r := range relabelings {
				h := relabeled(g, r)
				wantForm(t, h, c.Game(), c.Automorphisms)
				orbit[[5]betweenness.Choice(append(h, make(betweenness.Game, 5-n)...))] = true
			}
			games += len(orbit)
			if n <= 5 && classOf(t, g).Orbit().Cmp(big.NewInt(int64(len(orbit)))) != 0 {
				t.Fatalf("%s: the orbit %v, want %d", c.Game(), classOf(t, g).Orbit(), len(orbit))
			}
			h := shuffledGame(g, random)
			if n > 5 {
				wantForm(t, h, c.Game(), c.Automorphisms)
			} else {
				checkRelabeling(t, fromGame(h), classOf(t, h))
			}
		})
		if want := walked(t, n).Games(); n <= 5 && want.Cmp(big.NewInt(int64(games))) != 0 {
			t.Errorf("%d players: %d labelled games, want %v", n, games, want)
		}
	}
}

// listed goes through the list of the classes of n players, and visits the game that the list has for each class.
func listed(t testing.TB, n int, visit func(g betweenness.Game, c enum.Class)) {
	t.Helper()
	list, err := newLister(n)
	if err != nil {
		t.Fatal(err)
	}
	err = enum.List(t.Context(), walked(t, n), list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
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

func graph(g betweenness.Game) canon.Graph {
	var arcs []canon.Arc
	for p, c := range g {
		arcs = append(arcs, canon.Arc{From: p, To: c.Wonderwall, Kind: 0}, canon.Arc{From: p, To: c.Ninja, Kind: 1})
	}
	return canon.Graph{Points: len(g), Arcs: arcs}
}

func canonical(t testing.TB, g betweenness.Game) canon.Form {
	t.Helper()
	form, err := canon.Canonical(context.Background(), graph(g))
	if err != nil {
		t.Fatal(err)
	}
	return form
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(p), i, n-1))
		}
	}
	return all
}

// TestFormsOfLargerGamesMatchTheList takes random shards (pieces of the list), because the whole list would
// take too long.
func TestFormsOfLargerGamesMatchTheList(t *testing.T) {
	if testing.Short() {
		t.Skip("needs half a second; go test runs it")
	}
	const shards, classes = 30, 200
	random := rand.New(rand.NewPCG(14, 9))
	for n := 7; n <= 9; n++ {
		all := slices.Collect(walked(t, n).Shards())
		list, err := newLister(n)
		if err != nil {
			t.Fatal(err)
		}
		for range shards {
			shard := all[random.IntN(len(all))]
			left := classes
			err := list(context.Background(), shard, enum.AnyVerdict, func(c enum.Class) bool {
				table, err := parseTable(c.Game())
				if err != nil {
					t.Fatal(err)
				}
				wantForm(t, shuffledGame(table.Game, random), c.Game(), c.Automorphisms)
				left--
				return left > 0
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// drawGame draws random games, many with symmetries: choices may repeat with a period, or fall only on the first four
// players.
func drawGame(t *rapid.T, least, most int) betweenness.Game {
	n := rapid.IntRange(least, most).Draw(t, "players")
	period := rapid.IntRange(1, n).Draw(t, "period")
	g := make(betweenness.Game, n)
	for p := range g {
		within := rapid.Bool().Draw(t, "within")
		for {
			if p >= 2*period && rapid.Bool().Draw(t, "again") {
				c := g[p-period]
				g[p] = betweenness.Choice{Wonderwall: (c.Wonderwall + period) % n, Ninja: (c.Ninja + period) % n}
			} else if within {
				g[p] = betweenness.Choice{Wonderwall: rapid.IntRange(0, min(3, n-1)).Draw(t, "first"), Ninja: rapid.IntRange(0, min(3, n-1)).Draw(t, "second")}
			} else {
				g[p] = betweenness.Choice{Wonderwall: rapid.IntRange(0, n-1).Draw(t, "wonderwall"), Ninja: rapid.IntRange(0, n-1).Draw(t, "ninja")}
			}
			if c := g[p]; c.Wonderwall != p && c.Ninja != p && c.Wonderwall != c.Ninja {
				break
			}
		}
	}
	return g
}

// TestIsomorphicGamesHaveOneForm relabels random games, which must not change their canonical form and their number of
// automorphisms. The games have up to 60 players, because the form of a small game is found by the code of the walk,
// and that of a larger game by package canon.
func TestIsomorphicGamesHaveOneForm(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := drawGame(r, space.Fewest, 60)
		form := classOf(t, g)
		h := relabeled(g, rapid.Permutation(identityOf(len(g))).Draw(r, "relabeling"))
		other := classOf(t, h)
		if other.Game != form.Game || other.Automorphisms.Cmp(form.Automorphisms) != 0 {
			r.Fatalf("%v has the form %s with %v automorphisms, its copy %v the form %s with %v", g, form.Game, form.Automorphisms, h, other.Game, other.Automorphisms)
		}
		checkRelabeling(t, fromGame(h), other)
		if want := canonical(t, g).Automorphisms; form.Automorphisms.Cmp(want) != 0 {
			r.Fatalf("%v has %v automorphisms, want %v", g, form.Automorphisms, want)
		}
		if again, err := parseTable(form.Game); err != nil || classOf(t, again.Game).Game != form.Game {
			r.Fatalf("the form %s of %v has another form, %v", form.Game, g, err)
		}
	})
}

func identityOf(n int) []int {
	identity := make([]int, n)
	for p := range identity {
		identity[p] = p
	}
	return identity
}

// TestDifferentGamesHaveDifferentForms exchanges the wonderwall and the ninja of one player. The two games must have
// the same canonical form if package canon finds that they are isomorphic, and different forms if it does not.
func TestDifferentGamesHaveDifferentForms(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := drawGame(r, 4, 20)
		h := slices.Clone(g)
		p := rapid.IntRange(0, len(h)-1).Draw(r, "player")
		h[p].Wonderwall, h[p].Ninja = h[p].Ninja, h[p].Wonderwall
		one, err1 := canon.Canonical(context.Background(), graph(g))
		other, err2 := canon.Canonical(context.Background(), graph(h))
		same := one.Graph.Equal(other.Graph)
		if got := classOf(t, g).Game == classOf(t, h).Game; err1 != nil || err2 != nil || got != same {
			r.Fatalf("%v and %v have equal forms: %v, want %v, %v, %v", g, h, got, same, err1, err2)
		}
	})
}

// symmetricGames are games with many automorphisms, in which many numberings of the players give the same string.
func symmetricGames(n int) map[string]betweenness.Game {
	games := make(map[string]betweenness.Game)
	add := func(name string, choose func(p int) (wonderwall, ninja int)) {
		g := make(betweenness.Game, n)
		for p := range g {
			w, x := choose(p)
			g[p] = betweenness.Choice{Wonderwall: w, Ninja: x}
		}
		if g.Validate() == nil {
			games[name] = g
		}
	}
	add("circle", func(p int) (int, int) { return (p + 1) % n, (p + 2) % n })
	add("crowd", func(p int) (int, int) {
		if p < 3 {
			return (p + 1) % 3, (p + 2) % 3
		}
		return 0, 1
	})
	add("pairs", func(p int) (int, int) {
		switch {
		case p < 3 || p == n-1 && n%2 == 0:
			return (p%3 + 1) % 3, (p%3 + 2) % 3
		case p%2 == 1:
			return p + 1, 0
		}
		return p - 1, 0
	})
	add("triangles", func(p int) (int, int) {
		if p >= n-n%3 {
			return 0, 1
		}
		return p - p%3 + (p+1)%3, p - p%3 + (p+2)%3
	})
	add("tree", func(p int) (int, int) {
		if p < 3 {
			return (p + 1) % 3, (p + 2) % 3
		}
		return p / 2, 0
	})
	return games
}

// TestFormsOfSymmetricGames compares the number of automorphisms with that of package canon for games of the sizes that
// a walk can enumerate, and relabels larger games.
func TestFormsOfSymmetricGames(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 14))
	for _, n := range []int{3, 4, 8, 12, 13, 14, 15, 101, 1000} {
		if n == 1000 && testing.Short() {
			continue
		}
		games := symmetricGames(n)
		for _, name := range slices.Sorted(maps.Keys(games)) {
			g := games[name]
			form := classOf(t, g)
			h := shuffledGame(g, random)
			other := classOf(t, h)
			if other.Game != form.Game {
				t.Errorf("%s of %d players: two forms", name, n)
			}
			checkRelabeling(t, fromGame(h), other)
			if want := canonical(t, h).Automorphisms; form.Automorphisms.Cmp(want) != 0 || other.Automorphisms.Cmp(want) != 0 {
				t.Errorf("%s of %d players: %v and %v automorphisms, want %v", name, n, form.Automorphisms, other.Automorphisms, want)
			}
		}
	}
}

func TestFormsWithNamesAreRelabelings(t *testing.T) {
	table, err := parseTable("Ann: Bob Cid\nBob: Dan Ann\nCid: Bob Ann\nDan: Bob Ann\n")
	if err != nil {
		t.Fatal(err)
	}
	form, err := table.classify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkRelabeling(t, table, form)
	code, err := table.Code()
	if err != nil {
		t.Fatal(err)
	}
	if bare, err := parseTable(code); err != nil || classOf(t, bare.Game).Game != form.Game {
		t.Errorf("%s has another form than with names, %v", code, err)
	}
}

// BenchmarkForm does not measure the time to read the game.
func BenchmarkForm(b *testing.B) {
	for _, n := range []int{5, 8, 10, 13, 14, 30, 100, 1000, 10_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(8, uint64(n)))
			tables := make([]Table, min(1+100_000/n, 1000))
			for i := range tables {
				g, err := RandomGame(n, random)
				if err != nil {
					b.Fatal(err)
				}
				tables[i] = fromGame(g)
			}
			for i := 0; b.Loop(); i++ {
				if _, err := tables[i%len(tables)].classify(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
	for name, g := range symmetricGames(13) {
		b.Run(name, func(b *testing.B) {
			table := fromGame(g)
			for b.Loop() {
				if _, err := table.classify(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
