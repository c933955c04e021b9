package nimbers

import (
	"fmt"
	"iter"
	"math/big"
	"slices"
	"sync"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// arcSetsVersion is the version of the walk of arc sets; see labelledVersion.
const arcSetsVersion = 1

// An ArcSets is the space of all sets of arcs of one DAG. It is relabeled by the
// automorphisms of the DAG that leave both chips where they are or, if these are
// unordered, leave or exchange them. It implements enum.Space, enum.Bounded and
// enum.Sampled.
type ArcSets struct {
	name    string
	dag     *dag.DAG
	order   func() *big.Int                    // of the group
	members func() ([]canon.Relabeling, error) // of the group, or why they are not known
	plan    func() (*arcPlan, error)           // for the walk, or why there is none
}

// NewArcSets returns the space of the sets of arcs of a DAG. The name says in fingerprints
// which DAG that is, and what the chips are.
func NewArcSets(name string, d *dag.DAG, unordered bool) *ArcSets {
	s := &ArcSets{name: name, dag: d}
	s.order = sync.OnceValue(func() *big.Int {
		form, err := canon.Canonical(graphOf(d, unordered))
		if err != nil {
			panic(err) // a DAG is a valid graph
		}
		return form.Automorphisms
	})
	s.members = sync.OnceValues(func() ([]canon.Relabeling, error) {
		return symmetriesOf(graphOf(d, unordered), s.order())
	})
	s.plan = sync.OnceValues(func() (*arcPlan, error) { return newArcPlan(d, s.members) })
	return s
}

// Walkable returns an error if there are too many sets of arcs, or automorphisms.
func (s *ArcSets) Walkable() error {
	_, err := s.plan()
	return err
}

// Games returns 2^m, m the number of arcs.
func (s *ArcSets) Games() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(s.dag.Arcs())) }

// Classes returns the number of classes by Burnside's lemma: the mean over the group of 2 to
// the number of cycles on the arcs. It is nil for a group whose members are too many to be
// listed.
func (s *ArcSets) Classes() *big.Int {
	members, err := s.members()
	if err != nil {
		return nil
	}
	arcs := slices.Collect(s.dag.All())
	place := placesOf(arcs)
	sum := new(big.Int)
	for _, r := range members {
		fixed := big.NewInt(1)
		sum.Add(sum, fixed.Lsh(fixed, uint(arcCycles(place.moved(arcs, r)))))
	}
	classes, rest := sum.QuoRem(sum, big.NewInt(int64(len(members))), new(big.Int))
	if rest.Sign() != 0 {
		panic(fmt.Sprintf("nimbers: %d automorphisms of %v are no group", len(members), s.dag))
	}
	return classes
}

// Group returns the number of the automorphisms.
func (s *ArcSets) Group() *big.Int { return new(big.Int).Set(s.order()) }

// Verdicts names the verdicts: which player wins.
func (s *ArcSets) Verdicts() []string { return verdicts() }

// Totals returns what a walk's tally comes to, by the orbits of its classes.
func (s *ArcSets) Totals(t *enum.Tally) ([]enum.Total, error) { return enum.OrbitTotals(t, s.Group()) }

// Coverage counts in sets of arcs.
func (s *ArcSets) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	return enum.GamesCoverage(s, t)
}

// Fingerprint names all that the shards depend on.
func (s *ArcSets) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.name, s.dag.Vertices(), arcSetsVersion)
}

// Shards yields a shard for every beginning of a set of arcs; see arcPlan.
func (s *ArcSets) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		plan, err := s.plan()
		if err != nil {
			return
		}
		var id uint64
		newArcWalker(plan).beginnings(func(path []byte) bool {
			shard := enum.Shard{ID: id, Path: path}
			id++
			return yield(shard)
		})
	}
}

// Walker returns a walker of the space. It panics if Walkable returns an error.
func (s *ArcSets) Walker() enum.Walker {
	plan, err := s.plan()
	if err != nil {
		panic("nimbers: a walker of sets of arcs that cannot be walked: " + err.Error())
	}
	return newArcWalker(plan)
}

// Sampler returns a sampler of the space.
func (s *ArcSets) Sampler() enum.Sampler { return newArcSampler(s.dag) }
