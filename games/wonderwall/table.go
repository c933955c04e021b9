package wonderwall

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"enumerate/solver/betweenness"
)

// A Table is a relationship table: a game and the names of its players.
// Names[p] is the name of the player who chose Game[p]; the names are non-empty,
// distinct and valid UTF-8.
type Table struct {
	Names []string
	Game  betweenness.Game
}

// codeLetters names the players of a code, in order.
const codeLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// FromGame returns the table of g with default names: A to Z and a to z for up
// to 52 players, P1, P2, ... for more.
func FromGame(g betweenness.Game) Table {
	names := make([]string, len(g))
	for p := range names {
		if len(g) <= len(codeLetters) {
			names[p] = codeLetters[p : p+1]
		} else {
			names[p] = "P" + strconv.Itoa(p+1)
		}
	}
	return Table{names, g}
}

// Validate reports the first thing that breaks the rules of a table: a number of
// names other than that of the players, a name that is empty, not UTF-8 or
// another player's, or a choice that breaks a rule of the game.
func (t Table) Validate() error {
	if len(t.Names) != len(t.Game) {
		return fmt.Errorf("a table needs a name for each of its %d players, this one has %d", len(t.Game), len(t.Names))
	}
	player := make(map[string]int, len(t.Names))
	for p, name := range t.Names {
		switch q, taken := player[name]; {
		case name == "":
			return fmt.Errorf("player %d has no name", p)
		case !utf8.ValidString(name):
			return fmt.Errorf("the name %.60q of player %d is not UTF-8", name, p)
		case taken:
			return fmt.Errorf("players %d and %d have the same name %.60q", q, p, name)
		}
		player[name] = p
	}
	return t.Game.Validate()
}
