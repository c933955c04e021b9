package enum

import (
	"context"
	"math/rand/v2"
)

// A Sampled is a Space whose games can be drawn at random.
type Sampled interface {
	Space
	// Sampler returns a sampler with buffers of its own, for one goroutine.
	Sampler() Sampler
}

// A Sampler solves labelled games drawn uniformly at random.
type Sampler interface {
	// Sample draws a game and returns its verdict and the work of solving it.
	// Both depend on nothing but the numbers drawn. When the context ends it
	// returns the context's error, soon.
	Sample(ctx context.Context, random *rand.Rand) (verdict int, work Work, err error)
}

// Work is what a solver did, in units that do not depend on the machine.
type Work struct {
	// Decisions are the choices it made that it might have had to take back,
	// Conflicts those times that it found that it must.
	Decisions, Conflicts uint64
}

// Add adds the work of another solver.
func (w *Work) Add(v Work) {
	w.Decisions += v.Decisions
	w.Conflicts += v.Conflicts
}
