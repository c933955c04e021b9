// Package games lists the rulesets. To add one is to add a folder beside this
// file and a line below.
package games

import (
	"fmt"
	"strings"

	"enumerate/enum"
	"enumerate/games/wonderwall"
)

// All returns the rulesets, the default one first.
func All() []enum.Ruleset {
	return []enum.Ruleset{
		wonderwall.Ruleset{},
	}
}

// Named returns the ruleset of that name, or an error that lists the names there
// are.
func Named(name string) (enum.Ruleset, error) {
	var names []string
	for _, r := range All() {
		if r.Name() == name {
			return r, nil
		}
		names = append(names, r.Name())
	}
	return nil, fmt.Errorf("there is no ruleset %q; there is: %s", name, strings.Join(names, ", "))
}
