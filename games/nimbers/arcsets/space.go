package arcsets

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/nimbers/chip"
)

// version is the version of the walk of arc sets. It changes whenever the shards or
// their order do.
const version = 1

// MaxWalked is the most vertices of a complete DAG whose sets are walked: numbers of sets have
// 128 bits.
const MaxWalked = 16

// A Space is the space of all sets of arcs of one complete DAG.
type Space struct {
	name     string
	vertices int
}

// New returns the space of a number of vertices, at least 2. The name begins its fingerprint.
func New(name string, vertices int) *Space { return &Space{name, vertices} }

// Walkable returns an error if there are too many sets of arcs.
func (s *Space) Walkable() error {
	if s.vertices > MaxWalked {
		return fmt.Errorf("the sets of arcs of complete DAGs can be walked from 2 to %d vertices, not %d", MaxWalked, s.vertices)
	}
	return nil
}

// Games returns 2^m, m the number of arcs.
func (s *Space) Games() *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(s.vertices*(s.vertices-1)/2))
}

// Classes returns the same.
func (s *Space) Classes() *big.Int { return s.Games() }

// Group returns 1.
func (s *Space) Group() *big.Int { return big.NewInt(1) }

func (s *Space) Verdicts() []string { return chip.Verdicts() }

// Totals returns what a walk's tally says.
func (s *Space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint names everything that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.name, s.vertices, version)
}

// depth returns how many nimbers make a shard. From eight vertices on there are 877 shards.
func (s *Space) depth() int { return min(s.vertices-1, 7) }

// Shards yields a shard for every assignment of nimbers to the first vertices; see walker.
func (s *Space) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		var id uint64
		if s.Walkable() == nil {
			s.newWalker().prefixes(nil, func(path []byte) bool {
				shard := enum.Shard{ID: id, Path: path}
				id++
				return yield(shard)
			})
		}
	}
}

// Fits returns an error if a shard has more classes than sets of arcs.
func (s *Space) Fits(shard enum.Shard, t *enum.Tally) error {
	return enum.AtMost(t, s.newWalker().sets(shard.Path))
}

// Walker returns a walker of the space. It panics if Walkable returns an error.
func (s *Space) Walker() enum.Walker { return s.newWalker() }

// Valued returns what lists the classes, set by set, and what says the Grundy value of the class that it visits.
func (s *Space) Valued() (enum.Lister, func() int) {
	w := s.newWalker()
	return w.list, func() int { return int(w.nimber[w.vertices-1] ^ w.nimber[w.vertices-2]) }
}

// Sampler returns what draws sets of arcs.
func (s *Space) Sampler() enum.Sampler {
	return &sampler{make([]int, s.vertices), make([]int, s.vertices)}
}

// A sampler draws sets of arcs. nimber has the nimber of each vertex, counted from the end. seen[k] is the last
// vertex that found an arc to a vertex of nimber k.
type sampler struct{ nimber, seen []int }

// Sample draws each arc with a fair coin, and finds who wins.
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	clear(s.seen)
	toss := chip.Coins{Random: random}
	for v := len(s.nimber) - 1; v >= 0; v-- {
		place, g := len(s.nimber)-v, 0
		for _, nimber := range s.nimber[v+1:] {
			if toss.Toss() {
				s.seen[nimber] = place
			}
		}
		for s.seen[g] == place {
			g++
		}
		s.nimber[v] = g
	}
	return chip.Verdict(s.nimber[0], s.nimber[1]), enum.Work{}, ctx.Err()
}
