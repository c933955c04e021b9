// Package games lists the rulesets. To add a ruleset, add a folder next to this file, and a line to All.
package games

import (
	"enumerate/enum"
	"enumerate/games/antonim"
	"enumerate/games/choices"
	"enumerate/games/col"
	"enumerate/games/greedy"
	"enumerate/games/jump"
	"enumerate/games/nim"
	"enumerate/games/nimbers"
	"enumerate/games/rotisserie"
	"enumerate/games/spies"
	"enumerate/games/tower"
	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/expansion"
	"enumerate/games/wonderwall/families"
	"enumerate/games/wonderwall/questions"
	"enumerate/games/wonderwall/symmetric"
	"enumerate/games/wonderwall/walk"
	"enumerate/solver/betweenness/orders"
	"enumerate/solver/thesis"
)

// All returns the rulesets with their default parameters. The first is the default ruleset.
func All() []*enum.Ruleset {
	return []*enum.Ruleset{
		newWonderwall(),
		nimbers.New(),
		spies.New(),
		jump.New(),
		nim.New(),
		antonim.New(),
		tower.New(),
		rotisserie.New(),
		greedy.New(),
		col.New(),
		choices.New(),
	}
}

// newWonderwall returns Ninja Assassin Wonderwall with all parts that other packages add to it, such as algorithms,
// questions, drawings and families of games.
func newWonderwall() *enum.Ruleset {
	algorithms := append(thesis.Algorithms(), orders.Algorithm())
	r := wonderwall.New(algorithms...)
	r.Methods = append(r.Methods, walk.CoreMethod(symmetric.Classes))
	r.Reading = questions.Reading(algorithms...)
	r.Questions = append(r.Questions, questions.All()...)
	r.Drawings = questions.Drawings(algorithms...)
	r.Families = families.All()
	r.Expansion, r.MostTerms = expansion.Terms, expansion.MaxTerms
	r.Traits = questions.Traits()
	return r
}
