package questions

import (
	"fmt"
	"strings"

	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

// parseTable reads the only game of a text.
func parseTable(written string) (table, error) {
	var found []table
	for t, err := range text.ReadTables(strings.NewReader(written)) {
		if err != nil {
			return table{}, err
		}
		found = append(found, withNames(t))
	}
	if len(found) != 1 {
		return table{}, fmt.Errorf("%d games, want 1", len(found))
	}
	return found[0], nil
}

// withNames returns a game with names as the ruleset reads it.
func withNames(t text.Table) table { return table{wonderwall.Table{Table: t}} }

// fromGame returns a game with default names.
func fromGame(g betweenness.Game) table { return withNames(named.FromGame(g)) }

// ringGame is the game of n players in a circle who all choose the next two players.
func ringGame(n int) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		g[p] = betweenness.Choice{Wonderwall: (p + 1) % n, Ninja: (p + 2) % n}
	}
	return g
}
