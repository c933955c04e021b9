package walk

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

// The oracles in this file find the classes of games without the code of the walk. They try all relabelings of a game,
// or use package canon, which refines partitions of the players and so works differently.

// leastRelabeling returns the least of all n! relabelings of a game, as a string of bytes, and how many of the
// relabelings give it, which is the number of automorphisms.
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

// graph returns a game as a graph of package canon. From each player, an arc of kind 0 leads to its wonderwall and an
// arc of kind 1 to its ninja.
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

// listed visits all classes of a size by the list, each with the game that represents it.
func listed(t testing.TB, n int, visit func(g betweenness.Game, verdict int, automorphisms uint64)) {
	t.Helper()
	list := lister(t, n)
	for shard := range sized(n).Shards() {
		err := list.List(t.Context(), shard, enum.AnyVerdict, func(verdict int, automorphisms uint64) bool {
			visit(list.Game(), verdict, automorphisms)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func randomly(n int, random *rand.Rand) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		others := random.Perm(n - 1)
		for i, q := range others[:2] {
			others[i] = (p + 1 + q) % n
		}
		g[p] = betweenness.Choice{Wonderwall: others[0], Ninja: others[1]}
	}
	return g
}

// TestListedClassesAreAllClasses checks that the list has each class exactly once, with the right number of
// automorphisms, by trying all relabelings of every labelled game.
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
		all := sized(n)
		seen := make(map[string]bool)
		listed(t, n, func(g betweenness.Game, verdict int, automorphisms uint64) {
			least, want := leastRelabeling(g)
			if seen[least] {
				t.Errorf("%v is listed, and so is another game of its class", g)
			}
			seen[least] = true
			if automorphisms != want {
				t.Errorf("%v: %d automorphisms, want %d", g, automorphisms, want)
			}
			if got := enum.Orbit(all, automorphisms); got.Cmp(big.NewInt(orbits[least])) != 0 {
				t.Errorf("%v: orbit %v, want %d", g, got, orbits[least])
			}
		})
		if len(seen) != len(orbits) {
			t.Errorf("n=%d: %d classes are listed, want %d", n, len(seen), len(orbits))
		}
	}
}

func TestListedVerdictsAndProofs(t *testing.T) {
	limit := 6
	if testing.Short() {
		limit = 5
	}
	for n := 3; n <= limit; n++ {
		listed(t, n, func(g betweenness.Game, verdict int, automorphisms uint64) {
			proof := betweenness.Solve(g)
			if proof.Solvable() != (verdict == solvable) {
				t.Errorf("%v is listed as %s", g, space.Verdicts()[verdict])
			}
			if err := proof.Check(g); err != nil {
				t.Errorf("%v: %v", g, err)
			}
		})
	}
}

// TestListAgreesWithCanon checks the numbers of automorphisms, and that no two listed games have the same canonical
// form.
func TestListAgreesWithCanon(t *testing.T) {
	limit := 6
	if testing.Short() {
		limit = 5
	}
	for n := 3; n <= limit; n++ {
		forms := make(map[string]bool)
		listed(t, n, func(g betweenness.Game, verdict int, automorphisms uint64) {
			form := canonical(t, g)
			if want := new(big.Int).SetUint64(automorphisms); form.Automorphisms.Cmp(want) != 0 {
				t.Errorf("%v: %v automorphisms, want %v", g, form.Automorphisms, want)
			}
			key := string(graphKey(form.Graph))
			if forms[key] {
				t.Errorf("%v has the canonical form of another listed game", g)
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

// TestCanonOfSampledGames checks package canon for random games of 6 to 9 players. A game and its relabeling must have
// the same canonical form, and the number of automorphisms must be that found by trying all relabelings.
func TestCanonOfSampledGames(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for n := 6; n <= 9; n++ {
		games := map[int]int{6: 40, 7: 20, 8: 4, 9: 1}[n]
		if testing.Short() && n > 7 {
			continue
		}
		for range games {
			g := randomly(n, random)
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

// TestSampledGamesAreListed finds the least strings (lists of choices) of random games by trying every numbering of the
// players, and looks each up in the list.
func TestSampledGamesAreListed(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n := 6; n <= 9; n++ {
		games := 20
		if testing.Short() && n > 7 {
			continue
		}
		single := newWalker(n)
		for range games {
			g := randomly(n, random)
			least := leastString(g)
			// The part of the list with the same first n-3 choices is enough. A whole shard of n = 9 would take too
			// long to list.
			found := 0
			single.replay(least[:n-3])
			single.descend(n-3, n, func() bool {
				if string(single.path(n)) == string(least) {
					found++
					form := canonical(t, g)
					if form.Automorphisms.Cmp(new(big.Int).SetUint64(single.tieCount+1)) != 0 {
						t.Errorf("%v: %d automorphisms, want %v", g, single.tieCount+1, form.Automorphisms)
					}
					if (single.pathVerdict() == solvable) != betweenness.Solve(g).Solvable() {
						t.Errorf("%v is listed as %s", g, space.Verdicts()[single.pathVerdict()])
					}
				}
				return true
			})
			if found != 1 {
				t.Errorf("%v is listed %d times, as %v", g, found, least)
			}
		}
	}
}

// leastString returns the least string of a game, packed like the path of a shard. A string is the list of the choices
// in a numbering of the players. leastString tries every numbering in which players get labels as the choices name
// them. If the players with labels have chosen only each other, any other player may get the next label.
func leastString(g betweenness.Game) []byte {
	n := len(g)
	var least []byte
	var read func(label, player []int, path []byte)
	read = func(label, player []int, path []byte) {
		if len(path) == len(player) && len(player) < n { // they chose only each other: try every next player
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

// lessPath reports whether path a is less than path b: in the first choice in which they differ, it compares first the
// wonderwalls and then the ninjas.
func lessPath(a, b []byte) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i]<<4|a[i]>>4 < b[i]<<4|b[i]>>4
		}
	}
	return false
}
