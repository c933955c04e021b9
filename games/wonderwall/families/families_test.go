package families

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
	"enumerate/solver/thesis"

	"pgregory.net/rapid"
)

func sized() []single.Family {
	return slices.DeleteFunc(All(), func(f single.Family) bool { return f.Origin != nil })
}

// generated returns a game of a family. Some families need numbers besides the size; these are then 1, 2 and so on.
func generated(family string, size int, seed uint64) (text.Table, error) {
	f := All()[slices.IndexFunc(All(), func(f single.Family) bool { return f.Name == family })]
	if f.With != nil {
		var numbers []int
		for i := range f.Numbers {
			numbers = append(numbers, i+1)
		}
		f.Generate = f.With(numbers)
	}
	game, err := f.Generate(size, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return text.Table{}, err
	}
	return game.(text.Table), nil
}

func TestGeneratedGamesStayAsTheyAre(t *testing.T) {
	for _, c := range []struct {
		family string
		size   int
		seed   uint64
		want   string
	}{
		{"random", 6, 1, "DE EA EA FA BA CD"},
		{"random", 6, 2, "ED CF AB AB FB DC"},
		{"trap", 1, 0, "BC CD BA AB"},
		// The game that the thesis prints.
		{"trap", 3, 0, "BC CD BA EF FG ED HI IJ HG GH"},
		{"steiner", 7, 1, "BD FE GB FC AC AG DE"},
		{"steiner", 9, 1, "CE FA HG GA FG CI BI BE HA"},
		{"coronene", 1, 0, "BC CD BE CB AF AG AE"},
		{"colouring", 5, 1, "GB AE AE AF AC AD HF AC"},
		{"circulant", 8, 1, "EC DC DE EF FG GH AH AB"},
	} {
		table, err := generated(c.family, c.size, c.seed)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := table.Code(); err != nil || got != c.want {
			t.Errorf("%s, size %d, seed %d: %s, %v, want %s", c.family, c.size, c.seed, got, err, c.want)
		}
	}
}

func TestGeneratedGamesAreValidAndReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(sized()).Draw(t, "family")
		size := rapid.IntRange(6, 60).Draw(t, "size")
		players := size
		switch f.Name {
		case "steiner":
			size = rapid.SampledFrom(admissible(60)[1:]).Draw(t, "admissible size")
			players = size
		case "trap":
			players = 3*size + 1
		case "coronene":
			size = rapid.IntRange(1, 6).Draw(t, "side")
			players = 6*size*size - 3*size + 4
		}
		seed := rapid.Uint64().Draw(t, "seed")
		table, err := generated(f.Name, size, seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Validate(); err != nil {
			t.Fatal(err)
		}
		// In a hypergraph for colouring, an edge with three vertices needs one player more, and so may the last edge.
		most := players
		if f.Name == "colouring" {
			players, most = size+2, 2*size+3
		}
		if got := len(table.Game); got < players || got > most {
			t.Fatalf("%s, size %d: %d players, want %d to %d", f.Name, size, got, players, most)
		}
		for _, format := range named.Formats() {
			var b bytes.Buffer
			if err := single.Write(&b, table, format); err != nil {
				if format == "code" && len(table.Game) > 52 {
					continue
				}
				t.Fatal(err)
			}
			var all []text.Table
			for read, err := range text.ReadTables(&b) {
				all = append(all, read)
				if err != nil {
					t.Fatalf("%s: %v", format, err)
				}
			}
			if !reflect.DeepEqual(all, []text.Table{table}) {
				t.Fatalf("%s: read %v, wrote %v", format, all, table)
			}
		}
		again, err := generated(f.Name, size, seed)
		if err != nil || !reflect.DeepEqual(again, table) {
			t.Fatalf("the same seed makes %v and %v", table, again)
		}
		other, err := generated(f.Name, size, seed+1)
		if same := reflect.DeepEqual(other, table); err != nil || f.Fixed && !same {
			t.Fatalf("another seed makes %v and %v", table, other)
		}
	})
}

func TestASeedMakesADifferenceUnlessAFamilyIsFixed(t *testing.T) {
	for _, f := range sized() {
		const size = 21
		first, err := generated(f.Name, size, 0)
		if err != nil {
			t.Fatal(err)
		}
		differ := false
		for seed := range uint64(3) {
			other, err := generated(f.Name, size, seed+1)
			if err != nil {
				t.Fatal(err)
			}
			differ = differ || !reflect.DeepEqual(first, other)
		}
		if differ == f.Fixed {
			t.Errorf("%s: seeds make a difference: %t, want %t", f.Name, differ, !f.Fixed)
		}
	}
}

func TestATrapHasNoSolution(t *testing.T) {
	for copies := 1; copies <= 20; copies++ {
		table, err := generated("trap", copies, 0)
		if err != nil {
			t.Fatal(err)
		}
		if betweenness.Solve(table.Game).Solvable() {
			t.Errorf("%d copies are solvable", copies)
		}
		// Only the choice of the last player, called d in trapGame, makes the game unsolvable.
		last := len(table.Game) - 1
		table.Game[last] = betweenness.Choice{Wonderwall: last - 1, Ninja: 0}
		if !betweenness.Solve(table.Game).Solvable() {
			t.Errorf("%d copies are unsolvable with another choice of the last player", copies)
		}
	}
}

// relaxed solves a game by the algorithm twosat, and returns the number of orientations that it tried. In the relaxed
// formula of the thesis, two choices that have a pair of players in common determine each other's orientation.
func relaxed(t *testing.T, table text.Table) (solvable bool, tried uint64) {
	t.Helper()
	algorithm, err := betweenness.Named(thesis.Algorithms(), "twosat")
	if err != nil {
		t.Fatal(err)
	}
	c, work, err := algorithm.Solve(t.Context(), table.Game, betweenness.How{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Solvable(), work.Decisions
}

func TestSharedPairsDecideTraps(t *testing.T) {
	for _, copies := range []int{1, 2, 20, 100} {
		table, err := generated("trap", copies, 0)
		if err != nil {
			t.Fatal(err)
		}
		if solvable, tried := relaxed(t, table); solvable || tried != 0 {
			t.Errorf("%d copies: solvable %t after %d tries, want a contradiction before the first", copies, solvable, tried)
		}
	}
}

func TestNoChoiceOfASteinerGameFollowsFromOthers(t *testing.T) {
	unsolvable := 0
	for _, players := range []int{7, 9} {
		for seed := range uint64(20) {
			table, err := generated("steiner", players, seed)
			if err != nil {
				t.Fatal(err)
			}
			solvable, tried := relaxed(t, table)
			if solvable {
				continue
			}
			unsolvable++
			// A search must try all orientations of the choices, up to reversal.
			if want := uint64(1) << (players - 1); tried != want {
				t.Errorf("%d players, seed %d: unsolvable after %d tries, want %d", players, seed, tried, want)
			}
		}
	}
	if unsolvable == 0 {
		t.Error("all games are solvable")
	}
}

func TestSizesThatAFamilyDoesNotHaveAreRefused(t *testing.T) {
	for _, c := range []struct {
		family string
		size   int
		want   string
	}{
		{"random", 2, "n = 2: expected 3 to 10,000,000 players"},
		{"random", -1, "n = -1: expected 3 to 10,000,000 players"},
		{"trap", 0, "copies = 0: expected a number from 1 to 3,333,333"},
		{"trap", 3333334, "copies = 3333334: expected a number from 1 to 3,333,333"},
		{"steiner", 1, "n = 1: for Steiner triple systems, expected 6t+1 or 6t+3 players, from 7 to 1,000,000"},
		{"steiner", 8, "n = 8: for Steiner triple systems, expected 6t+1 or 6t+3 players, from 7 to 1,000,000"},
		{"steiner", -3, "n = -3: for Steiner triple systems, expected 6t+1 or 6t+3 players, from 7 to 1,000,000"},
		{"colouring", 2, "vertices = 2: expected a number from 3 to 300,000"},
		{"coronene", 0, "side = 0: expected a number from 1 to 400"},
		{"coronene", 401, "side = 401: expected a number from 1 to 400"},
		{"circulant", 2, "n = 2: expected 3 to 10,000,000 players"},
		{"circulant", 5, "nobody = 3: for 5 players, expected a number from 0 to 2"},
		{"steiner", 1000003, "n = 1000003: for Steiner triple systems, expected 6t+1 or 6t+3 players, from 7 to 1,000,000"},
	} {
		if _, err := generated(c.family, c.size, 0); err == nil || err.Error() != c.want {
			t.Errorf("%s, size %d: %v, want %s", c.family, c.size, err, c.want)
		}
	}
}

func TestFamiliesAreDescribedOnOneLine(t *testing.T) {
	for _, f := range All() {
		if f.Summary == "" || strings.Contains(f.Summary, "\n") {
			t.Errorf("%s: %q", f.Name, f.Summary)
		}
	}
}

func TestCirculantWithSparedPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(5, 40).Draw(t, "players")
		a := rapid.IntRange(1, players-1).Draw(t, "a")
		b := rapid.IntRange(1, players-1).Filter(func(b int) bool { return b != a }).Draw(t, "b")
		nobody := rapid.IntRange(0, players-3).Draw(t, "nobody")
		seed := rapid.Uint64().Draw(t, "seed")
		game, err := circulant{a, b, nobody}.game(players, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Validate(); err != nil {
			t.Fatal(err)
		}
		wanted := make([]bool, players)
		for _, c := range game {
			wanted[c.Wonderwall] = true
		}
		// Player p chooses p+a as wonderwall and p+b as ninja, unless p+a is spared, i.e. may be no one's wonderwall.
		// Only then must p choose differently: exchange the two if p+b is not spared, else take another wonderwall.
		swapped, elsewhere := 0, 0
		for p, c := range game {
			w, n := (p+a)%players, (p+b)%players
			switch c {
			case betweenness.Choice{Wonderwall: w, Ninja: n}:
				continue
			case betweenness.Choice{Wonderwall: n, Ninja: w}:
				swapped++
			default:
				elsewhere++
				if c.Ninja != n || wanted[n] {
					t.Errorf("player %d chose %v, though it could swap its choices", p, c)
				}
			}
			if wanted[w] {
				t.Errorf("player %d did not choose %d, which is not spared", p, w)
			}
		}
		if swapped+elsewhere != nobody {
			t.Errorf("%d players swapped and %d went elsewhere, want %d in all", swapped, elsewhere, nobody)
		}
		spared := 0
		for _, w := range wanted {
			if !w {
				spared++
			}
		}
		if spared != nobody {
			t.Errorf("%d players are nobody's wonderwall, want %d", spared, nobody)
		}
	})
}

func TestAShuffledGameIsTheSameUpToNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(sized()).Draw(t, "family")
		seed := rapid.Uint64().Draw(t, "seed")
		made, err := generated(f.Name, 9, seed)
		if err != nil {
			t.Fatal(err)
		}
		shuffled := f.Shuffle(made, rand.New(rand.NewPCG(seed, 0))).(text.Table)
		if !slices.Equal(shuffled.Names, made.Names) {
			t.Fatalf("the names are %q, want those of every game of %d players", shuffled.Names, len(made.Names))
		}
		// Draw the relabeling again, from the same random numbers.
		to := rand.New(rand.NewPCG(seed, 0)).Perm(len(made.Game))
		for p, c := range made.Game {
			want := betweenness.Choice{Wonderwall: to[c.Wonderwall], Ninja: to[c.Ninja]}
			if got := shuffled.Game[to[p]]; got != want {
				t.Errorf("player %d, once %d, chose %v, want %v", to[p], p, got, want)
			}
		}
	})
}
