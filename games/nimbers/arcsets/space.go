package arcsets

import (
	"fmt"
	"iter"
	"math/big"
	"slices"
	"sync"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/ints"
)

// version is the version of the walk of arc sets. It changes whenever the shards or
// their order do.
const version = 1

// A Space is the space of all sets of arcs of one DAG. It is relabeled by the
// automorphisms of the DAG that leave both chips where they are or, if these are
// unordered, leave or exchange them.
type Space struct {
	name    string
	dag     *dag.DAG
	order   func() *big.Int                    // of the group
	members func() ([]canon.Relabeling, error) // of the group, or why they are not known
	plan    func() (*arcPlan, error)           // for the walk, or why there is none
}

// New returns the space of the sets of arcs of a DAG. The name says in fingerprints
// which DAG that is, and what the chips are.
func New(name string, d *dag.DAG, unordered bool) *Space {
	s := &Space{name: name, dag: d}
	s.order = sync.OnceValue(func() *big.Int {
		form, err := canon.Canonical(chip.Graph(d, unordered))
		if err != nil {
			panic(err) // a DAG is a valid graph
		}
		return form.Automorphisms
	})
	s.members = sync.OnceValues(func() ([]canon.Relabeling, error) {
		return symmetriesOf(chip.Graph(d, unordered), s.order())
	})
	s.plan = sync.OnceValues(func() (*arcPlan, error) { return newArcPlan(d, s.members) })
	return s
}

// DAG returns the DAG.
func (s *Space) DAG() *dag.DAG { return s.dag }

// Walkable returns an error if there are too many sets of arcs, or automorphisms.
func (s *Space) Walkable() error {
	_, err := s.plan()
	return err
}

// Games returns 2^m, m the number of arcs.
func (s *Space) Games() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(s.dag.Arcs())) }

// Classes returns the number of classes by Burnside's lemma: the mean over the group of 2 to
// the number of cycles on the arcs. It is nil for a group whose members are too many to be
// listed.
func (s *Space) Classes() *big.Int {
	members, err := s.members()
	if err != nil {
		return nil
	}
	arcs := slices.Collect(s.dag.All())
	moved := mover(arcs)
	sum := new(big.Int)
	for _, r := range members {
		fixed := big.NewInt(1)
		sum.Add(sum, fixed.Lsh(fixed, uint(arcCycles(moved(r)))))
	}
	classes, rest := sum.QuoRem(sum, big.NewInt(int64(len(members))), new(big.Int))
	if rest.Sign() != 0 {
		panic(fmt.Sprintf("nimbers: %d automorphisms of %v are no group", len(members), s.dag))
	}
	return classes
}

// Group returns the number of the automorphisms.
func (s *Space) Group() *big.Int { return new(big.Int).Set(s.order()) }

func (s *Space) Verdicts() []string { return chip.Verdicts() }

// Totals returns what a walk's tally says, by the orbits of its classes.
func (s *Space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint names all that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.name, s.dag.Vertices(), version)
}

// Shards yields a shard for every beginning of a set of arcs; see arcPlan.
func (s *Space) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		plan, err := s.plan()
		if err != nil {
			return
		}
		var id uint64
		newWalker(plan).beginnings(func(path []byte) bool {
			shard := enum.Shard{ID: id, Path: path}
			id++
			return yield(shard)
		})
	}
}

// Fits returns an error if a shard has more classes than sets of arcs.
func (s *Space) Fits(shard enum.Shard, t *enum.Tally) error {
	plan, err := s.plan()
	if err != nil {
		return err
	}
	return enum.AtMost(t, newWalker(plan).sets(shard.Path))
}

// Walker returns a walker of the space. It panics if Walkable returns an error.
func (s *Space) Walker() enum.Walker { return s.newWalker() }

func (s *Space) newWalker() *walker {
	plan, err := s.plan()
	if err != nil {
		panic("nimbers: a walker of sets of arcs that cannot be walked: " + err.Error())
	}
	return newWalker(plan)
}

// Lister returns what lists the classes, set by set.
func (s *Space) Lister() enum.Lister { return s.newWalker().list }

// Valued returns the same, and what says the Grundy value of the class that it visits.
func (s *Space) Valued() (enum.Lister, func() int) {
	w := s.newWalker()
	return w.list, func() int { return int(w.nimber[w.tree-1] ^ w.nimber[w.lower]) }
}

// Sampler returns what draws sets of arcs.
func (s *Space) Sampler() enum.Sampler { return newSampler(s.dag) }

// Limits of a group whose members are listed.
const (
	maxGroup = 40_320 // members
	maxBase  = 100    // vertices that they permute
)

// Exchangeable reports whether some automorphism exchanges the chips. Of a DAG with more
// than maxBase vertices it says so also if that would take long to find out.
func Exchangeable(d *dag.DAG) bool {
	if len(d.Out(0)) != len(d.Out(1)) {
		return false
	}
	if d.Vertices() > maxBase {
		return true
	}
	one := chip.Graph(d, false)
	other := chip.Graph(d, false)
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
// w. Then each automorphism is, in exactly one way, one of these after one that leaves v
// as it is, too.
func symmetriesOf(g canon.Graph, order *big.Int) ([]canon.Relabeling, error) {
	identity := make(canon.Relabeling, g.Points)
	for p := range identity {
		identity[p] = p
	}
	members := []canon.Relabeling{identity}
	if order.Cmp(big.NewInt(1)) == 0 {
		return members, nil
	}
	if order.Cmp(big.NewInt(maxGroup)) > 0 {
		return nil, fmt.Errorf("a DAG with more than %d automorphisms, which cannot be gone through", maxGroup)
	}
	if g.Points > maxBase {
		return nil, fmt.Errorf("a DAG with automorphisms on %d vertices; up to %d vertices they can be gone through", g.Points, maxBase)
	}
	var steps [][]canon.Relabeling
	left := int(order.Int64())
	for v := 0; left > 1; v++ {
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
		left /= len(to)
		steps = append(steps, to)
		g = fixed
	}
	for _, step := range slices.Backward(steps) {
		var more []canon.Relabeling
		for _, r := range step {
			for _, h := range members {
				more = append(more, h.Compose(r))
			}
		}
		members = more
	}
	first := slices.IndexFunc(members, canon.Relabeling.IsIdentity)
	members[0], members[first] = members[first], members[0]
	return members, nil
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

// Limits of a walk of arc sets.
const (
	maxTreeVertices = 64      // that chips can come to
	maxTreeArcs     = 127     // from these vertices: numbers of sets have 128 bits
	maxTree         = 1 << 40 // assignments of nimbers, as far as a bound tells
	maxOrderly      = 40      // arcs of a DAG with automorphisms
)

// An arcPlan is what the walkers of a DAG's arc sets share. It does not change.
//
// Vertices are taken in an order in which arcs lead to earlier ones: first those a chip
// can come to, the last of which is the vertex of a chip, then the others. Arcs are taken
// in the order of the vertices they leave. An arc's place is its number in this order.
//
// Without automorphisms the walk branches over the nimber of every vertex in turn, since
// all sets that give all vertices the same nimbers can be counted together: the number of
// sets of arcs out of a vertex that give it the nimber k is
//
//	product over h < k of (2^c(h) - 1) · product over h > k of 2^c(h)
//
// where c(h) is the number of its arcs to vertices of nimber h. This is the first idea of
// the source; there are at most as many assignments as partitions of the vertices, Bell's
// number, and the last vertex needs no branching.
//
// With automorphisms it branches over the arcs one by one, and keeps a set only if it is
// the least of its images, where sets are compared as strings of bits. An image ties as
// long as the bits of both that are known agree; one that is less ends the branch, one that
// is greater is forgotten. Once nothing ties, the rest of the walk is as without
// automorphisms.
type arcPlan struct {
	vertices []int     // in their order
	tree     int       // how many of them a chip can come to
	lower    int       // the place among the vertices of the chip that is not last
	ends     [][]int   // of each vertex in the order, the places of the ends of its arcs, ascending
	first    []int     // of each, the place of its first arc, and of one behind the last
	arcs     []dag.Arc // by place
	treeArcs int       // those from vertices that a chip can come to
	images   [][]uint8 // images[e][p] is the place whose bit an automorphism takes to p
	depth    int       // of shards, in vertices without automorphisms, in arcs with some
}

// newArcPlan returns the plan for a DAG, or an error that names the limits. It finds the
// automorphisms only if the DAG is small enough.
func newArcPlan(d *dag.DAG, automorphisms func() ([]canon.Relabeling, error)) (*arcPlan, error) {
	p := &arcPlan{}
	matter := d.Reached()
	order := d.Order()
	for _, of := range []bool{true, false} {
		for _, v := range order {
			if matter[v] == of {
				p.vertices = append(p.vertices, v)
			}
		}
		if of {
			p.tree = len(p.vertices)
		}
	}
	for _, v := range p.vertices[:p.tree] {
		p.treeArcs += len(d.Out(v))
	}
	if p.tree > maxTreeVertices || p.treeArcs > maxTreeArcs {
		return nil, fmt.Errorf("the sets of arcs of a DAG of whose vertices the chips can come to %d, with %d arcs; up to %d vertices and %d arcs can be walked",
			p.tree, p.treeArcs, maxTreeVertices, maxTreeArcs)
	}
	members, err := automorphisms()
	if err != nil {
		return nil, err
	}
	if len(members) > 1 && d.Arcs() > maxOrderly {
		return nil, fmt.Errorf("the sets of %d arcs of a DAG with automorphisms; up to %d arcs can be walked", d.Arcs(), maxOrderly)
	}
	at := make([]int, len(p.vertices))
	for i, v := range p.vertices {
		at[v] = i
	}
	p.lower = min(at[0], at[1])
	for _, v := range p.vertices {
		ends := make([]int, len(d.Out(v)))
		for j, w := range d.Out(v) {
			ends[j] = at[w]
		}
		slices.Sort(ends)
		p.first = append(p.first, len(p.arcs))
		p.ends = append(p.ends, ends)
		for _, w := range ends {
			p.arcs = append(p.arcs, dag.Arc{From: v, To: p.vertices[w]})
		}
	}
	p.first = append(p.first, len(p.arcs))
	if most := p.bound(); len(members) == 1 && most > maxTree {
		return nil, fmt.Errorf("the sets of arcs of a DAG with perhaps %d assignments of nimbers; up to %d can be walked", most, uint64(maxTree))
	}
	moved := mover(p.arcs)
	for _, r := range members[1:] {
		from := make([]uint8, len(p.arcs))
		for a, b := range moved(r) {
			from[b] = uint8(a)
		}
		p.images = append(p.images, from)
	}
	p.depth = p.shardDepth()
	return p, nil
}

// symmetric reports whether there are automorphisms but the identity.
func (p *arcPlan) symmetric() bool { return p.images != nil }

// bound returns a bound of the number of assignments of nimbers to all vertices of
// the tree but the last: the product of the numbers of nimbers that each can have, no more
// than its arcs or the vertices before it and one, or Bell's number.
func (p *arcPlan) bound() uint64 {
	height := make([]int, p.tree)
	product := uint64(1)
	for i := range p.tree - 1 {
		for _, w := range p.ends[i] {
			height[i] = max(height[i], height[w]+1)
		}
		product = ints.SaturatingMul(product, uint64(min(len(p.ends[i]), height[i])+1))
	}
	return min(product, bell(p.tree-1))
}

// bell returns the number of partitions of a set of n, by Bell's triangle, or the largest
// number there is if it is larger.
func bell(n int) uint64 {
	row := []uint64{1}
	for range n {
		next := []uint64{row[len(row)-1]}
		for _, x := range row {
			next = append(next, ints.SaturatingAdd(next[len(next)-1], x))
		}
		row = next
	}
	return row[0]
}

// mover returns what finds where an automorphism takes each of the arcs, by their places.
func mover(arcs []dag.Arc) func(canon.Relabeling) []int {
	place := make(map[dag.Arc]int, len(arcs))
	for i, a := range arcs {
		place[a] = i
	}
	return func(r canon.Relabeling) []int {
		moved := make([]int, len(arcs))
		for i, a := range arcs {
			moved[i] = place[dag.Arc{From: r[a.From], To: r[a.To]}]
		}
		return moved
	}
}

// shardDepth returns how long the beginning is that makes a shard, so that large walks
// have some thousand shards.
func (p *arcPlan) shardDepth() int {
	if p.symmetric() {
		return min(len(p.arcs), 12)
	}
	i, most := 0, 1
	for i < p.tree-1 && most < 4000 {
		most *= min(len(p.ends[i]), i) + 1
		i++
	}
	return i
}
