package kit

import (
	"fmt"
	"slices"
	"strings"

	"enumerate/enum"
)

// SettingName returns the name of a ruleset with the settings that differ from the default, such as
// "jump:players=2,values=0..4". The function value returns the value of a parameter; it must return the default for
// parameters, such as preset, that only abbreviate values of others.
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

// With returns the function With of a ruleset, made of a function that reads settings and one that makes the ruleset.
func With[S any](read func(values map[string]string) (S, error), ruleset func(S) *enum.Ruleset) func(map[string]string) (*enum.Ruleset, error) {
	return func(values map[string]string) (*enum.Ruleset, error) {
		set, err := read(values)
		if err != nil {
			return nil, err
		}
		return ruleset(set), nil
	}
}

// Choose returns the index of a parameter's value among the choices, or 0 if the parameter is not set. If the value is
// not among them, the error is like "move=up: expected straight or diamond".
func Choose(values map[string]string, parameter string, choices ...string) (int, error) {
	value, set := values[parameter]
	if !set {
		return 0, nil
	}
	at, last := slices.Index(choices, value), len(choices)-1
	if at < 0 {
		return 0, fmt.Errorf("%s=%.40s: expected %s or %s", parameter, value, strings.Join(choices[:last], ", "), choices[last])
	}
	return at, nil
}
