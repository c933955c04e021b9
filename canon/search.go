package canon

import (
	"context"
	"math/big"
	"slices"
)

// A search walks the tree of individualizations below a stable partition. The
// children of a node are its refinements with one point of a chosen cell made a
// cell of its own. At a leaf the graph has fallen into small pieces, mostly
// single points, and solving these gives a labelling of the graph. A node is
// judged by its trace, the hash of its refinement. The best leaf, the one that
// gives the canonical form, is the one with the greatest traces on the way to
// it; of those, one of which another way is a continuation; and of those, the
// one with the least graph.
//
// The tree is far too large to be walked. A node whose trace is less than that
// of the best path at its level is left at once. Two leaves with the same graph
// differ by an automorphism, which takes the subtree that holds the one to the
// subtree that holds the other, so the later subtree need not be finished; and
// of the children that automorphisms of their parent take to one another only
// one is entered.
//
// See B. D. McKay and A. Piperno, Practical graph isomorphism, II, Journal of
// Symbolic Computation 60 (2014), and for the use of independent pieces T.
// Junttila and P. Kaski, Conflict propagation and component recursion for
// canonical labeling (2011).
type search struct {
	ctx   context.Context
	graph Graph // in normal form
	first []int // graph.Arcs[first[v]:first[v+1]] leave v
	p     *partition

	chosen []int        // the points individualized on the way to this node
	orbits []*unionFind // for each node on the way the orbits known there

	traces []uint64 // on the way to the best leaf, or to where it will be
	best   *leaf    // nil until the first, and while better traces are followed
	// automorphisms is the number of those of the graph that fix the points
	// chosen for the best leaf down to the last node left on the way to it.
	automorphisms *big.Int

	points Relabeling // of the leaf at hand, in the order of their labels
	arcs   []Arc      // of the leaf at hand, relabeled, in normal form
}

// A leaf is a labelling of the graph.
type leaf struct {
	chosen     []int
	relabeling Relabeling
	points     Relabeling // its inverse
	arcs       []Arc      // relabeled, in normal form
}

// newSearch returns a search below p, a stable partition of g.
func newSearch(ctx context.Context, g Graph, p *partition) *search {
	s := &search{ctx: ctx, graph: g, p: p, first: make([]int, g.Points+1), automorphisms: new(big.Int)}
	for _, a := range g.Arcs {
		s.first[a.From+1]++
	}
	for v := range g.Points {
		s.first[v+1] += s.first[v]
	}
	return s
}

// run walks the tree. When the context ends it returns its error.
func (s *search) run() (solution, error) {
	var orbits unionFind
	if s.explore(&orbits) == givenUp {
		return solution{}, s.ctx.Err()
	}
	return solution{s.best.relabeling, s.automorphisms, orbits}, nil
}

// givenUp is the level at which a search continues once its context has ended.
const givenUp = -2

// explore walks the subtree of the current node. It finds automorphisms that fix all
// points chosen so far, and joins what they take to one another in orbits, which is
// empty or comes from a node whose first child this is. It returns the level at
// which the search has to continue: that of the parent, or less if the whole subtree
// has turned out to be superfluous; givenUp if the context has ended.
func (s *search) explore(orbits *unionFind) (back int) {
	p, level := s.p, len(s.chosen)
	s.orbits = append(s.orbits[:level], orbits)
	if p.discrete() {
		return s.reach(solution{relabeling: p.where, automorphisms: big.NewInt(1)})
	}
	// At the root to solve the pieces alone is pure gain. Further down it is
	// done again for every leaf, and each piece may need a search of its own;
	// that these have at most half of the points keeps the nesting flat.
	d := divide(s.graph, p)
	if d.largest == 1 || d.largest <= d.rest || level == 0 && d.largest < s.graph.Points {
		pieces, err := d.solve(s.ctx)
		if err != nil {
			return givenUp
		}
		orbits.joinAll(&pieces.orbits)
		return s.reach(pieces)
	}
	if s.best != nil && level == len(s.traces) {
		return level - 1 // the best way ends where this one continues
	}

	children := slices.Clone(p.points[d.target : d.target+p.size[d.target]])
	slices.Sort(children)
	first := children[0]
	if s.best == nil {
		first = s.greatest(children)
	}
	back = s.enter(first, orbits)
	if back < level {
		return back
	}
	for _, v := range children {
		// Either find(v) or first has been entered in place of v.
		if o := orbits.find(v); o != v || o == orbits.find(first) {
			continue
		}
		var below unionFind
		back = s.enter(v, &below)
		orbits.joinAll(&below)
		if back < level {
			return back
		}
	}

	if commonPrefix(s.best.chosen, s.chosen) == level {
		// The best leaf is below this node, and all that automorphisms make of
		// the point chosen on the way to it has been found: the index of the
		// stabilizer of the point is the size of its orbit.
		o, size := orbits.find(s.best.chosen[level]), 0
		for _, v := range children {
			if orbits.find(v) == o {
				size++
			}
		}
		s.automorphisms.Mul(s.automorphisms, big.NewInt(int64(size)))
	}
	return level - 1
}

// enter walks the subtree of the child in which v is individualized, unless its
// trace shows that there is nothing to be found.
func (s *search) enter(v int, orbits *unionFind) (back int) {
	if s.ctx.Err() != nil {
		return givenUp
	}
	level, known := len(s.chosen), len(s.p.carved)
	back = level
	if s.follow(s.step(v)) {
		s.chosen = append(s.chosen, v)
		back = s.explore(orbits)
		s.chosen = s.chosen[:level]
	}
	s.p.undo(known)
	return back
}

// step individualizes v, refines, and returns the trace.
func (s *search) step(v int) uint64 {
	s.p.individualize(v)
	return s.p.refine()
}

// follow reports whether a child of the current node with the given trace may
// have the best leaf or one like it. If the trace is greater than the one at its
// level the best leaf so far is no longer the best.
func (s *search) follow(trace uint64) bool {
	level := len(s.chosen)
	if level < len(s.traces) && trace <= s.traces[level] {
		return trace == s.traces[level]
	}
	s.traces = append(s.traces[:level], trace)
	s.best = nil
	return true
}

// greatest returns a child with the greatest trace. To begin with that one
// spares the search from descending again for each better one.
func (s *search) greatest(children []int) int {
	first, known := -1, len(s.p.carved)
	var most uint64
	for _, v := range children {
		if first >= 0 && s.ctx.Err() != nil {
			return first // enter gives up
		}
		if trace := s.step(v); first < 0 || trace > most {
			first, most = v, trace
		}
		s.p.undo(known)
	}
	return first
}

// reach compares the leaf at hand to the best. If their graphs are equal it
// joins what the automorphism between them takes to one another, at the node at
// which the ways to them part, and returns the level of that node.
func (s *search) reach(here solution) (back int) {
	level := len(s.chosen)
	if level < len(s.traces) {
		s.traces = s.traces[:level]
		s.best = nil
	}
	s.relabel(here.relabeling)
	if s.best != nil {
		c := slices.CompareFunc(s.arcs, s.best.arcs, Arc.compare)
		if c == 0 {
			back = commonPrefix(s.best.chosen, s.chosen)
			for i, v := range s.points {
				s.orbits[back].join(v, s.best.points[i], len(s.points))
			}
			return back
		}
		if c > 0 {
			return level - 1
		}
	}
	s.best = &leaf{slices.Clone(s.chosen), slices.Clone(here.relabeling), slices.Clone(s.points), slices.Clone(s.arcs)}
	s.automorphisms.Set(here.automorphisms)
	return level - 1
}

// relabel writes to s.points and s.arcs what the relabeling makes of the graph.
// The arcs come point by point, so that only those of one point are sorted.
func (s *search) relabel(r Relabeling) {
	s.points = r.Inverse()
	s.arcs = s.arcs[:0]
	for label, v := range s.points {
		row := len(s.arcs)
		for _, a := range s.graph.Arcs[s.first[v]:s.first[v+1]] {
			s.arcs = append(s.arcs, Arc{label, r[a.To], a.Kind})
		}
		slices.SortFunc(s.arcs[row:], Arc.compare)
	}
}

// commonPrefix returns the length of the longest common prefix of a and b.
func commonPrefix(a, b []int) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
