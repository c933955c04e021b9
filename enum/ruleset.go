package enum

import (
	"io"
	"iter"
)

// A Ruleset makes the spaces of a game, one for each size.
type Ruleset interface {
	// Name is the ruleset's name on the command line and in databases.
	Name() string
	// Space returns the space of one size, or an error that names the sizes
	// there are.
	Space(size int) (Space, error)
}

// A TextSolver is a Ruleset that solves games written down.
type TextSolver interface {
	Ruleset
	// Solve reads games and yields the solution of each. A game that cannot be
	// read yields an error that says where; the games after it follow if they
	// can be told apart.
	Solve(r io.Reader) iter.Seq2[Solution, error]
}

// A Solution is the verdict of a game read from text and its certificate.
type Solution struct {
	Verdict     string   // one of the verdicts of the ruleset's spaces
	Certificate string   // what Names are: "order", "core"
	Names       []string // in the game's own words
}
