package canon

import (
	"context"
	"math/big"
	"slices"
)

// A search finds the canonical form of a graph from a stable partition. It walks a tree whose root is this partition. A
// node has a child for each point of one chosen cell: the child individualizes this point, which makes it a separate
// cell, and refines the partition again. At a leaf the graph consists of small pieces, mostly single points, whose
// solutions give a labelling of the graph.
//
// The trace of a node is the hash of its refinement. The best leaf, which gives the canonical form, has the greatest
// sequence of traces on its path from the root. The first different trace decides which of two sequences is greater. If
// one sequence is the beginning of the other, the shorter sequence is greater. Among leaves with the same sequence, the
// best is the one with the least graph.
//
// The search skips a node if its trace is less than that of the best path at the same level. If two leaves have the
// same graph, an automorphism maps one leaf to the other. At the node where the two paths part, it maps the child on
// the first path, with its subtree, to the child on the second path. So the rest of the second subtree is skipped. If
// automorphisms map children of a node to each other, only one of these children is visited.
//
// See B. D. McKay and A. Piperno, Practical graph isomorphism, II, Journal of Symbolic
// Computation 60 (2014), and for the use of independent pieces T. Junttila and P. Kaski,
// Conflict propagation and component recursion for canonical labeling (2011).
type search struct {
	ctx   context.Context
	graph Graph // in normal form
	first []int // graph.Arcs[first[v]:first[v+1]] leave v
	p     *partition

	path   []int        // the points individualized on the path to this node
	orbits []*unionFind // by node on the path: the points that automorphisms are known to map to each other

	traces []uint64 // of the path to the best leaf, or to a better one not yet reached
	best   *leaf    // nil at first, and while a path with greater traces is followed
	// automorphisms is the number of automorphisms that fix the first k of the points chosen on the path to the best
	// leaf. When a leaf becomes the best one, k is the length of its path. For each node of this path that the search
	// completes, k decreases by one, so at the end, for k = 0, all automorphisms are counted.
	automorphisms *big.Int

	points Relabeling // of the current leaf, in the order of their labels
	arcs   []Arc      // of the current leaf, relabeled, in normal form
}

type leaf struct {
	path       []int
	relabeling Relabeling
	points     Relabeling // its inverse
	arcs       []Arc      // relabeled, in normal form
}

// newSearch returns a search of g, which must be in normal form, from the stable partition p.
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

// run searches the whole tree.
func (s *search) run() (solution, error) {
	var orbits unionFind
	if s.explore(&orbits) == givenUp {
		return solution{}, s.ctx.Err()
	}
	return solution{s.best.relabeling, s.automorphisms, orbits}, nil
}

// givenUp is the level that explore returns once the context has ended: it is below all levels, so every node ends.
const givenUp = -2

// explore walks the subtree of the current node. It considers the automorphisms that fix all points chosen on the path
// to the node, and joins in `orbits` the points that they map to each other. The first child of a node gets the same
// `orbits` as the node; any other child gets an empty one, because the automorphisms found before may move the child's
// point. When that child is done, the node joins the child's orbits into its own.
//
// explore returns the level (the number of chosen points) of the node at which the search continues: the parent, a node
// above it if the rest of the parent's subtree is not needed, or givenUp.
func (s *search) explore(orbits *unionFind) (back int) {
	p, level := s.p, len(s.path)
	s.orbits = append(s.orbits[:level], orbits)
	if p.discrete() {
		return s.reach(solution{relabeling: p.where, automorphisms: big.NewInt(1)})
	}

	// If the graph consists of small independent pieces, this node is a leaf, too: the pieces are solved separately. At
	// the root this always saves time. Further down, the pieces are solved again for every leaf, and each may need its
	// own search. So they are solved there only if the largest piece has at most as many points as the others together,
	// which keeps searches from nesting deeply.
	d := divide(s.graph, p)
	severalAtRoot := level == 0 && d.largest < s.graph.Points
	if d.largest == 1 || d.largest <= d.rest || severalAtRoot {
		pieces, err := d.solve(s.ctx)
		if err != nil {
			return givenUp
		}
		orbits.joinAll(&pieces.orbits)
		return s.reach(pieces)
	}
	if s.best != nil && level == len(s.traces) {
		return level - 1 // the best path ends here, and a shorter path is better
	}

	// Begin with the child below which the best leaf is most likely.
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
		if o := orbits.find(v); o != v || o == orbits.find(first) {
			continue // child o or first was visited instead
		}
		var below unionFind
		back = s.enter(v, &below)
		orbits.joinAll(&below)
		if back < level {
			return back
		}
	}

	if commonPrefix(s.best.path, s.path) == level {
		// The best leaf is below this node, and all automorphisms that fix the points chosen above the node are known
		// now. By the orbit-stabilizer theorem, their number is the size of the orbit of the point chosen at the node,
		// times the number of those that also fix this point, which s.automorphisms has so far.
		o, size := orbits.find(s.best.path[level]), 0
		for _, v := range children {
			if orbits.find(v) == o {
				size++
			}
		}
		s.automorphisms.Mul(s.automorphisms, big.NewInt(int64(size)))
	}
	return level - 1
}

// enter visits the child of the current node in which the point v is individualized, unless the child's trace, the hash
// of its refinement, shows that the best leaf is not below it. It returns the level at which the search continues.
func (s *search) enter(v int, orbits *unionFind) (back int) {
	if s.ctx.Err() != nil {
		return givenUp
	}
	level, carved := len(s.path), len(s.p.cellStarts)
	back = level
	if s.follow(s.step(v)) {
		s.path = append(s.path, v)
		back = s.explore(orbits)
		s.path = s.path[:level]
	}
	s.p.undo(carved)
	return back
}

// step individualizes v, which makes v a separate cell, and returns the trace of this child: the hash of the
// refinement.
func (s *search) step(v int) uint64 {
	s.p.individualize(v)
	return s.p.refine()
}

// follow reports whether the search must visit a child of the current node with the given trace, the hash of the
// child's refinement. If the trace is less than that of the best path so far at the same level, no leaf below the child
// can be the best. If it is greater, every leaf below the child is better than the best leaf so far, which follow
// discards.
func (s *search) follow(trace uint64) bool {
	level := len(s.path)
	if level < len(s.traces) && trace <= s.traces[level] {
		return trace == s.traces[level]
	}
	s.traces = append(s.traces[:level], trace)
	s.best = nil
	return true
}

// greatest returns the point whose individualization gives the child with the greatest trace (hash of its refinement),
// because only paths with the greatest traces can lead to the best leaf.
func (s *search) greatest(children []int) int {
	best, carved := -1, len(s.p.cellStarts)
	var most uint64
	for _, v := range children {
		if best >= 0 && s.ctx.Err() != nil {
			return best // any child will do: enter, which is called next, gives up
		}
		if trace := s.step(v); best < 0 || trace > most {
			best, most = v, trace
		}
		s.p.undo(carved)
	}
	return best
}

// reach keeps the better of the current leaf of the search tree and the best leaf so far: the one with the shorter path
// from the root or, if the paths are equally long, with the lesser relabeled graph.
//
// If the two relabeled graphs are equal, an automorphism maps one leaf to the other. Then reach joins the points that
// it maps to each other, in the orbits of the node where the two paths part, and returns the level of this node: below
// it, the automorphism maps the subtree of this leaf to a subtree that the search knows. Otherwise the search continues
// at the leaf's parent.
func (s *search) reach(here solution) (back int) {
	level := len(s.path)
	if level < len(s.traces) { // a shorter path is better
		s.traces = s.traces[:level]
		s.best = nil
	}

	s.relabel(here.relabeling) // sets s.points and s.arcs
	if s.best != nil {
		c := slices.CompareFunc(s.arcs, s.best.arcs, Arc.compare)
		if c == 0 { // an automorphism maps s.points[i] to s.best.points[i], for all i
			back = commonPrefix(s.best.path, s.path)
			for i, v := range s.points {
				s.orbits[back].join(v, s.best.points[i], len(s.points))
			}
			return back
		}
		if c > 0 {
			return level - 1
		}
	}

	s.best = &leaf{slices.Clone(s.path), slices.Clone(here.relabeling), slices.Clone(s.points), slices.Clone(s.arcs)}
	s.automorphisms.Set(here.automorphisms)
	return level - 1
}

// relabel sets s.points to the points in the order of their labels r, and s.arcs to the sorted arcs between labels. It
// goes label by label, so it need only sort the arcs that leave each point.
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

func commonPrefix(a, b []int) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
