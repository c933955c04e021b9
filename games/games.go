// Package games lists the rulesets. To add one is to add a folder beside this
// file and a line below.
package games

import (
	"enumerate/enum"
	"enumerate/games/antonim"
	"enumerate/games/col"
	"enumerate/games/greedy"
	"enumerate/games/jump"
	"enumerate/games/nim"
	"enumerate/games/nimbers"
	"enumerate/games/rotisserie"
	"enumerate/games/spies"
	"enumerate/games/tower"
	"enumerate/games/wonderwall"
	"enumerate/solver/betweenness/orders"
	"enumerate/solver/thesis"
)

// All returns the rulesets, the default one first, with their parameters as they are
// by default.
func All() []*enum.Ruleset {
	return []*enum.Ruleset{
		wonderwall.New(append(thesis.Algorithms(), orders.Algorithm())...),
		nimbers.New(),
		spies.New(),
		jump.New(),
		nim.New(),
		antonim.New(),
		tower.New(),
		rotisserie.New(),
		greedy.New(),
		col.New(),
	}
}
