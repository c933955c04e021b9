package enum

import (
	"context"
	"io"
	"iter"
	"math/big"
)

// A Reader is a Ruleset whose games can be written down and read.
type Reader interface {
	Ruleset
	// Read reads games and yields each. A game that cannot be read yields an
	// error that says where; the games after it follow if they can be told
	// apart.
	Read(r io.Reader) iter.Seq2[Game, error]
	// Algorithms lists the ways to solve a game, the default first.
	Algorithms() []Algorithm
}

// An Algorithm is one way to solve a game.
type Algorithm struct {
	Name    string
	Summary string // on one line
}

// A Game is one game read from text. A ruleset's games may also implement
// [Counter], [Formula], [Placeable] and [Drawable].
type Game interface {
	// Solve returns the game's verdict and certificate. When the context ends
	// it returns the context's error, soon.
	Solve(ctx context.Context, how How) (Solution, error)
}

// How says how to solve a game.
type How struct {
	Algorithm string    // the name of one; empty for the default
	Trace     io.Writer // for the reasoning; nil for none
}

// A Solution is the verdict of a game and its certificate.
type Solution struct {
	Verdict     string   // one of the verdicts of the ruleset's spaces
	Certificate string   // what Names are: "order", "core"
	Names       []string // in the game's own words
	// Choices is what each of Names chose, where that shows the contradiction;
	// nil where it proves nothing.
	Choices [][]string
	// Smallest says of a certificate that could be smaller that it is not: that
	// is known.
	Smallest bool
}

// A Counter is a Game whose solutions can be counted and listed.
type Counter interface {
	// Count returns the exact number of solutions.
	Count(ctx context.Context) (*big.Int, error)
	// All yields every solution once, in a fixed order.
	All(ctx context.Context) iter.Seq2[[]string, error]
}

// A Formula is a Game that can be written as a propositional formula.
type Formula interface {
	// WriteDIMACS writes the formula in conjunctive normal form, in the DIMACS
	// format; relaxed leaves out the clauses that make it hard.
	WriteDIMACS(w io.Writer, relaxed bool) error
	// ReadModel reads a SAT solver's answer to the formula, relaxed or not, and
	// returns what it says of the game. The error of an answer that can be read
	// but is not true is a [Refutation].
	ReadModel(ctx context.Context, r io.Reader) (Solution, error)
}

// A Refutation is the error of an answer that is not true, and says why.
type Refutation struct{ Err error }

func (r Refutation) Error() string { return r.Err.Error() }

func (r Refutation) Unwrap() error { return r.Err }

// A Placeable is a Game whose players can be placed in space.
type Placeable interface {
	// Place reads positions and says whether they solve the game.
	Place(ctx context.Context, r io.Reader) (Placement, error)
}

// A Placement says of players placed in space whether they solve the game.
type Placement struct {
	Dimensions int
	Faults     []string // one sentence for each constraint that fails
	// Order is the order of the players on a line in a direction in which no two
	// of them coincide. It solves the game if their places do.
	Order []string
	// Direction is the coordinates of that direction, integers.
	Direction []string
}

// A Drawable is a Game that can be drawn.
type Drawable interface {
	// DrawSVG and DrawDOT draw the game with its certificate, as a picture and
	// as a graph for the programs of Graphviz. They write nothing if the game is
	// too large to be drawn, and the error names the limit.
	DrawSVG(ctx context.Context, w io.Writer) error
	DrawDOT(ctx context.Context, w io.Writer) error
}
