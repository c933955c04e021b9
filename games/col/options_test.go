package col

import (
	"context"

	"enumerate/games/col/digraph"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

func (p position) options(ctx context.Context, solver *search.Solver, side int) ([]option, error) {
	return optionsOf(p, side, func(v int) (partizan.Value, error) { return solver.Value(ctx, p.with(v, side)) })
}

func (g graph) options(ctx context.Context, solver *digraph.Solver, side int) ([]option, error) {
	return optionsOf(g, side, func(v int) (partizan.Value, error) { return solver.Value(ctx, g.With(v, side)) })
}

func optionsOf(g game, side int, after func(vertex int) (partizan.Value, error)) (options []option, err error) {
	for _, v := range g.legal(side) {
		value, err := after(v)
		if err != nil {
			return nil, err
		}
		options = append(options, option{v, value})
	}
	return options, nil
}
