package canon

import (
	"context"
	"math/big"
)

// A Form says which class a graph belongs to, how the graph is related to the
// canonical form of the class, and how symmetric the graphs of the class are.
type Form struct {
	// Graph is the canonical form, in normal form. Its points are sorted by
	// colour.
	Graph Graph
	// Relabeling takes the graph that was asked about to Graph. If that graph
	// has automorphisms other relabelings do as well, and which one it is
	// depends on how the graph was labelled.
	Relabeling Relabeling
	// Automorphisms is the number, at least 1, of relabelings that take the
	// graph to itself, colours included.
	Automorphisms *big.Int
}

// Canonical returns the form of g. It fails only if g is not valid, or the context ends, after at most the time that a
// few nodes of the search take.
//
// With n points and m arcs the cost is O(m log n) if colour refinement alone
// tells all points apart, as it does for nearly every graph chosen at random.
// Where it does not, every node of a search costs O(m). The usual kinds of
// symmetry take at most some n nodes for each point that has to be fixed to
// break them: that is fast for sparse graphs and can be seconds for dense ones.
// There are graphs, made to be hard, for which the cost is exponential.
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

// A solution is the answer for a graph in normal form.
type solution struct {
	relabeling    Relabeling // to the canonical form
	automorphisms *big.Int
	orbits        unionFind // points that some automorphisms take to one another
}

// solve finds the solution for g, which must be in normal form. Refinement is
// mostly enough, and a search is made only for what it leaves.
func solve(ctx context.Context, g Graph) (solution, error) {
	if g.Points == 1 {
		return solution{relabeling: Relabeling{0}, automorphisms: big.NewInt(1)}, nil
	}
	p := newPartition(g)
	p.refine()
	if p.discrete() {
		return solution{relabeling: p.where, automorphisms: big.NewInt(1)}, nil
	}
	return newSearch(ctx, g, p).run()
}

// factorial returns n! for n of at least 0.
func factorial(n int) *big.Int {
	return new(big.Int).MulRange(1, int64(n))
}
