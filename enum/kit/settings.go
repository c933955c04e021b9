package kit

import (
	"fmt"
	"slices"
	"strings"

	"enumerate/enum"
)

// SettingName returns the name of a ruleset with parameters: the plain name and the settings that
// differ from the default, such as "jump:players=2,values=0..4". The function value returns the
// value of a parameter, by name. For a parameter that is only an abbreviation of others, such as
// preset, it returns the default.
func SettingName(plain string, parameters []enum.Parameter, value func(parameter string) string) string {
	var set []string
	for _, p := range parameters {
		if v := value(p.Name); v != p.Default {
			set = append(set, p.Name+"="+v)
		}
	}
	if set == nil {
		return plain
	}
	return plain + ":" + strings.Join(set, ",")
}

// With returns a ruleset's With: it combines a function that reads settings with one that makes
// the ruleset.
func With[S any](read func(values map[string]string) (S, error), ruleset func(S) *enum.Ruleset) func(map[string]string) (*enum.Ruleset, error) {
	return func(values map[string]string) (*enum.Ruleset, error) {
		set, err := read(values)
		if err != nil {
			return nil, err
		}
		return ruleset(set), nil
	}
}

// Choose returns the index of the value that a parameter is set to, among the choices that
// it has; 0 if it is not set. The error says "the move is straight or diamond", with the verb
// that goes with the parameter's name.
func Choose(values map[string]string, parameter, verb string, choices ...string) (int, error) {
	value, set := values[parameter]
	if !set {
		return 0, nil
	}
	at, last := slices.Index(choices, value), len(choices)-1
	if at < 0 {
		return 0, fmt.Errorf("the %s %s %s or %s, not %q", parameter, verb, strings.Join(choices[:last], ", "), choices[last], value)
	}
	return at, nil
}
