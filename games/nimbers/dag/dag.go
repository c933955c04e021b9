// Package dag has directed acyclic graphs (DAGs) on at least two vertices, on which two chips are pushed in the game of
// package nimbers. It reads and writes them in the format of the contest AtCoder AGC 016 F (see [Read]), or as a word:
// the number of vertices and the arcs after dots, such as 2.1-2 and 2.2-1, the smallest DAGs with an arc.
//
// Vertices count from 1 wherever they are written, and from 0 in Go.
package dag

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

// Limits of a DAG: what a usual machine can hold.
const (
	MaxVertices = 100_000
	MaxArcs     = 1_000_000
)

// An Arc leads from one vertex to another.
type Arc struct{ From, To int }

// String returns the vertices, counted from 1: "1 2" is the arc from 0 to 1.
func (a Arc) String() string { return fmt.Sprintf("%d %d", a.From+1, a.To+1) }

func (a Arc) compare(b Arc) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// A DAG is a directed graph without cycles, loops and repeated arcs, on at least two vertices. It never changes.
type DAG struct {
	out   [][]int // the ends of the arcs from each vertex, ascending
	arcs  int
	order []int // all vertices; every arc leads to an earlier one
}

// New returns the DAG with the given arcs, in any order. The error names an arc that leads outside the vertices, is a
// loop or is repeated, or otherwise the first arc, in the given order, that closes a cycle. It takes time linear in the
// number of vertices and arcs, plus the time to sort the arcs if they are not sorted.
func New(vertices int, arcs []Arc) (*DAG, error) {
	if vertices < 2 || vertices > MaxVertices || len(arcs) > MaxArcs {
		return nil, fmt.Errorf("a DAG of %d vertices and %d arcs; expected from 2 to %s vertices and at most %s arcs",
			vertices, len(arcs), rows.Count(MaxVertices), rows.Count(MaxArcs))
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
				return nil, fmt.Errorf("the arc %v is repeated", Arc{v, out[i]})
			}
		}
	}

	d.order = sinksFirst(d.out)
	if len(d.order) < vertices {
		return nil, newCycleError(vertices, arcs)
	}
	return d, nil
}

// Must returns what New returns. It panics if New returns an error.
func Must(vertices int, arcs []Arc) *DAG {
	d, err := New(vertices, arcs)
	if err != nil {
		panic("dag: " + err.Error())
	}
	return d
}

// Complete returns the complete DAG, which has an arc from every vertex to every later vertex. It panics if there are
// fewer than 2 or more than 1414 vertices.
func Complete(vertices int) *DAG {
	arcs := make([]Arc, 0, vertices*(vertices-1)/2)
	for v := range vertices {
		for w := v + 1; w < vertices; w++ {
			arcs = append(arcs, Arc{v, w})
		}
	}
	return Must(vertices, arcs)
}

// ends returns the ends of the arcs from each vertex, ascending.
func ends(vertices int, arcs []Arc) [][]int {
	out := make([][]int, vertices)
	if !slices.IsSortedFunc(arcs, Arc.compare) {
		arcs = slices.SortedFunc(slices.Values(arcs), Arc.compare)
	}
	for _, a := range arcs {
		out[a.From] = append(out[a.From], a.To)
	}
	return out
}

// Vertices returns the number of vertices.
func (d *DAG) Vertices() int { return len(d.out) }

// Arcs returns the number m of arcs. There are 2^m sets of arcs.
func (d *DAG) Arcs() int { return d.arcs }

// Out returns the ends of the arcs from a vertex, ascending. The caller must not change them.
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

// Order returns all vertices in an order in which every arc leads to an earlier vertex. The caller must not change it.
func (d *DAG) Order() []int { return d.order }

// Nimbers returns the nimber of every vertex: the least number that is not the nimber of an end of its arcs. A chip on
// a vertex of nimber k is worth as much as a heap of k sticks in Nim. It takes linear time.
func (d *DAG) Nimbers() []int {
	nimber := make([]int, len(d.out))
	seen := make([]int, len(d.out)+1) // seen[k] is the last vertex, plus 1, with an arc to a vertex of nimber k
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

// sinksFirst returns the vertices in an order in which every arc leads to an earlier vertex (Kahn, Topological sorting
// of large networks, 1962). From the vertices left out, a path leads to a cycle.
func sinksFirst(out [][]int) []int {
	in := make([][]int, len(out))  // in[w] has the vertices with an arc to w
	waits := make([]int, len(out)) // waits[v] is the number of ends of arcs from v that are not in the order yet
	order := make([]int, 0, len(out))
	for v, ends := range out {
		for _, w := range ends {
			in[w] = append(in[w], v)
		}
		waits[v] = len(ends)
		if waits[v] == 0 {
			order = append(order, v)
		}
	}
	for done := 0; done < len(order); done++ {
		for _, v := range in[order[done]] {
			waits[v]--
			if waits[v] == 0 {
				order = append(order, v)
			}
		}
	}
	return order
}

// A cycleError names an arc that closes a cycle, and the cycle.
type cycleError struct {
	arc   Arc
	cycle []int // the vertices from the arc's end to its beginning
}

// maxNamed is the largest number of vertices of a cycle that an error names.
const maxNamed = 12

func (e cycleError) Error() string {
	if len(e.cycle) > maxNamed {
		return fmt.Sprintf("the arc %v closes a cycle of %d vertices; expected a graph without cycles", e.arc, len(e.cycle))
	}
	names := lists.Map(append([]int{e.arc.From}, e.cycle...), func(v int) string { return strconv.Itoa(v + 1) })
	return fmt.Sprintf("the arc %v closes the cycle %s; expected a graph without cycles", e.arc, strings.Join(names, " -> "))
}

// newCycleError returns an error that names the first arc, in the given order, that closes a cycle with arcs before it,
// and this cycle. The arcs must contain a cycle. It finds the arc by bisection, in O(m log m) steps for m arcs.
func newCycleError(vertices int, arcs []Arc) cycleError {
	i := sort.Search(len(arcs), func(i int) bool {
		return len(sinksFirst(ends(vertices, arcs[:i+1]))) < vertices
	})

	// Search a path from the end of this arc to its beginning through the arcs before it.
	from := make([]int, vertices) // from[w] is the vertex before w on the path, plus 1
	out := ends(vertices, arcs[:i])
	for todo := []int{arcs[i].To}; len(todo) > 0; todo = todo[1:] {
		for _, w := range out[todo[0]] {
			if from[w] == 0 {
				from[w] = todo[0] + 1
				todo = append(todo, w)
			}
		}
	}

	var cycle []int
	for v := arcs[i].From; v != arcs[i].To; v = from[v] - 1 {
		cycle = append(cycle, v)
	}
	cycle = append(cycle, arcs[i].To)
	slices.Reverse(cycle)
	return cycleError{arcs[i], cycle}
}
