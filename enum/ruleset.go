package enum

import "strings"

// A Ruleset makes the spaces of a game, one for each size. It may also implement
// [Parametric], [Counted], [Reader], [Checker] and [Generator].
type Ruleset interface {
	// Name is the ruleset's name on the command line and in databases. That of a
	// ruleset whose parameters are set says which: see [Parametric].
	Name() string
	// About describes the ruleset.
	About() About
	// Space returns the space of one size, or an error that names the sizes
	// there are. Not all of them can be walked; see [Bounded].
	Space(size int) (Space, error)
}

// An About describes a ruleset.
type About struct {
	Summary string // the game, on one line
	Size    string // what the size counts: "players"
	Sizes   Range  // that there are
	Walked  Range  // that can be walked, among them
	Group   string // what relabels the games, and its order: "the players, n!"
	// Example is the arguments of a command line that shows the ruleset within a
	// few seconds.
	Example string
}

// A Range is all sizes from First to Last.
type Range struct{ First, Last int }

// Empty reports whether there is no size in the range.
func (r Range) Empty() bool { return r.First > r.Last }

// Contains reports whether a size is in the range.
func (r Range) Contains(size int) bool { return r.First <= size && size <= r.Last }

// A Parametric is a ruleset with parameters: each setting of them is a ruleset of its
// own, with a name of its own, such as "jump:players=2,values=0..4". The name says
// every parameter that does not have its default, in the order of Parameters. Settings
// that always mean the same have the same name.
type Parametric interface {
	Ruleset
	// Parameters lists the parameters.
	Parameters() []Parameter
	// With returns the ruleset with some parameters set, and the others as they
	// are by default. The names are those of parameters. An error says what is
	// wrong with which value, and what would be right.
	With(values map[string]string) (Ruleset, error)
}

// SettingName returns the name of a ruleset with parameters: the plain name and what is not
// as by default. Value returns what a parameter has, by name; of one that only stands for
// others it returns the default.
func SettingName(plain string, parameters []Parameter, value func(parameter string) string) string {
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

// A Parameter is one of a ruleset's parameters.
type Parameter struct {
	Name    string
	Values  string // that it takes, in words or as in "initial|inherit"
	Default string
	Summary string // on one line
}
