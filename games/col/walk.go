package col

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// A walker finds the values of the classes of a space one by one. What it has found of
// smaller positions it keeps. It implements enum.Lister and enum.Prober.
type walker struct {
	space    *Space
	solver   *search.Solver
	position Position
	counts   [][64]uint64 // classes by verdict and logarithm of the automorphisms
}

// Walker returns a walker of the space.
func (s *Space) Walker() enum.Walker { return newWalker(s, search.NewExhaustive()) }

func newWalker(s *Space, solver *search.Solver) *walker {
	return &walker{space: s, solver: solver, counts: make([][64]uint64, len(verdicts()))}
}

// Walk counts the classes of a shard. Automorphisms are a power of two.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	for v := range w.counts {
		clear(w.counts[v][:])
	}
	err := w.each(ctx, shard.ID, func(verdict int, automorphisms uint64, _ partizan.Value) bool {
		w.counts[verdict][bits.TrailingZeros64(automorphisms)]++
		return true
	})
	for verdict, counts := range w.counts {
		for power, classes := range counts {
			tally.Add(verdict, 1<<power, classes)
		}
	}
	return err
}

// List visits the classes of a shard.
func (w *walker) List(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	return w.each(ctx, shard.ID, func(verdict int, automorphisms uint64, value partizan.Value) bool {
		if only != enum.AnyVerdict && verdict != only {
			return true
		}
		return visit(enum.Class{
			Verdict:        verdict,
			Automorphisms:  automorphisms,
			Representative: representative{w.position, w.solver.Arena(), value},
		})
	})
}

// Probe walks a shard chosen at random.
func (w *walker) Probe(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	shards := (w.space.Classes().Uint64()-1)/perShard + 1
	return float64(shards), w.Walk(ctx, enum.Shard{ID: random.Uint64N(shards)}, tally)
}

// each finds the value of each class of a shard, until visit returns false.
func (w *walker) each(ctx context.Context, shard uint64, visit func(verdict int, automorphisms uint64, value partizan.Value) bool) error {
	census, size := w.space.census, w.space.vertices
	first := int64(shard * perShard)
	last := census.few[size]
	for number := first; number < min(first+perShard, last); number++ {
		var automorphisms uint64
		w.position, automorphisms = census.appendClass(w.position[:0], size, number)
		value, err := w.solver.Value(ctx, w.position)
		if err != nil {
			return err
		}
		if !visit(verdictOf(w.solver.Arena().Outcome(value)), automorphisms, value) {
			return nil
		}
	}
	return nil
}

// A representative is the game that a walker stands at.
type representative struct {
	position Position
	arena    *partizan.Arena
	value    partizan.Value
}

// String returns the game as it is read.
func (r representative) String() string { return r.position.String() }

// Solution returns the value of the game.
func (r representative) Solution() enum.Solution {
	return enum.Solution{
		Verdict:     r.arena.Outcome(r.value).String(),
		Certificate: "value",
		Names:       []string{r.arena.String(r.value)},
	}
}
