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

// version must change whenever the shards of the walk or their order change.
const version = 1

// MaxWalked is the largest number of vertices of a complete DAG for the method walk. This DAG has 120 arcs, so the
// number of sets fits in the 128 bits in which the walk counts.
const MaxWalked = 16

// A Space has all sets of arcs of the complete DAG on some number of vertices.
type Space struct {
	name     string
	vertices int
}

// New returns the space for a number of vertices, at least 2. Its fingerprint begins with the name.
func New(name string, vertices int) *Space { return &Space{name, vertices} }

// Walkable returns an error if there are too many sets of arcs for a walk.
func (s *Space) Walkable() error {
	if s.vertices > MaxWalked {
		return fmt.Errorf("n = %d is too large to walk the sets of arcs of complete DAGs: expected 2 to %d vertices", s.vertices, MaxWalked)
	}
	return nil
}

// Games returns 2^m, where m is the number of arcs.
func (s *Space) Games() *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(s.vertices*(s.vertices-1)/2))
}

// Classes returns the same number as Games, because every set of arcs is a class.
func (s *Space) Classes() *big.Int { return s.Games() }

// Group returns 1.
func (s *Space) Group() *big.Int { return big.NewInt(1) }

func (s *Space) Verdicts() []string { return chip.Verdicts() }

// Totals converts the tally of a walk to totals.
func (s *Space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint has everything that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.name, s.vertices, version)
}

// depth returns the number of vertices whose nimbers determine a shard. From eight vertices on there are 877 shards.
func (s *Space) depth() int { return min(s.vertices-1, 7) }

// Shards divides the sets of arcs into shards. A shard has all sets that give the first s.depth() vertices the same
// nimbers, which are its path. A space that cannot be walked has no shards.
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

// Fits returns an error if the tally of a shard has more classes than the shard has sets of arcs.
func (s *Space) Fits(shard enum.Shard, t *enum.Tally) error {
	return enum.AtMost(t, s.newWalker().sets(shard.Path))
}

// Walker returns a walker of the space. It panics if Walkable returns an error.
func (s *Space) Walker() enum.Walker { return s.newWalker() }

// Valued returns a lister, and a function that returns the Grundy value of the class that the lister visits.
func (s *Space) Valued() (enum.Lister, func() int) {
	w := s.newWalker()
	return w.list, func() int { return int(w.nimber[w.vertices-1] ^ w.nimber[w.vertices-2]) }
}

// Sampler returns a sampler that draws sets of arcs.
func (s *Space) Sampler() enum.Sampler {
	return &sampler{nimber: make([]int, s.vertices), marks: make([]int, s.vertices)}
}

type sampler struct {
	nimber []int // nimber[v] is the nimber of vertex v
	marks  []int // marks[k] is the last drawn vertex that has an arc to a vertex of nimber k, counted from 1 at the end
}

// Sample draws each arc of the complete DAG with a fair coin, and returns the verdict. It does not keep the arcs drawn,
// because each nimber follows from those of the later vertices.
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	clear(s.marks)
	toss := chip.Coins{Random: random}
	for v := len(s.nimber) - 1; v >= 0; v-- { // arcs lead to later vertices, whose nimbers must be known
		// The nimbers k of the ends of v's arcs are marked by marks[k] = place, which differs for each vertex, so that
		// marks need not be cleared.
		place, least := len(s.nimber)-v, 0
		for _, nimber := range s.nimber[v+1:] {
			if toss.Toss() { // v has an arc to a vertex with this nimber
				s.marks[nimber] = place
			}
		}
		for s.marks[least] == place {
			least++
		}
		s.nimber[v] = least
	}
	return chip.Verdict(s.nimber[0], s.nimber[1]), enum.Work{}, ctx.Err()
}
