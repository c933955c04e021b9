package enum

import (
	"context"
	"errors"
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
	// Input says in words, in a few whole lines, how games are written.
	Input() string
	// Algorithms lists the ways to solve a game, the default first.
	Algorithms() []Algorithm
	// Formats names the formats of answers, the default first: "table" or another
	// one for eyes, "json" among the others.
	Formats() []string
}

// An Algorithm is one way to solve a game.
type Algorithm struct {
	Name    string
	Summary string // on one line
}

// A Game is one game read from text. A ruleset's games may also implement
// [Modular], [Explainer], [Counter], [Formula], [Placeable] and [Drawable].
type Game interface {
	// Solve returns what is to be known of the game, such as its verdict and
	// certificate. When the context ends it returns the context's error, soon.
	Solve(ctx context.Context, how How) (Answer, error)
}

// How says how to solve a game.
type How struct {
	Algorithm string    // the name of one; empty for the default
	Trace     io.Writer // for the reasoning; nil for none
	Workers   int       // how many may work on the game at once, 1 if it is less
}

// ErrNoTrace is the error of an algorithm that is asked for its reasoning and has none
// to show. It is an errors.ErrUnsupported.
var ErrNoTrace error = noTrace{}

type noTrace struct{}

func (noTrace) Error() string { return "this algorithm shows no reasoning" }

func (noTrace) Is(target error) bool { return target == errors.ErrUnsupported }

// An Answer is what is known of a game.
type Answer interface {
	// WriteFormat writes the answer in one of the ruleset's formats, in whole
	// lines; in "json" as one object on one line, with exact counts as decimal
	// strings.
	WriteFormat(w io.Writer, format string) error
}

// A Modular is a Game whose answer is a number that can be had modulo another one.
type Modular interface {
	Game
	// SolveModulo returns the answer modulo a number, at least 1.
	SolveModulo(ctx context.Context, how How, modulus *big.Int) (Answer, error)
}

// An Explainer is a Game that can say more of its answer than the answer says.
type Explainer interface {
	Game
	// Explain returns the answer with what it rests on.
	Explain(ctx context.Context, how How) (Answer, error)
}

// A Checker is a Ruleset that checks answers which somebody else has found.
type Checker interface {
	Ruleset
	// ReadClaims reads what is claimed to be right, in the form of the ruleset's
	// own answers, as Read reads games.
	ReadClaims(r io.Reader) iter.Seq2[Claim, error]
}

// A Claim is an answer that somebody claims to be right.
type Claim interface {
	// Check reports whether it is, and says why. When the context ends it returns
	// the context's error, soon.
	Check(ctx context.Context) (why Answer, holds bool, err error)
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
	// Pictures names the formats that it is drawn in, the default first: "svg" for
	// pictures, "dot" for graphs that the programs of Graphviz draw.
	Pictures() []string
	// Draw draws the game with its answer in one of them. It writes nothing if
	// the game is too large to be drawn, and the error names the limit.
	Draw(ctx context.Context, w io.Writer, format string) error
}
