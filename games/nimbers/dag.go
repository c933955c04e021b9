package nimbers

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"enumerate/games/nimbers/wins"
)

// The most vertices and arcs of a DAG that is read or made: what a machine holds
// without being asked.
const (
	MaxVertices = 100_000
	MaxArcs     = 1_000_000
)

// An Arc leads from one vertex to another. Vertices count from 0 here and from 1
// wherever they are written: the chips stand on the vertices 0 and 1.
type Arc struct{ From, To int }

func (a Arc) String() string { return fmt.Sprintf("%d %d", a.From+1, a.To+1) }

func (a Arc) compare(b Arc) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// A DAG is a directed graph without cycles, on at least the two vertices of the
// chips. It does not change.
type DAG struct {
	out  [][]int // the ends of the arcs from each vertex, ascending
	arcs int
}

// NewDAG returns the DAG with these arcs. Their order means nothing. The error says
// which arc leads nowhere, is a loop, is there twice, or closes a cycle; the arcs are
// taken in the given order.
func NewDAG(vertices int, arcs []Arc) (*DAG, error) {
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
	d := newDAG(vertices, arcs)
	for v, out := range d.out {
		for i := 1; i < len(out); i++ {
			if out[i] == out[i-1] {
				return nil, fmt.Errorf("the arc %v is there twice", Arc{v, out[i]})
			}
		}
	}
	if len(d.order()) < vertices {
		return nil, closing(vertices, arcs)
	}
	return d, nil
}

// newDAG returns the graph of arcs between vertices there are.
func newDAG(vertices int, arcs []Arc) *DAG {
	d := &DAG{make([][]int, vertices), len(arcs)}
	sorted := slices.SortedFunc(slices.Values(arcs), Arc.compare)
	ends := make([]int, len(sorted))
	for i := 0; i < len(sorted); {
		from, first := sorted[i].From, i
		for ; i < len(sorted) && sorted[i].From == from; i++ {
			ends[i] = sorted[i].To
		}
		d.out[from] = ends[first:i:i]
	}
	return d
}

// Complete returns the complete DAG: an arc from every vertex to every later one.
func Complete(vertices int) (*DAG, error) {
	if vertices < 2 || vertices > MaxComplete {
		return nil, fmt.Errorf("a complete DAG has from 2 to %d vertices, not %d", MaxComplete, vertices)
	}
	return chance(vertices, vertices, nil), nil
}

// MaxComplete is the most vertices of a complete DAG: the last with at most MaxArcs arcs
// is 1414.
const MaxComplete = 1000

// Vertices returns the number of vertices.
func (d *DAG) Vertices() int { return len(d.out) }

// Arcs returns the number of arcs.
func (d *DAG) Arcs() int { return d.arcs }

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

// order returns the vertices so that every arc leads to an earlier one. Of a graph
// with a cycle it returns fewer: those from which no cycle is reached.
func (d *DAG) order() []int {
	in := make([]int, len(d.out)+1) // in[w]: where the arcs to w begin in from
	for a := range d.All() {
		in[a.To+1]++
	}
	for w := range d.out {
		in[w+1] += in[w]
	}
	from := make([]int, d.arcs)
	place := slices.Clone(in)
	waits := make([]int, len(d.out)) // for how many of its ends
	var order []int
	for v, out := range d.out {
		waits[v] = len(out)
		for _, w := range out {
			from[place[w]] = v
			place[w]++
		}
		if len(out) == 0 {
			order = append(order, v)
		}
	}
	for done := 0; done < len(order); done++ {
		w := order[done]
		for _, v := range from[in[w]:in[w+1]] {
			if waits[v]--; waits[v] == 0 {
				order = append(order, v)
			}
		}
	}
	return order
}

// matter reports of each vertex whether a chip can come there. The arcs from other
// vertices matter to nobody.
func (d *DAG) matter() []bool {
	matter := make([]bool, len(d.out))
	matter[0], matter[1] = true, true
	for todo := []int{0, 1}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, w := range d.out[v] {
			if !matter[w] {
				matter[w] = true
				todo = append(todo, w)
			}
		}
	}
	return matter
}

// Nimbers returns the nimber of every vertex: the least number from 0 that no end of
// its arcs has. It takes time in proportion to vertices and arcs.
func (d *DAG) Nimbers() []int { return wins.Nimbers(d.out) }

// The verdicts: the player to move wins if and only if the chips stand on vertices of
// different nimbers (Sprague 1935, Grundy 1939).
const (
	first = iota
	second
)

// verdicts names them.
func verdicts() []string { return []string{first: "first", second: "second"} }

// verdictOf returns the verdict of chips on vertices with these nimbers.
func verdictOf(chip, other int) int {
	if chip != other {
		return first
	}
	return second
}
