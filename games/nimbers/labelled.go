package nimbers

import (
	"fmt"
	"iter"
	"math/big"
	"sync"

	"enumerate/enum"
)

// labelledVersion is the version of the walk of labelled DAGs. It changes whenever the
// shards or their order do: stored shards of another version cannot be gone on with.
const labelledVersion = 1

// The sizes of labelled DAGs.
const (
	MaxLabelled = 100           // vertices of random ones
	MaxWalked   = maxKernel + 2 // vertices
	maxClasses  = 24            // vertices; Burnside's lemma takes 0.4 s for them
)

// A Labelled is the space of all labelled DAGs on some vertices. It is relabeled by the
// permutations of all vertices but the chips', and, if the chips are unordered, by
// exchanging these. It implements enum.Space, enum.Bounded and enum.Sampled.
type Labelled struct {
	name      string
	vertices  int
	unordered bool
	classes   func() *big.Int
	sources   func() *sourceCounts
}

// NewLabelled returns the space of the labelled DAGs on 2 to MaxLabelled vertices.
func NewLabelled(vertices int, unordered bool) (*Labelled, error) {
	if vertices < 2 || vertices > MaxLabelled {
		return nil, fmt.Errorf("labelled DAGs have from 2 to %d vertices, not %d", MaxLabelled, vertices)
	}
	s := &Labelled{name: Ruleset{unordered: unordered}.Name(), vertices: vertices, unordered: unordered}
	s.classes = sync.OnceValue(func() *big.Int {
		if vertices > maxClasses {
			return nil
		}
		return newCensus().classes(vertices, unordered)
	})
	s.sources = sync.OnceValue(func() *sourceCounts { return newSourceCounts(vertices) })
	return s, nil
}

// Walkable returns an error above MaxWalked vertices.
func (s *Labelled) Walkable() error {
	if s.vertices > MaxWalked {
		return fmt.Errorf("labelled DAGs can be walked from 2 to %d vertices, not %d", MaxWalked, s.vertices)
	}
	return nil
}

// Games returns the number of labelled DAGs, by Robinson's recurrence.
func (s *Labelled) Games() *big.Int { return newCensus().labelled(s.vertices) }

// Classes returns the number of classes by Burnside's lemma, nil above 24 vertices.
func (s *Labelled) Classes() *big.Int {
	if classes := s.classes(); classes != nil {
		return new(big.Int).Set(classes)
	}
	return nil
}

// Group returns (n-2)!, twice that for unordered chips.
func (s *Labelled) Group() *big.Int {
	group := new(big.Int).MulRange(1, int64(s.vertices-2))
	if s.unordered {
		group.Lsh(group, 1)
	}
	return group
}

// Verdicts names the verdicts: which player wins.
func (s *Labelled) Verdicts() []string { return verdicts() }

// Totals returns what a walk's tally comes to, by the orbits of its classes.
func (s *Labelled) Totals(t *enum.Tally) ([]enum.Total, error) { return enum.OrbitTotals(t, s.Group()) }

// Coverage counts in labelled DAGs.
func (s *Labelled) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	return enum.GamesCoverage(s, t)
}

// Fingerprint names all that the shards depend on.
func (s *Labelled) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d depth=%d", s.name, s.vertices, labelledVersion, s.depth())
}

// depth returns how many rows of a kernel make a shard: all up to four, for large kernels
// all but one. On 9 vertices there are 5984 shards, of 7
// milliseconds on average.
func (s *Labelled) depth() int {
	kernel := s.vertices - 2
	return max(min(kernel, 4), kernel-1)
}

// Shards yields a shard for every beginning of a kernel.
func (s *Labelled) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		var k kernel
		var id uint64
		k.grow(s.depth(), func() bool {
			shard := enum.Shard{ID: id, Path: append([]byte(nil), k.rows[:k.size]...)}
			id++
			return yield(shard)
		})
	}
}

// Walker returns a walker of the space.
func (s *Labelled) Walker() enum.Walker {
	return &labelledWalker{space: s, bulk: kernelWalker{unordered: s.unordered}}
}

// Sampler returns a sampler of the space.
func (s *Labelled) Sampler() enum.Sampler {
	return &labelledSampler{newLayering(s.sources())}
}
