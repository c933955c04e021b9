package text

import (
	"bytes"
	"enumerate/games/wonderwall/named"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"enumerate/solver/betweenness"

	"pgregory.net/rapid"
)

func ExampleTable_WriteTable() {
	game := betweenness.Game{
		{Wonderwall: 1, Ninja: 2},
		{Wonderwall: 2, Ninja: 3},
		{Wonderwall: 1, Ninja: 0},
		{Wonderwall: 1, Ninja: 0},
	}
	fmt.Println("Each player and its two choices, with letters for names:")
	named.FromGame(game).WriteTable(os.Stdout)
	fmt.Println("The same game with the names of its players:")
	Table{Names: []string{"Ann Lee", "Bob", "Cy", "Dee"}, Game: game}.WriteTable(os.Stdout)
	// Output:
	// Each player and its two choices, with letters for names:
	// A: B C
	// B: C D
	// C: B A
	// D: B A
	// The same game with the names of its players:
	// "Ann Lee": Bob Cy
	// Bob: Cy Dee
	// Cy: Bob "Ann Lee"
	// Dee: Bob "Ann Lee"
}

func ExampleTable_Code() {
	table, err := parseTable(`
		A: B C
		B: D F
		C: B A
		D: B E
		E: D F
		F: D B
	`)
	if err != nil {
		fmt.Println(err)
		return
	}
	code, err := table.Code()
	fmt.Println("The two choices of each player, from A to F:", code, err)
	// Output: The two choices of each player, from A to F: BC DF BA BE DF DB <nil>
}

func ringGame(n int) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		g[p] = betweenness.Choice{Wonderwall: (p + 1) % n, Ninja: (p + 2) % n}
	}
	return g
}

// strewn is a game of many players. The choices of neighbouring players are far from each other.
func strewn(n int) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		g[p] = betweenness.Choice{Wonderwall: (p + 1 + p*p%(n-2)) % n, Ninja: (p + n - 1) % n}
	}
	return g
}

func TestFromGameNamesPlayersByLettersUpTo52AndByNumbersBeyond(t *testing.T) {
	for _, test := range []struct {
		players     int
		first, last string
	}{
		{3, "A", "C"},
		{26, "A", "Z"},
		{27, "A", "a"},
		{52, "A", "z"},
		{53, "P1", "P53"},
	} {
		table := named.FromGame(ringGame(test.players))
		first, last := table.Names[0], table.Names[test.players-1]
		if first != test.first || last != test.last {
			t.Errorf("%d players: names %s to %s, want %s to %s", test.players, first, last, test.first, test.last)
		}
		if err := table.Validate(); err != nil {
			t.Errorf("%d players: %v", test.players, err)
		}
	}
}

func TestValidateReportsWhatBreaksTheRules(t *testing.T) {
	for _, test := range []struct {
		table Table
		want  string
	}{
		{Table{}, "too few players: 0; a game needs at least 3"},
		{Table{Names: []string{"A", "B"}, Game: ringGame(3)}, "2 names for 3 players: expected one for each"},
		{Table{Names: []string{"A", "", "C"}, Game: ringGame(3)}, "player 1 has no name"},
		{Table{Names: []string{"A", "B", "A"}, Game: ringGame(3)}, `players 0 and 2 have the same name "A"`},
		{Table{Names: []string{"A", "\xff", "C"}, Game: ringGame(3)}, `the name "\xff" of player 1 is not UTF-8`},
		{named.FromGame(betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 1, Ninja: 2}, {}}), "player 1 chose itself"},
	} {
		if err := test.table.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.table.Names, err, test.want)
		}
	}
}

func TestWriteTableQuotesNamesThatNoRowWouldHold(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"x", `x`},
		{"é♥", `é♥`},
		{"a-b.c!", `a-b.c!`},
		{"a b", `"a b"`},
		{"a\u00a0b", `"a\u00a0b"`},
		{" a", `" a"`},
		{"a#b", `"a#b"`},
		{"{a", `"{a"`},
		{`"a`, `"\"a"`},
		{"a:b", `"a:b"`},
		{"a,b", `"a,b"`},
		{"a;b", `"a;b"`},
		{"a|b", `"a|b"`},
		{"a->b", `"a->b"`},
		{"a→b", `"a→b"`},
		{"a\n\x00b", `"a\n\x00b"`},
		{"\ufeffa", `"\ufeffa"`},
	} {
		table := Table{Names: []string{test.name, "B", "C"}, Game: ringGame(3)}
		var b strings.Builder
		if err := table.WriteTable(&b); err != nil {
			t.Errorf("%q: %v", test.name, err)
			continue
		}
		if first, _, _ := strings.Cut(b.String(), "\n"); first != test.want+": B C" {
			t.Errorf("%q: row %q, want %s: B C", test.name, first, test.want)
		}
		table.Names[0] = Normal(test.name)
		if read, err := parseTable(b.String()); err != nil || !reflect.DeepEqual(read, table) {
			t.Errorf("%q: read back as %q, %v", test.name, read.Names, err)
		}
	}
	long := Table{Names: []string{strings.Repeat("a", maxLine), "B", "C"}, Game: ringGame(3)}
	if err := long.WriteTable(new(bytes.Buffer)); err == nil {
		t.Error("wrote a row longer than a line may be")
	}
	if err := (Table{}).WriteTable(new(bytes.Buffer)); err == nil {
		t.Error("wrote a table without players")
	}
}

func TestCodeRefusesMoreThan52PlayersAndInvalidGames(t *testing.T) {
	if _, err := named.FromGame(ringGame(52)).Code(); err != nil {
		t.Errorf("52 players: %v", err)
	}
	want := "53 players are too many for a code (at most 52); write a table instead"
	if _, err := named.FromGame(ringGame(53)).Code(); err == nil || err.Error() != want {
		t.Errorf("53 players: %v, want %s", err, want)
	}
	if _, err := named.FromGame(betweenness.Game{{}, {}, {}}).Code(); err == nil {
		t.Error("a code of an invalid game")
	}
}

func anyGame(least, most int) *rapid.Generator[betweenness.Game] {
	return rapid.Custom(func(t *rapid.T) betweenness.Game {
		n := rapid.IntRange(least, most).Draw(t, "players")
		g := make(betweenness.Game, n)
		for p := range g {
			w := (p + rapid.IntRange(1, n-1).Draw(t, "wonderwall")) % n
			others := []int{}
			for q := range n {
				if q != p && q != w {
					others = append(others, q)
				}
			}
			g[p] = betweenness.Choice{Wonderwall: w, Ninja: rapid.SampledFrom(others).Draw(t, "ninja")}
		}
		return g
	})
}

// anyTable generates valid tables. Their names are normalized and have only characters of the alphabet.
func anyTable(alphabet string) *rapid.Generator[Table] {
	name := rapid.Map(rapid.StringOfN(rapid.RuneFrom([]rune(alphabet)), 1, 6, -1), Normal).Filter(func(name string) bool { return name != "" })
	return rapid.Custom(func(t *rapid.T) Table {
		g := anyGame(3, 9).Draw(t, "game")
		names := rapid.SliceOfNDistinct(name, len(g), len(g), rapid.ID).Draw(t, "names")
		return Table{Names: names, Game: g}
	})
}

const nastyRunes = "Aa:|#{}[],\"\\ \t\r\n\x00\u0085\u00a0\u2028\u3000\ufeff\ufffdé𝄞"
