package heaps

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"sync"

	"enumerate/enum"
)

// version is the version of the enumeration. It changes whenever the shards or their
// order do: stored shards of another version cannot be gone on with.
const version = 2

// A Space is all positions of a ruleset whose heaps have at most so many sticks, as one of
// the methods sees them. It implements enum.Bounded and enum.Sampled.
type Space struct {
	ruleset Ruleset
	size    uint64
	span    Span // of heaps, for this size
	method  method
	solver  lazily
	sampled lazily // the solver of samplers
}

// lazily is a solver that is made when it is first needed, and again only if the context
// ended meanwhile.
type lazily struct {
	mutex  sync.Mutex
	solver *solver
}

// get returns the solver.
func (l *lazily) get(make func() (*solver, error)) (*solver, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.solver == nil {
		made, err := make()
		if err != nil {
			return nil, err
		}
		l.solver = made
	}
	return l.solver, nil
}

// space returns the space of a size as a method sees it, or an error that says which
// sizes there are.
func (r Ruleset) space(size int, m method) (*Space, error) {
	if sizes := r.sizes(); !sizes.Contains(size) {
		return nil, fmt.Errorf("%s has positions %s, not %d", r.Name(), sticksIn(sizes), size)
	}
	s := &Space{ruleset: r, size: uint64(size), method: m}
	s.span = r.span.within(r.rules.Kind(), s.size)
	return s, nil
}

// Walkable returns an error if the method does not reach the size.
func (s *Space) Walkable() error {
	if there := s.method.sizes(s.ruleset); !there.Contains(int(s.size)) {
		return fmt.Errorf("%s can be walked %s, not %d", s.ruleset.Name(), sticksIn(there), s.size)
	}
	return nil
}

// Games returns the number of lists or sets of heaps.
func (s *Space) Games() *big.Int { return s.ruleset.rules.Kind().games(s.span, s.size) }

// Classes returns the number of multisets, lists or sets of heaps.
func (s *Space) Classes() *big.Int { return s.ruleset.rules.Kind().classes(s.span, s.size) }

// Group returns L! for a Multiset of up to L heaps, otherwise 1.
func (s *Space) Group() *big.Int {
	if s.ruleset.rules.Kind() != Multiset {
		return big.NewInt(1)
	}
	return new(big.Int).MulRange(1, int64(s.span.Most))
}

// Verdicts names the outcomes, P first, or the Grundy values.
func (s *Space) Verdicts() []string {
	return s.ruleset.verdict.verdicts(s.ruleset.rules, s.span.Most, s.size)
}

// Totals returns what a tally comes to, by the orbits of its classes.
func (s *Space) Totals(t *enum.Tally) ([]enum.Total, error) { return enum.OrbitTotals(t, s.Group()) }

// Coverage counts in labelled games.
func (s *Space) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	return enum.GamesCoverage(s, t)
}

// Fingerprint names all that the shards depend on.
func (s *Space) Fingerprint() string {
	text := fmt.Sprintf("%s n=%d enumeration=%d", s.ruleset.Name(), s.size, version)
	if s.method.name != walk.name {
		text += fmt.Sprintf("; %s=%d", s.method.name, s.method.version)
	}
	return text
}

// inShard is how many classes a shard has, but for the last one, which may have fewer.
const inShard = 1 << 14

// bounds returns the numbers of the first position of the space and the first beyond it.
// Positions are numbered as those with fewer heaps are as well; see Numbering.
func (s *Space) bounds() (first, end uint64) {
	kind := s.ruleset.rules.Kind()
	if s.span.Least > 0 {
		first = kind.numbered(s.span.Least-1, s.size)
	}
	return first, kind.numbered(s.span.Most, s.size)
}

// Shards yields the pieces of the walk, each so many positions one after the other.
func (s *Space) Shards() iter.Seq[enum.Shard] {
	first, end := s.bounds()
	return func(yield func(enum.Shard) bool) {
		for id := uint64(0); id*inShard < end-first; id++ {
			if !yield(enum.Shard{ID: id}) {
				return
			}
		}
	}
}

// A solver finds the verdicts of positions that it numbers.
type solver struct {
	*Numbering
	verdict func(Position) int
}

// solve returns the space's solver.
func (s *Space) solve(ctx context.Context) (*solver, error) {
	return s.solver.get(func() (*solver, error) { return s.method.solver(ctx, s) })
}
