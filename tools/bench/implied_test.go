package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/games/wonderwall/families"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
	"enumerate/solver/thesis"
)

// A table of docs/papers/hard.md compares the algorithm of a thesis with the search of this program, by the decisions
// that each takes for ten games: the median and, in brackets, the greatest number. These numbers do not depend on the
// machine. Each of the thesis's three rules for which player comes next has a column. The games are random ones; games
// of Steiner triple systems, in which no two choices share two players; and traps, which are built to be hard for a
// plain search. Without -slow, the test measures only up to 20 players.
func TestDecisionsOfTheThesis(t *testing.T) {
	paper, err := os.ReadFile("../../docs/papers/hard.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (random|steiner|trap) (\d+) \| (\d+) \| .*\|$`).FindAllStringSubmatch(string(paper), -1)
	if len(rows) != 20 {
		t.Errorf("the table has %d rows, want 20", len(rows))
	}
	for _, row := range rows {
		size, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		players, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		if players > 20 && !*slow {
			continue
		}
		if got := decisions(t, row[1], size); got != row[0] {
			t.Errorf("measured\n%s, the table has\n%s", got, row[0])
		}
	}
}

// decisions returns the row of the table for a family of games and a size.
func decisions(t *testing.T, family string, size int) string {
	t.Helper()
	tables := generated(t, family, size, 10)
	solvable := 0
	var cells []string
	for _, name := range []string{"implied", "implied-text", "implied-sorted", "search"} {
		algorithm, err := betweenness.Named(append(thesis.Algorithms(), betweenness.Algorithms()...), name)
		if err != nil {
			t.Fatal(err)
		}
		solvable = 0
		var decisions []uint64
		for _, table := range tables {
			certificate, work, err := algorithm.Solve(context.Background(), table.Game, betweenness.How{Core: betweenness.NoCore})
			if err != nil {
				t.Fatal(err)
			}
			if certificate.Solvable() {
				solvable++
			}
			decisions = append(decisions, work.Decisions)
		}
		slices.Sort(decisions)
		median, most := decisions[len(decisions)/2], decisions[len(decisions)-1]
		cell := fmt.Sprint(median)
		if most > median {
			cell += fmt.Sprintf(" (%d)", most)
		}
		cells = append(cells, cell)
	}
	return fmt.Sprintf("| %s %d | %d | %d of %d | %s |", family, size, len(tables[0].Game), solvable, len(tables), strings.Join(cells, " | "))
}

// generated returns games of a family and a size, one for each seed, or the only game if the family has only one of
// each size.
func generated(t *testing.T, family string, size, games int) (tables []text.Table) {
	t.Helper()
	for _, f := range families.All() {
		if f.Name != family {
			continue
		}
		if f.Fixed {
			games = 1
		}
		for seed := range games {
			made, err := f.Generate(size, rand.New(rand.NewPCG(uint64(seed), 0)))
			if err != nil {
				t.Fatal(err)
			}
			tables = append(tables, made.(text.Table))
		}
		return tables
	}
	t.Fatalf("unknown family %q", family)
	return nil
}
