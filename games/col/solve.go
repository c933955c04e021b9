package col

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"enumerate/enum"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// Names of the algorithms; formula is a method too.
const (
	auto       = "auto"
	reduce     = "reduce"
	exhaustive = "search"
	formula    = "formula"
)

// maxQuick is the most uncoloured vertices of a position that is searched by default: random trees of 30 take up to half a second, some of 34 many seconds.
const maxQuick = 30

// maxTrees is the most trees that the search of one position keeps, in some 500 MB.
const maxTrees = 1 << 22

// algorithms lists the ways to solve a position.
func algorithms() []enum.Algorithm {
	return []enum.Algorithm{
		{Name: auto, Summary: fmt.Sprintf("reduce up to %d uncoloured vertices, formula for more", maxQuick)},
		{Name: reduce, Summary: fmt.Sprintf("takes roots off that have no coloured child, and searches the rest; at most %d vertices", search.MaxVertices)},
		{Name: exhaustive, Summary: "by the values of all that can come up, some 30 vertices in trees that branch, more in paths"},
		{Name: formula, Summary: "by the kinds of subtrees, in linear time; of best moves to the same value it names the first"},
	}
}

// Solve returns the outcome, the value and the best moves.
func (p position) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch how.Algorithm {
	case "", auto:
		if p.uncoloured() > maxQuick || len(p) > search.MaxVertices {
			return p.byFormula(ctx)
		}
		return p.searched(ctx, search.NewReducing())
	case reduce:
		return p.searched(ctx, search.NewReducing())
	case exhaustive:
		return p.searched(ctx, search.NewExhaustive())
	case formula:
		return p.byFormula(ctx)
	}
	return nil, enum.Unknown("algorithm", how.Algorithm, []string{auto, reduce, exhaustive, formula})
}

// searched solves a position by a solver.
func (p position) searched(ctx context.Context, solver *search.Solver) (enum.Answer, error) {
	if len(p) > search.MaxVertices {
		return nil, fmt.Errorf("a search takes at most %d vertices, this position has %d; the algorithm %s takes any", search.MaxVertices, len(p), formula)
	}
	solver.Most = maxTrees
	value, err := solver.Value(ctx, p)
	if err != nil {
		return nil, tooLarge(err)
	}
	a, err := answerBy(solver.Arena(), value, p, func(side int) ([]search.Option, error) { return solver.Options(ctx, p, side) })
	return a, tooLarge(err)
}

// answerBy returns the answer to a game of a value, by the values of each side's options.
func answerBy(arena *partizan.Arena, value partizan.Value, g game, options func(side int) ([]search.Option, error)) (enum.Answer, error) {
	a := answer{outcome: arena.Outcome(value).String(), value: arena.String(value)}
	for side := range a.best {
		options, err := options(side)
		if err != nil {
			return nil, err
		}
		for _, o := range best(arena, options, side) {
			a.best[side] = append(a.best[side], move{g.painted(o.Vertex, side), arena.String(o.Value), wins(arena.Outcome(o.Value), side)})
		}
	}
	return a, nil
}

// tooLarge says of a position that has too much to search what can be done instead.
func tooLarge(err error) error {
	if errors.As(err, new(search.TooManyError)) {
		return fmt.Errorf("%w; the algorithm %s takes any", err, formula)
	}
	return err
}

// best returns the options that a side likes no less than any other: it may have several
// that are equal, or confused with each other.
func best(arena *partizan.Arena, options []search.Option, side int) []search.Option {
	worse := partizan.Less
	if side == enum.Right {
		worse = partizan.Greater
	}
	dominated := make(map[partizan.Value]bool) // of all values, of which there are few
	for _, o := range options {
		dominated[o.Value] = false
	}
	for v := range dominated {
		for w := range dominated {
			if arena.Compare(v, w) == worse {
				dominated[v] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(options), func(o search.Option) bool { return dominated[o.Value] })
}

// wins reports whether a side wins that has moved to a position of an outcome.
func wins(o partizan.Outcome, side int) bool {
	return o == partizan.P || o == [...]partizan.Outcome{enum.Left: partizan.L, enum.Right: partizan.R}[side]
}

// An answer is the outcome of a position, its value, and the best moves of both sides. It
// is an enum.Answer.
type answer struct {
	outcome string    // L, R, N or P
	value   string    // in standard notation
	best    [2][]move // by side, Left first; none of a side that cannot move
}

// A move is a move with what it leads to.
type move struct {
	Position fmt.Stringer `json:"move"` // that it leads to
	Value    string       `json:"value"`
	Wins     bool         `json:"wins"` // for the side that moves
}

// WriteFormat writes the answer on one line:
//
//	N  value: *  Left: Bo = 0 wins  Right: Ro = 0 wins
//	{"verdict":"N","value":"*","left":[{"move":"Bo","value":"0","wins":true}],"right":[{"move":"Ro","value":"0","wins":true}]}
func (a answer) WriteFormat(w io.Writer, format string) error {
	return enum.WriteAnswer(w, format, func(w *bufio.Writer) {
		fmt.Fprintf(w, "%s  value: %s", a.outcome, a.value)
		for side, name := range []string{"Left", "Right"} {
			fmt.Fprintf(w, "  %s: ", name)
			writeMoves(w, a.best[side])
		}
		fmt.Fprintln(w)
	}, struct {
		Verdict string `json:"verdict"`
		Value   string `json:"value"`
		Left    []move `json:"left"`
		Right   []move `json:"right"`
	}{a.outcome, a.value, append([]move{}, a.best[enum.Left]...), append([]move{}, a.best[enum.Right]...)})
}

// writeMoves writes moves for eyes.
func writeMoves(w *bufio.Writer, moves []move) {
	if len(moves) == 0 {
		w.WriteString("no move")
	}
	for i, m := range moves {
		if i > 0 {
			w.WriteString("; ")
		}
		fmt.Fprintf(w, "%v = %s", m.Position, m.Value)
		if m.Wins {
			w.WriteString(" wins")
		} else {
			w.WriteString(" loses")
		}
	}
}
