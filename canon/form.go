package canon

import (
	"context"
	"math/big"
)

// A Form has the canonical form of a graph's class, a relabeling to it, and the number of automorphisms.
type Form struct {
	// Graph is the canonical form, in normal form (see [Graph.Relabel]). Its points are sorted by
	// colour.
	Graph Graph
	// Relabeling takes the original graph to its canonical form, Graph. If the original has automorphisms, several
	// relabelings do so, and the labels of the original decide which one is returned.
	Relabeling Relabeling
	// Automorphisms is the number of relabelings that take the graph to itself, colours included. It is at least 1.
	Automorphisms *big.Int
}

// Canonical returns the canonical form of g, which is the same for all graphs that differ from g only in the names of
// their points. It fails if g is invalid, or soon after the context ends.
//
// With n points and m arcs the cost is O(m log n) if colour refinement alone distinguishes all points, as for nearly
// every random graph. Otherwise Canonical searches a tree, and each node of the tree costs O(m). For the usual kinds of
// symmetry, it visits at most about n nodes for each point that must be fixed before no symmetry is left. This can take
// seconds for dense graphs. For graphs constructed to be hard the cost is exponential.
func Canonical(ctx context.Context, g Graph) (Form, error) {
	if err := g.Validate(); err != nil {
		return Form{}, err
	}
	g = g.normal()
	s, err := solve(ctx, g)
	if err != nil {
		return Form{}, err
	}
	return Form{g.Relabel(s.relabeling), s.relabeling, s.automorphisms}, nil
}

// A solution is the result for a graph in normal form.
type solution struct {
	relabeling    Relabeling // to the canonical form
	automorphisms *big.Int
	orbits        unionFind // joins the points that known automorphisms map to each other
}

// solve finds a relabeling of g to its canonical form, and the number of automorphisms of g. The arcs of g must be
// sorted, as in a graph in normal form.
//
// solve partitions the points into cells, and separates points whose arcs to the cells differ. If every cell then has a
// single point, the order of the cells is the relabeling, and there is no symmetry. Only the other, rarer graphs need a
// search.
func solve(ctx context.Context, g Graph) (solution, error) {
	if g.Points == 1 { // a piece of a larger graph, often: skip the partition
		return solution{relabeling: Relabeling{0}, automorphisms: big.NewInt(1)}, nil
	}
	p := newPartition(g)
	p.refine()
	if p.discrete() {
		return solution{relabeling: p.where, automorphisms: big.NewInt(1)}, nil
	}
	return newSearch(ctx, g, p).run()
}

// factorial returns n! for n >= 0.
func factorial(n int) *big.Int {
	return new(big.Int).MulRange(1, int64(n))
}
