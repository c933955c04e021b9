// Package games lists the rulesets. To add one is to add a folder beside this
// file and a line below.
package games

import (
	"fmt"
	"slices"
	"strings"

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
)

// All returns the rulesets, the default one first, with their parameters as they are
// by default.
func All() []enum.Ruleset {
	return []enum.Ruleset{
		wonderwall.Ruleset{},
		nimbers.New(),
		spies.Ruleset{},
		jump.New(),
		nim.New(),
		antonim.New(),
		tower.New(),
		rotisserie.New(),
		greedy.New(),
		col.New(),
	}
}

// Named returns the ruleset of a name such as "jump" or "jump:players=2,tie=inherit",
// with these parameters set. An error says which part of the name is wrong, and what
// there is.
func Named(name string) (enum.Ruleset, error) {
	plain, settings, set := strings.Cut(name, ":")
	ruleset, err := plainly(plain)
	if err != nil || !set {
		return ruleset, err
	}
	p, ok := ruleset.(enum.Parametric)
	if !ok {
		return nil, fmt.Errorf("the ruleset %s has no parameters to set, such as %q", plain, settings)
	}
	values, err := parse(p, settings)
	if err != nil {
		return nil, err
	}
	return p.With(values)
}

// plainly returns the ruleset of a name without parameters.
func plainly(name string) (enum.Ruleset, error) {
	var names []string
	for _, r := range All() {
		if r.Name() == name {
			return r, nil
		}
		names = append(names, r.Name())
	}
	return nil, fmt.Errorf("there is no ruleset %q; there is: %s", name, strings.Join(names, ", "))
}

// parse reads the settings of parameters, KEY=VALUE with commas between them.
func parse(p enum.Parametric, settings string) (map[string]string, error) {
	var names []string
	for _, parameter := range p.Parameters() {
		names = append(names, parameter.Name)
	}
	values := make(map[string]string)
	for setting := range strings.SplitSeq(settings, ",") {
		key, value, ok := strings.Cut(setting, "=")
		switch _, twice := values[key]; {
		case !ok:
			return nil, fmt.Errorf("%s: %q sets no parameter; want PARAMETER=VALUE, with a comma between two", p.Name(), setting)
		case !slices.Contains(names, key):
			return nil, fmt.Errorf("%s: there is no parameter %q; there is: %s", p.Name(), key, strings.Join(names, ", "))
		case twice:
			return nil, fmt.Errorf("%s: the parameter %s is set twice", p.Name(), key)
		}
		values[key] = value
	}
	return values, nil
}
