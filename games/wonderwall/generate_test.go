package wonderwall

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/solver/betweenness"

	"pgregory.net/rapid"
)

// generated returns a game of a family.
func generated(family string, size int, seed uint64) (Table, error) {
	i := slices.IndexFunc(families(), func(f enum.Family) bool { return f.Name == family })
	game, err := families()[i].Generate(size, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return Table{}, err
	}
	return game.(Table), nil
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
		// The one that the source prints.
		{"trap", 3, 0, "BC CD BA EF FG ED HI IJ HG GH"},
		{"steiner", 7, 1, "BD FE GB FC AC AG DE"},
		{"steiner", 9, 1, "CE FA HG GA FG CI BI BE HA"},
	} {
		table, err := generated(c.family, c.size, c.seed)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := table.code(); err != nil || got != c.want {
			t.Errorf("%s, size %d, seed %d: %s, %v, want %s", c.family, c.size, c.seed, got, err, c.want)
		}
	}
}

func TestGeneratedGamesAreValidAndReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(families()).Draw(t, "family")
		size := rapid.IntRange(3, 60).Draw(t, "size")
		if f.Name == "steiner" {
			size = rapid.SampledFrom(admissible(60)[1:]).Draw(t, "admissible size")
		}
		seed := rapid.Uint64().Draw(t, "seed")
		table, err := generated(f.Name, size, seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.validate(); err != nil {
			t.Fatal(err)
		}
		players := size
		if f.Copies {
			players = 3*size + 1
		}
		if len(table.Game) != players {
			t.Fatalf("%s, size %d: %d players, want %d", f.Name, size, len(table.Game), players)
		}
		for _, format := range tableFormats() {
			var b bytes.Buffer
			if err := table.WriteFormat(&b, format); err != nil {
				if format == "code" && players > len(codeLetters) {
					continue
				}
				t.Fatal(err)
			}
			if read, err := parseTable(b.String()); err != nil || !reflect.DeepEqual(read, table) {
				t.Fatalf("%s: read %v, %v, wrote %v", format, read, err, table)
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
	for _, f := range families() {
		first, err := generated(f.Name, 21, 0)
		if err != nil {
			t.Fatal(err)
		}
		differ := false
		for seed := range uint64(3) {
			other, err := generated(f.Name, 21, seed+1)
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
		// It is the last d alone that makes it so.
		last := len(table.Game) - 1
		table.Game[last] = betweenness.Choice{Wonderwall: last - 1, Ninja: 0}
		if !betweenness.Solve(table.Game).Solvable() {
			t.Errorf("%d copies are unsolvable with another choice of the last player", copies)
		}
	}
}

// relaxed solves a game by its relaxed formula, in which pairs of players that
// choices share decide each other.
func relaxed(t *testing.T, table Table) (solvable bool, tried uint64) {
	t.Helper()
	algorithm, err := betweenness.Named("twosat")
	if err != nil {
		t.Fatal(err)
	}
	c, work, err := algorithm.Solve(t.Context(), table.Game, betweenness.How{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Solvable(), work.Decisions
}

func TestATrapIsNoneForSharedPairs(t *testing.T) {
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
			// All orientations, but for those that are the reverse of others.
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
		{"random", 2, "wonderwall games have from 3 to 10000000 players, not 2"},
		{"random", -1, "wonderwall games have from 3 to 10000000 players, not -1"},
		{"trap", 0, "a trap has from 1 to 3333333 copies, not 0"},
		{"trap", 3333334, "a trap has from 1 to 3333333 copies, not 3333334"},
		{"steiner", 1, "there are Steiner triple systems of 6t+1 and 6t+3 players, here from 7 to 1000000, not of 1"},
		{"steiner", 8, "there are Steiner triple systems of 6t+1 and 6t+3 players, here from 7 to 1000000, not of 8"},
		{"steiner", -3, "there are Steiner triple systems of 6t+1 and 6t+3 players, here from 7 to 1000000, not of -3"},
		{"steiner", 1000003, "there are Steiner triple systems of 6t+1 and 6t+3 players, here from 7 to 1000000, not of 1000003"},
	} {
		if _, err := generated(c.family, c.size, 0); err == nil || err.Error() != c.want {
			t.Errorf("%s, size %d: %v, want %s", c.family, c.size, err, c.want)
		}
	}
}

func TestFamiliesAreDescribedOnOneLine(t *testing.T) {
	for _, f := range families() {
		if f.Summary == "" || strings.Contains(f.Summary, "\n") {
			t.Errorf("%s: %q", f.Name, f.Summary)
		}
	}
}
