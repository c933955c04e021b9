package thesis

import (
	"context"
	"slices"

	"enumerate/solver/betweenness"
)

// stepsOfImplied returns the steps in which the algorithm "implied" decides a valid game, at most
// the given number of them, and the solution that it finds, nil if there is none.
func stepsOfImplied(ctx context.Context, g betweenness.Game, most int) (steps []betweenness.Step, order []int, err error) {
	order, _, err = impliedSteps(ctx, g, nil, byPair, func(s betweenness.Step) error {
		if len(steps) == most {
			return betweenness.ErrManySteps
		}
		steps = append(steps, s)
		return nil
	})
	return steps, order, err
}

// tellStep tells of the assumption after the first arcs.
func (s *implied) tellStep(depth, first int, acyclic bool) error {
	step := betweenness.Step{Depth: depth, Arcs: slices.Clone(s.arcs), New: first}
	if !acyclic {
		cycle, err := s.digraph.shortestCycle()
		if err != nil {
			return err
		}
		step.Cycle = slices.Clone(cycle)
	}
	return s.steps(step)
}
