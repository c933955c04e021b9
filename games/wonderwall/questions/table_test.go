package questions

import (
	"fmt"
	"strings"

	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

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

func withNames(t text.Table) table { return table{wonderwall.Table{Table: t}} }

func fromGame(g betweenness.Game) table { return withNames(named.FromGame(g)) }

func ringGame(n int) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		g[p] = betweenness.Choice{Wonderwall: (p + 1) % n, Ninja: (p + 2) % n}
	}
	return g
}
