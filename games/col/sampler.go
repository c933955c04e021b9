package col

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/col/search"
)

// A sampler draws games of a space and finds their values, by reducing. It implements
// enum.Sampler.
type sampler struct {
	space    *Space
	solver   *search.Solver
	position Position
}

// Sampler returns a sampler of the space.
func (s *Space) Sampler() enum.Sampler {
	return &sampler{space: s, solver: search.NewReducing()}
}

// maxRemembered is how many trees a sampler remembers before it forgets them all: some
// 100 MB. What it finds does not depend on that.
const maxRemembered = 1 << 21

// Sample draws a game and returns its outcome. It takes no decisions.
func (d *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	if d.solver.Trees() > maxRemembered {
		d.solver = search.NewReducing()
	}
	d.position = d.space.census.appendRandom(d.position[:0], d.space.vertices, random)
	value, err := d.solver.Value(ctx, d.position)
	if err != nil {
		return 0, enum.Work{}, err
	}
	return verdictOf(d.solver.Arena().Outcome(value)), enum.Work{}, nil
}
