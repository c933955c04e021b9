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

// An arcSets is the space of all sets of arcs of one DAG. It is relabeled by the
// automorphisms of the DAG that leave both chips where they are or, if these are
// unordered, leave or exchange them.
type arcSets struct {
	name    string
	dag     *dag.DAG
	order   func() *big.Int                    // of the group
	members func() ([]canon.Relabeling, error) // of the group, or why they are not known
	plan    func() (*arcPlan, error)           // for the walk, or why there is none
}

// newArcSets returns the space of the sets of arcs of a DAG. The name says in fingerprints
// which DAG that is, and what the chips are.
func newArcSets(name string, d *dag.DAG, unordered bool) *arcSets {
	s := &arcSets{name: name, dag: d}
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

// walkable returns an error if there are too many sets of arcs, or automorphisms.
func (s *arcSets) walkable() error {
	_, err := s.plan()
	return err
}

// Games returns 2^m, m the number of arcs.
func (s *arcSets) Games() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(s.dag.Arcs())) }

// Classes returns the number of classes by Burnside's lemma: the mean over the group of 2 to
// the number of cycles on the arcs. It is nil for a group whose members are too many to be
// listed.
func (s *arcSets) Classes() *big.Int {
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
func (s *arcSets) Group() *big.Int { return new(big.Int).Set(s.order()) }

func (s *arcSets) Verdicts() []string { return verdicts() }

// Totals returns what a walk's tally says, by the orbits of its classes.
func (s *arcSets) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint names all that the shards depend on.
func (s *arcSets) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.name, s.dag.Vertices(), arcSetsVersion)
}

// Shards yields a shard for every beginning of a set of arcs; see arcPlan.
func (s *arcSets) Shards() iter.Seq[enum.Shard] {
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

// Walker returns a walker of the space. It panics if walkable returns an error.
func (s *arcSets) Walker() enum.Walker { return s.walker() }

func (s *arcSets) walker() *arcWalker {
	plan, err := s.plan()
	if err != nil {
		panic("nimbers: a walker of sets of arcs that cannot be walked: " + err.Error())
	}
	return newArcWalker(plan)
}

func (s *arcSets) lister() enum.Lister { return s.walker().list }

func (s *arcSets) sampler() enum.Sampler { return newArcSampler(s.dag) }

// Limits of a group whose members are listed.
const (
	maxGroup = 40_320 // members
	maxBase  = 100    // vertices that they permute
)

// graphOf returns the DAG as a graph whose automorphisms leave the chips where they are, or
// exchange them at most if they are unordered.
func graphOf(d *dag.DAG, unordered bool) canon.Graph {
	g := canon.Graph{Points: d.Vertices(), Colors: make([]int, d.Vertices()), Arcs: make([]canon.Arc, 0, d.Arcs())}
	g.Colors[0], g.Colors[1] = 1, 2
	if unordered {
		g.Colors[1] = 1
	}
	for a := range d.All() {
		g.Arcs = append(g.Arcs, canon.Arc{From: a.From, To: a.To})
	}
	return g
}

// exchangeable reports whether some automorphism exchanges the chips. Of a DAG with more
// than maxBase vertices it says so also if that would take long to find out.
func exchangeable(d *dag.DAG) bool {
	if len(d.Out(0)) != len(d.Out(1)) {
		return false
	}
	if d.Vertices() > maxBase {
		return true
	}
	one := graphOf(d, false)
	other := graphOf(d, false)
	other.Colors[0], other.Colors[1] = other.Colors[1], other.Colors[0]
	_, ok, err := canon.Isomorphic(one, other)
	return ok || err != nil
}

// symmetriesOf lists the automorphisms of a graph of the given number of them, the
// identity first, or returns an error if there are more than maxGroup or points than
// maxBase.
//
// It fixes points one by one. Let v be the next that is not fixed, and take for every w an
// automorphism, if there is one, that leaves those fixed before as they are and takes v to
// w. Then each automorphism is one of these after one that leaves v, too, as it is, in one
// way.
func symmetriesOf(g canon.Graph, order *big.Int) ([]canon.Relabeling, error) {
	if isOne(order) {
		return []canon.Relabeling{identity(g.Points)}, nil
	}
	if order.Cmp(big.NewInt(maxGroup)) > 0 {
		return nil, fmt.Errorf("a DAG with more than %d automorphisms, which cannot be gone through", maxGroup)
	}
	if g.Points > maxBase {
		return nil, fmt.Errorf("a DAG with automorphisms on %d vertices; up to %d vertices they can be gone through", g.Points, maxBase)
	}
	var steps [][]canon.Relabeling
	left := new(big.Int).Set(order)
	for v := 0; !isOne(left); v++ {
		fixed := withColor(g, v)
		var to []canon.Relabeling
		for w := range g.Points {
			r, ok, err := canon.Isomorphic(fixed, withColor(g, w))
			if err != nil {
				return nil, err
			}
			if ok {
				to = append(to, r)
			}
		}
		left.Quo(left, big.NewInt(int64(len(to))))
		steps = append(steps, to)
		g = fixed
	}
	members := []canon.Relabeling{identity(g.Points)}
	for i := len(steps) - 1; i >= 0; i-- {
		var more []canon.Relabeling
		for _, r := range steps[i] {
			for _, h := range members {
				more = append(more, h.Compose(r))
			}
		}
		members = more
	}
	return identityFirst(members), nil
}

// withColor returns a graph with a point in a colour of its own, the same for all points
// of one colour.
func withColor(g canon.Graph, point int) canon.Graph {
	colors := make([]int, len(g.Colors))
	for p, c := range g.Colors {
		colors[p] = 2 * c
	}
	colors[point]++
	g.Colors = colors
	return g
}

func identity(points int) canon.Relabeling {
	r := make(canon.Relabeling, points)
	for p := range r {
		r[p] = p
	}
	return r
}

// identityFirst exchanges the identity with the first member.
func identityFirst(members []canon.Relabeling) []canon.Relabeling {
	for i, r := range members {
		if r.IsIdentity() {
			members[0], members[i] = r, members[0]
		}
	}
	return members
}

func isOne(x *big.Int) bool { return x.IsInt64() && x.Int64() == 1 }

// arcCycles returns the number of cycles of a permutation of the arcs.
func arcCycles(arcs []int) int {
	seen := make([]bool, len(arcs))
	cycles := 0
	for a := range arcs {
		if !seen[a] {
			cycles++
		}
		for b := a; !seen[b]; b = arcs[b] {
			seen[b] = true
		}
	}
	return cycles
}
