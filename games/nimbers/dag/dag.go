package dag

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// The most vertices and arcs of a DAG: what a machine holds without being asked.
const (
	MaxVertices = 100_000
	MaxArcs     = 1_000_000
)

// MaxComplete is the most vertices of a complete DAG: it has 998,991 arcs.
const MaxComplete = 1414

// An Arc leads from one vertex to another.
type Arc struct{ From, To int }

// String returns the vertices as they are written: "1 2" is the arc from 0 to 1.
func (a Arc) String() string { return fmt.Sprintf("%d %d", a.From+1, a.To+1) }

func (a Arc) compare(b Arc) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// A DAG is a directed graph without cycles, on at least two vertices.
type DAG struct {
	out   [][]int // the ends of the arcs from each vertex, ascending
	arcs  int
	order []int // all vertices; every arc leads to an earlier one
}

// New returns the DAG with these arcs. Their order means nothing to it. The error says
// which arc leads nowhere, is a loop, is there twice, or is the first, in the given order,
// to close a cycle. It takes time in proportion to vertices and arcs, and to sort the arcs
// if they are not sorted.
func New(vertices int, arcs []Arc) (*DAG, error) {
	if vertices < 2 || vertices > MaxVertices || len(arcs) > MaxArcs {
		return nil, fmt.Errorf("a DAG of %d vertices and %d arcs; want from 2 to %d vertices and at most %d arcs",
			vertices, len(arcs), MaxVertices, MaxArcs)
	}
	for _, a := range arcs {
		switch {
		case min(a.From, a.To) < 0 || max(a.From, a.To) >= vertices:
			return nil, fmt.Errorf("the arc %v leads outside the vertices 1 to %d", a, vertices)
		case a.From == a.To:
			return nil, fmt.Errorf("the arc %v is a loop", a)
		}
	}
	d := &DAG{out: ends(vertices, arcs), arcs: len(arcs)}
	for v, out := range d.out {
		for i := 1; i < len(out); i++ {
			if out[i] == out[i-1] {
				return nil, fmt.Errorf("the arc %v is there twice", Arc{v, out[i]})
			}
		}
	}
	if d.order = sinksFirst(d.out); len(d.order) < vertices {
		return nil, closing(vertices, arcs)
	}
	return d, nil
}

// Must is New for arcs of which their maker knows that they are right. It panics if they
// are not.
func Must(vertices int, arcs []Arc) *DAG {
	d, err := New(vertices, arcs)
	if err != nil {
		panic("dag: " + err.Error())
	}
	return d
}

// Complete returns the complete DAG on 2 to MaxComplete vertices: an arc from every vertex
// to every later one.
func Complete(vertices int) (*DAG, error) {
	if vertices < 2 || vertices > MaxComplete {
		return nil, fmt.Errorf("a complete DAG has from 2 to %d vertices, not %d", MaxComplete, vertices)
	}
	arcs := make([]Arc, 0, vertices*(vertices-1)/2)
	for v := range vertices {
		for w := v + 1; w < vertices; w++ {
			arcs = append(arcs, Arc{v, w})
		}
	}
	return Must(vertices, arcs), nil
}

// ends returns the ends of the arcs from each vertex, ascending.
func ends(vertices int, arcs []Arc) [][]int {
	out := make([][]int, vertices)
	sorted := arcs
	if !slices.IsSortedFunc(arcs, Arc.compare) {
		sorted = slices.SortedFunc(slices.Values(arcs), Arc.compare)
	}
	ends := make([]int, len(sorted))
	for i := 0; i < len(sorted); {
		from, first := sorted[i].From, i
		for ; i < len(sorted) && sorted[i].From == from; i++ {
			ends[i] = sorted[i].To
		}
		out[from] = ends[first:i:i]
	}
	return out
}

// Vertices returns the number of vertices.
func (d *DAG) Vertices() int { return len(d.out) }

// Arcs returns the number of arcs, m. There are 2^m sets of arcs.
func (d *DAG) Arcs() int { return d.arcs }

// Out returns the ends of the arcs from a vertex, ascending. They are not to be changed.
func (d *DAG) Out(v int) []int { return d.out[v] }

// All yields the arcs, sorted by the vertex they leave and then by their ends.
func (d *DAG) All() iter.Seq[Arc] {
	return func(yield func(Arc) bool) {
		for v, out := range d.out {
			for _, w := range out {
				if !yield(Arc{v, w}) {
					return
				}
			}
		}
	}
}

// Order returns all vertices in an order in which every arc leads to an earlier one. It is
// not to be changed.
func (d *DAG) Order() []int { return d.order }

// Reached reports of each vertex whether a chip can come there from vertex 0 or 1. The
// arcs from other vertices matter to no chip.
func (d *DAG) Reached() []bool {
	reached := make([]bool, len(d.out))
	reached[0], reached[1] = true, true
	for _, v := range slices.Backward(d.order) {
		for _, w := range d.out[v] {
			reached[w] = reached[w] || reached[v]
		}
	}
	return reached
}

// Nimbers returns the nimber of every vertex: the least number from 0 that no end of
// its arcs has, its mex. It takes time in proportion to vertices and arcs.
func (d *DAG) Nimbers() []int {
	nimber := make([]int, len(d.out))
	seen := make([]int, len(d.out)+1) // the vertex that saw this nimber last, from 1
	for _, v := range d.order {
		for _, w := range d.out[v] {
			seen[nimber[w]] = v + 1
		}
		for seen[nimber[v]] == v+1 {
			nimber[v]++
		}
	}
	return nimber
}
