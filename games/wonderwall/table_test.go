package wonderwall

import (
	"fmt"
	"strings"

	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

// parseTable reads the only game of a text.
func parseTable(written string) (Table, error) {
	var found []Table
	for table, err := range text.ReadTables(strings.NewReader(written)) {
		if err != nil {
			return Table{}, err
		}
		found = append(found, Table{Table: table})
	}
	if len(found) != 1 {
		return Table{}, fmt.Errorf("%d games, want 1", len(found))
	}
	return found[0], nil
}

// ringGame is the game of n players who all choose the next two.
func ringGame(n int) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		g[p] = betweenness.Choice{Wonderwall: (p + 1) % n, Ninja: (p + 2) % n}
	}
	return g
}
