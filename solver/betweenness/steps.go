package betweenness

import (
	"context"
	"errors"
	"slices"
)

// A Step is the digraph of the algorithm "implied" after one of its assumptions, with all
// that this implies.
type Step struct {
	// Depth is how many assumptions the digraph rests on, this one among them.
	Depth int
	// Arcs are those of the digraph, in the order they came: the first player of each stands
	// before the second. The assumption is Arcs[New]; all after it follow from it.
	Arcs [][2]int
	New  int
	// Cycle is players each of whom stands before the next, and the last before the first;
	// nil if the digraph has no cycle.
	Cycle []int
}

// ErrManySteps is the error of Steps for a game that takes more steps than asked for.
var ErrManySteps = errors.New("the game takes more steps")

// Steps returns the steps in which the algorithm "implied" decides a valid game, at most
// the given number of them, and the solution that it finds, nil if there is none.
func Steps(ctx context.Context, g Game, most int) (steps []Step, order []int, err error) {
	order, _, err = impliedSteps(ctx, g, nil, byPair, func(s Step) error {
		if len(steps) == most {
			return ErrManySteps
		}
		steps = append(steps, s)
		return nil
	})
	return steps, order, err
}

// tellStep tells of the assumption after the first arcs.
func (s *implied) tellStep(depth, first int, acyclic bool) error {
	step := Step{Depth: depth, New: first}
	for _, a := range s.arcs {
		step.Arcs = append(step.Arcs, a)
	}
	if !acyclic {
		cycle, err := s.digraph.shortestCycle()
		if err != nil {
			return err
		}
		step.Cycle = slices.Clone(cycle)
	}
	return s.steps(step)
}
