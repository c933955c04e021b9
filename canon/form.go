package canon

import (
	"context"
	"math/big"
)

// A Form has the canonical form of a graph's class.
type Form struct {
	// Graph is the canonical form, in normal form (see [Graph.Relabel]). Its points are sorted by colour.
	Graph Graph
	// Relabeling takes the original graph to Graph. If the original has automorphisms, several relabelings do so, and
	// the labels of the original decide which one is returned.
	Relabeling Relabeling
	// Automorphisms is the number of relabelings that take the graph to itself, colours included.
	Automorphisms *big.Int
}

// Canonical returns the canonical form of g. It fails if g is invalid, or soon after the context ends.
//
// With n points and m arcs the cost is O(m log n) if colour refinement alone distinguishes all points, as for nearly
// every random graph. Otherwise Canonical searches a tree, at O(m) for each node. For the usual kinds of symmetry, it
// visits at most about n nodes for each point that must be fixed before no symmetry is left, which can take seconds for
// dense graphs. For graphs constructed to be hard the cost is exponential.
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
// sorted.
//
// If refinement leaves a single point in every cell, the order of the cells is the relabeling, and there is no
// symmetry. Only the other, rarer graphs need a search.
func solve(ctx context.Context, g Graph) (solution, error) {
	if g.Points == 1 { // often a piece of a larger graph: skip the partition
		return solution{relabeling: Relabeling{0}, automorphisms: big.NewInt(1)}, nil
	}
	p := newPartition(g)
	p.refine()
	if p.discrete() {
		return solution{relabeling: p.where, automorphisms: big.NewInt(1)}, nil
	}
	return newSearch(ctx, g, p).run()
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
