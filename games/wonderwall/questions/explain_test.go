package questions

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"enumerate/enum/single"
	"enumerate/games/wonderwall"
)

func printed(t *testing.T, a single.Answer, err error, format string) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := single.Write(&b, a, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func randomTable(t *testing.T, players int, random *rand.Rand) table {
	t.Helper()
	g, _, err := wonderwall.Random(t.Context(), players, random)
	if err != nil {
		t.Fatal(err)
	}
	return table{g.(wonderwall.Table)}
}

// A told is an explanation that was read from its JSON.
type told struct {
	Verdict string
	Order   []string
	Choices map[string][2]string
	Proof   *toldCases
	Players []struct {
		Player string
		Line   []string
	}
}

type toldCases struct {
	Player string
	Cases  []struct {
		Line, Cycle []string
		Next        *toldCases
	}
}

// follow checks that a proof by cases is complete and that every case ends in a contradiction. A case is a line: a
// player, its wonderwall and its ninja, in this order or in the reverse. Each player except the first, because of
// symmetry, needs both cases. A case ends with a cycle of players in which each stands directly before the next one in
// some line of this case or of the cases above it.
func follow(t *testing.T, choices map[string][2]string, c *toldCases, lines [][]string) {
	t.Helper()
	choice, chose := choices[c.Player]
	both := [][]string{{c.Player, choice[0], choice[1]}, {choice[1], choice[0], c.Player}}
	if len(lines) == 0 {
		both = both[:1]
	}
	if !chose || len(c.Cases) != len(both) {
		t.Fatalf("%s: %d cases of %q", c.Player, len(c.Cases), choice)
	}
	for i, branch := range c.Cases {
		if !slices.Equal(branch.Line, both[i]) || (branch.Next == nil) == (branch.Cycle == nil) {
			t.Fatalf("%s: the case %v", c.Player, branch)
		}
		above := append(slices.Clone(lines), branch.Line)
		if branch.Next != nil {
			follow(t, choices, branch.Next, above)
			continue
		}
		for k, p := range branch.Cycle {
			next := branch.Cycle[(k+1)%len(branch.Cycle)]
			if !slices.ContainsFunc(above, func(line []string) bool {
				at := slices.Index(line, p)
				return at >= 0 && at < 2 && line[at+1] == next
			}) {
				t.Fatalf("the cycle %q does not follow from %q", branch.Cycle, above)
			}
		}
	}
}

func TestExplanationsProveTheirVerdicts(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 5))
	longest := 0
	for trial := range 400 {
		table := randomTable(t, 4+trial%17, random)
		answer, err := table.explain(t.Context(), single.How{})
		var e told
		if err := json.Unmarshal([]byte(printed(t, answer, err, "json")), &e); err != nil {
			t.Fatal(err)
		}
		if e.Verdict == "solvable" {
			if len(e.Players) != len(table.Names) {
				t.Fatalf("%d of %d players are told of", len(e.Players), len(table.Names))
			}
			for p, told := range e.Players {
				c := table.Game[p]
				x, y, z := slices.Index(e.Order, told.Line[0]), slices.Index(e.Order, told.Line[1]), slices.Index(e.Order, told.Line[2])
				ends := []string{table.Names[p], table.Names[c.Ninja]}
				if told.Player != table.Names[p] || told.Line[1] != table.Names[c.Wonderwall] || x < 0 || x >= y || y >= z ||
					!slices.Contains(ends, told.Line[0]) || !slices.Contains(ends, told.Line[2]) {
					t.Fatalf("%v of %q", told, e.Order)
				}
			}
			continue
		}
		for p, chosen := range e.Choices {
			c := table.Game[slices.Index(table.Names, p)]
			if chosen != [2]string{table.Names[c.Wonderwall], table.Names[c.Ninja]} {
				t.Fatalf("%s chose %q", p, chosen)
			}
		}
		follow(t, e.Choices, e.Proof, nil)
		lines := strings.Split(printed(t, answer, nil, "table"), "\n")
		longest = max(longest, len(lines))
		for _, line := range lines[1:] {
			if utf8.RuneCountInString(line) > 80 {
				t.Errorf("longer than 80 characters: %s", line)
			}
		}
	}
	if longest < 15 || longest > mostLines+2 {
		t.Errorf("the longest explanation has %d lines", longest)
	}
}

// TestRepairedGamesAreReadBack prints repaired games and reads them again. In every third game, two names have
// characters that a row of a game may have only in quotes.
func TestRepairedGamesAreReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 6))
	for trial := range 60 {
		table := randomTable(t, 4+trial%9, random)
		if trial%3 == 0 {
			table.Names[0], table.Names[1] = "a|b", "# c \" d"
		}
		answer, err := table.repair(t.Context(), single.How{})
		text := printed(t, answer, err, "game")
		read, err := parseTable(text)
		if want := answer.(repairAnswer).repair.Game; err != nil || !slices.Equal(read.Names, table.Names) || !slices.Equal(read.Game, want) {
			t.Fatalf("%sis read as %v, %v, want %v", text, read, err, want)
		}
		solution, err := read.Solve(t.Context(), single.How{})
		if !strings.HasPrefix(printed(t, solution, err, "table"), "solvable") {
			t.Fatalf("%sis unsolvable", text)
		}
	}
}
