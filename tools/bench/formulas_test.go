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

// formulaTime is the processor time that the search has for the game of a formula.
const formulaTime = 10 * time.Second

// TestFormulas measures up to which size the search decides games of random formulas, ten of each
// number of variables and clauses. Every clause has three different variables. With
// -slow -v it prints the rows of the table in docs/papers/hard.md.
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

// formulaRow returns a row of the table.
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

// randomFormula draws clauses of three literals.
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

// verdictWithin returns the verdict of a game, or "none" if the search does not find it in time.
func verdictWithin(t *testing.T, game text.Table) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
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

// spread returns the least and the greatest of some numbers.
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
