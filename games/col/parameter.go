package col

import (
	"fmt"

	"enumerate/enum"
)

// A shape says which trees a space has.
type shape int

const (
	trees shape = iota
	paths
)

func (s shape) String() string { return [...]string{"trees", "paths"}[s] }

// colours say which vertices of a space may be coloured.
type colours int

const (
	none colours = iota
	leaves
	all
)

func (c colours) String() string { return [...]string{"none", "leaves", "all"}[c] }

// choices returns how many colours a vertex may have, uncoloured among them.
func (c colours) choices(leaf bool) int64 {
	if c == all || c == leaves && leaf {
		return 3
	}
	return 1
}

// Parameters lists the parameters.
func (Ruleset) Parameters() []enum.Parameter {
	return []enum.Parameter{
		{Name: "shape", Values: "trees|paths", Default: "trees", Summary: "trees whose vertices have at most two children, or at most one"},
		{Name: "colours", Values: "none|leaves|all", Default: "none", Summary: "which vertices may have a colour from the beginning"},
	}
}

// With returns the game with some parameters set.
func (Ruleset) With(values map[string]string) (enum.Ruleset, error) {
	r := New()
	if value, ok := values["shape"]; ok {
		switch value {
		case trees.String():
			r.shape = trees
		case paths.String():
			r.shape = paths
		default:
			return nil, fmt.Errorf("the shape is trees or paths, not %q", value)
		}
	}
	if value, ok := values["colours"]; ok {
		switch value {
		case none.String():
			r.colours = none
		case leaves.String():
			r.colours = leaves
		case all.String():
			r.colours = all
		default:
			return nil, fmt.Errorf("the colours are none, leaves or all, not %q", value)
		}
	}
	return r, nil
}

// Name returns "col" and the parameters that are not as by default, such as
// "col:colours=leaves".
func (r Ruleset) Name() string {
	values := map[string]string{"shape": r.shape.String(), "colours": r.colours.String()}
	return enum.SettingName("col", r.Parameters(), func(name string) string { return values[name] })
}
