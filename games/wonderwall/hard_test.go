package wonderwall

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crillab/gophersat/solver"

	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/formula"
)

func TestSmallHardGamesHaveOneVerdict(t *testing.T) {
	files, err := filepath.Glob("../../data/hard/hunt-*.txt")
	if err != nil || len(files) != 10 {
		t.Fatalf("%d games, %v, want ten", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		table, err := parseTable(string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		_, number, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "-")
		if players, err := strconv.Atoi(number); err != nil || players != len(table.Game) {
			t.Errorf("%s: %d players", file, len(table.Game))
		}
		if len(table.Game) > 30 {
			continue
		}
		solvable, work, err := betweenness.NewSearcher().Solvable(t.Context(), table.Game)
		if err != nil {
			t.Fatal(err)
		}
		var clauses [][]int
		for clause := range formula.Clauses(table.Game, false) {
			clauses = append(clauses, slices.Clone(clause))
		}
		if sat := solver.New(solver.ParseSlice(clauses)).Solve() == solver.Sat; sat != solvable {
			t.Errorf("%s: solvable %t after %d conflicts, by the SAT solver %t", file, solvable, work.Conflicts, sat)
		}
	}
}
