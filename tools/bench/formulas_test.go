package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/games/wonderwall/families/reduction"
	"enumerate/games/wonderwall/text"
	"enumerate/internal/cpu"
	"enumerate/solver/betweenness"
)

// formulaTime is the processor time after which the search of a formula's game is given up.
const formulaTime = 10 * time.Second

// A formula can be converted to a game that is solvable if and only if the formula is satisfiable. A table of
// docs/papers/hard.md shows up to which size of formulas the search decides these games. Each row has the results for
// ten random formulas with so many variables and clauses. With -slow the test compares the beginning of each row, which
// does not depend on the machine, with the paper.
func TestFormulas(t *testing.T) {
	if !*slow {
		t.Log(formulaRow(t, 3, 3, 1))
		return
	}
	paper, err := os.ReadFile("../../docs/papers/hard.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{3, 4}, {3, 5}, {3, 6}, {3, 8}, {4, 6}} {
		row := formulaRow(t, size[0], size[1], 10)
		t.Log(row)
		if start, _, _ := strings.Cut(row, " of 10"); !strings.Contains(string(paper), start) {
			t.Errorf("docs/papers/hard.md has no row that begins with %s", start)
		}
	}
}

// formulaRow returns a row of the table: how many of the formulas simplification alone decides, how many literals and
// players the games of the others have, and how many of these games are solvable, unsolvable, or not decided in time.
func formulaRow(t *testing.T, variables, clauses, formulas int) string {
	t.Helper()
	verdicts := make(map[string]int)
	var literals, players []int
	for seed := range formulas {
		random := rand.New(rand.NewPCG(uint64(seed), uint64(100*variables+clauses)))
		f := randomFormula(random, variables, clauses)
		left, _ := f.Simplify()
		if len(left) == 0 || left[0] == nil {
			verdicts["simplified"]++
			continue
		}
		count := 0
		for _, clause := range left {
			count += len(clause)
		}
		game := reduction.NewLinkage(left).Game()
		literals, players = append(literals, count), append(players, len(game.Game))
		verdicts[verdictWithin(t, game)]++
	}
	return fmt.Sprintf("| %d | %d | %d of %d | %s | %s | %d | %d | %d |", variables, clauses, verdicts["simplified"], formulas,
		spread(literals), spread(players), verdicts["solvable"], verdicts["unsolvable"], verdicts["none"])
}

// randomFormula draws a formula. Each clause has three different variables, each negated with probability 1/2.
func randomFormula(random *rand.Rand, variables, clauses int) reduction.Formula {
	f := reduction.Formula{Variables: variables}
	for range clauses {
		clause := random.Perm(variables)[:3]
		for i := range clause {
			clause[i] = (clause[i] + 1) * (1 - 2*random.IntN(2))
		}
		f.Clauses = append(f.Clauses, clause)
	}
	return f
}

// verdictWithin returns the verdict of a game, or "none" if the search does not find it in formulaTime.
func verdictWithin(t *testing.T, game text.Table) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()

	// Stop the search by processor time, so that a busy machine does not change the result.
	begin := cpu.Time()
	go func() {
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		for cpu.Time()-begin < formulaTime {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
		stop()
	}()

	solvable, _, err := betweenness.NewSearcher().Solvable(ctx, game.Game)
	switch {
	case errors.Is(err, context.Canceled):
		return "none"
	case err != nil:
		t.Fatal(err)
	case solvable:
		return "solvable"
	}
	return "unsolvable"
}

func spread(numbers []int) string {
	if len(numbers) == 0 {
		return "-"
	}
	least, most := slices.Min(numbers), slices.Max(numbers)
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
