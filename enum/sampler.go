package enum

import (
	"context"
	"math/rand/v2"
)

// A Sampler solves labelled games drawn uniformly at random.
type Sampler interface {
	// Sample draws a game, and returns its verdict and the work of solving it, which depend only on the random numbers.
	// When the context ends, Sample soon returns the context's error.
	Sample(ctx context.Context, random *rand.Rand) (verdict int, work Work, err error)
}

// A BatchSampler can solve many games together faster than one by one.
type BatchSampler interface {
	Sampler
	// Draw draws a game from the same random numbers as Sample.
	Draw(random *rand.Rand)
	// Decide returns the verdicts of the games drawn since the last call, in order. When the context ends, it soon
	// returns the context's error.
	Decide(ctx context.Context) (verdicts []int, err error)
}

// Work is the work of a solver in units that do not depend on the machine.
type Work struct {
	Decisions uint64 // choices that might have to be undone
	Conflicts uint64 // times that choices were undone
}

// Add adds the work of another solver.
func (w *Work) Add(v Work) {
	w.Decisions += v.Decisions
	w.Conflicts += v.Conflicts
}
