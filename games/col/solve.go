package col

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// Names of the algorithms.
const (
	autoAlgorithm    = "auto"
	reduceAlgorithm  = "reduce"
	searchAlgorithm  = "search"
	formulaAlgorithm = "formula"
)

// maxQuick is the most uncoloured vertices of a position that is searched where nobody asks
// for that: random trees of 30 take up to half a second, some of 34 many seconds.
const maxQuick = 30

// Algorithms lists the ways to solve a position.
func (Ruleset) Algorithms() []enum.Algorithm {
	return []enum.Algorithm{
		{Name: autoAlgorithm, Summary: fmt.Sprintf("reduce up to %d uncoloured vertices, formula for more", maxQuick)},
		{Name: reduceAlgorithm, Summary: fmt.Sprintf("takes roots off that have no coloured child, and searches the rest; at most %d vertices", search.MaxVertices)},
		{Name: searchAlgorithm, Summary: "by the values of all that can come up, some 30 vertices in trees that branch, more in paths"},
		{Name: formulaAlgorithm, Summary: "by the kinds of subtrees, in linear time; of best moves to the same value it names the first"},
	}
}

// Formats names the formats of answers.
func (Ruleset) Formats() []string { return formats() }

// Solve returns the outcome, the value and the best moves, an [Answer].
func (p Position) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	if how.Trace != nil {
		return nil, enum.ErrNoTrace
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch how.Algorithm {
	case "", autoAlgorithm:
		if p.uncoloured() > maxQuick || len(p) > search.MaxVertices {
			return p.byFormula(ctx)
		}
		return p.searched(ctx, search.NewReducing())
	case reduceAlgorithm:
		return p.searched(ctx, search.NewReducing())
	case searchAlgorithm:
		return p.searched(ctx, search.NewExhaustive())
	case formulaAlgorithm:
		return p.byFormula(ctx)
	}
	var names []string
	for _, a := range (Ruleset{}).Algorithms() {
		names = append(names, a.Name)
	}
	return nil, fmt.Errorf("there is no algorithm %q; there is: %s", how.Algorithm, strings.Join(names, ", "))
}

// searched solves a position by a solver.
func (p Position) searched(ctx context.Context, solver *search.Solver) (enum.Answer, error) {
	if len(p) > search.MaxVertices {
		return nil, fmt.Errorf("a search takes at most %d vertices, this position has %d; the algorithm %s takes any", search.MaxVertices, len(p), formulaAlgorithm)
	}
	value, err := solver.Value(ctx, p)
	if err != nil {
		return nil, err
	}
	arena := solver.Arena()
	answer := Answer{Outcome: arena.Outcome(value).String(), Value: arena.String(value)}
	for side := range answer.Best {
		options, err := solver.Options(ctx, p, side)
		if err != nil {
			return nil, err
		}
		for _, o := range best(arena, options, side) {
			answer.Best[side] = append(answer.Best[side], Move{
				Position: p.with(o.Vertex, side),
				Value:    arena.String(o.Value),
				Wins:     wins(arena, o.Value, side),
			})
		}
	}
	return answer, nil
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

// wins reports whether a side wins that has moved to a value.
func wins(arena *partizan.Arena, value partizan.Value, side int) bool {
	if side == enum.Left {
		return arena.LessEqual(partizan.Zero, value)
	}
	return arena.LessEqual(value, partizan.Zero)
}
