package wonderwall

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"enumerate/games/wonderwall/orientations"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/golden"
	"enumerate/internal/rows"
)

// orientationsRow returns a row of the table in docs/papers/random.md: the solvable games, the acyclic orientations,
// and the ratio of orientations to solvable games and to all games.
func orientationsRow(t *testing.T, players int) string {
	t.Helper()
	solvable, ok := new(big.Int).SetString(golden.Total("wonderwall", players, "solvable-games"), 10)
	if !ok {
		t.Fatalf("n=%d: the solvable games are no number", players)
	}
	all := orientations.Count(players)
	return fmt.Sprintf("| %d | %s | %s | %s | %s |\n", players, rows.Grouped(solvable), rows.Grouped(all),
		new(big.Rat).SetFrac(all, solvable).FloatString(4), new(big.Rat).SetFrac(all, space.Space{Players: players}.Games()).FloatString(4))
}

func TestDocsTableTheOrientations(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "papers", "random.md"))
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	for n := 4; n <= 11; n++ {
		row := orientationsRow(t, n)
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/papers/random.md lacks the row %s", row)
		}
		made++
	}
	rows := regexp.MustCompile(`(?m)^\| \d+ \| [\d,]+ \| [\d,]+ \| \d\.\d{4} \| \d\.\d{4} \|$`).FindAll(text, -1)
	if len(rows) != made {
		t.Errorf("docs/papers/random.md has %d rows of the table, want %d", len(rows), made)
	}
}

// An acyclic orientation of a game gives each choice one of its two directions in the line, such that no cycle arises.
// There are at most as many solvable games as acyclic orientations of all games together, because every solvable game
// has at least one. Up to 5 players the numbers are equal, where an orientation and its reverse count as one.
func TestSolvableGamesAreAtMostTheOrientations(t *testing.T) {
	for n := 4; n <= 11; n++ {
		most := orientations.Count(n)
		solvable, _ := new(big.Int).SetString(golden.Total("wonderwall", n, "solvable-games"), 10)
		if single := n <= 5; solvable.Cmp(most) > 0 || single != (solvable.Cmp(most) == 0) {
			t.Errorf("n=%d: %v solvable games, %v orientations of all games", n, solvable, most)
		}
		if games := (space.Space{Players: n}).Games(); most.Cmp(games) >= 0 {
			t.Errorf("n=%d: %v orientations, want fewer than the %v games", n, most, games)
		}
	}
	if most, games := orientations.Count(12), (space.Space{Players: 12}).Games(); most.Cmp(games) <= 0 {
		t.Errorf("n=12: %v orientations, want more than the %v games", most, games)
	}
}
