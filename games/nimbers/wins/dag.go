package wins

import (
	"fmt"
	"strings"
)

// A DAG is a directed graph without cycles on the vertices 0..N-1. The chips are on
// vertices 0 and 1. Arcs may lead to smaller and to larger numbers.
type DAG struct {
	N   int     // vertices, at least 2
	Out [][]int // Out[v] are the ends of the arcs from v, in any order
}

// Complete returns the DAG on n vertices with all n(n-1)/2 arcs from smaller to larger
// numbers. It panics if n < 2.
func Complete(n int) DAG {
	if n < 2 {
		panic(fmt.Sprintf("wins: Complete(%d), want 2 vertices or more", n))
	}
	d := DAG{N: n, Out: make([][]int, n)}
	for v := range n {
		for u := v + 1; u < n; u++ {
			d.Out[v] = append(d.Out[v], u)
		}
	}
	return d
}

// Arcs returns the number of arcs, m. There are 2^m sets of arcs.
func (d DAG) Arcs() int {
	m := 0
	for _, out := range d.Out {
		m += len(out)
	}
	return m
}

// Check returns an error that names the first thing that keeps d from being a DAG with
// two chips: vertices that do not exist, a loop, an arc given twice, or a [CycleError].
// It takes O(N + m).
func (d DAG) Check() error {
	if d.N < 2 {
		return fmt.Errorf("%d vertices, want at least 2, for the chips", d.N)
	}
	if len(d.Out) != d.N {
		return fmt.Errorf("arcs from %d vertices, want %d", len(d.Out), d.N)
	}
	last := make([]int, d.N) // the vertex with an arc to u that was seen last, from 1
	for v, out := range d.Out {
		for _, u := range out {
			switch {
			case u < 0 || u >= d.N:
				return fmt.Errorf("arc %d -> %d: want vertices 0..%d", v, u, d.N-1)
			case u == v:
				return fmt.Errorf("arc %d -> %d is a loop", v, u)
			case last[u] == v+1:
				return fmt.Errorf("arc %d -> %d is given twice", v, u)
			}
			last[u] = v + 1
		}
	}
	if cycle := findCycle(d.Out); cycle != nil {
		return &CycleError{cycle}
	}
	return nil
}

// A CycleError says that what should be a DAG has a cycle.
type CycleError struct {
	Cycle []int // vertices, each with an arc to the next, the last one to the first
}

// Error names at most ten vertices of the cycle.
func (e *CycleError) Error() string {
	const most = 10
	var b strings.Builder
	b.WriteString("the arcs form a cycle: ")
	for i, v := range e.Cycle {
		if i == most {
			fmt.Fprintf(&b, "… (%d vertices) -> ", len(e.Cycle))
			break
		}
		fmt.Fprintf(&b, "%d -> ", v)
	}
	fmt.Fprintf(&b, "%d", e.Cycle[0])
	return b.String()
}

// findCycle returns a cycle, or nil. Vertices from which nothing leads to a cycle are
// taken away, sinks first. From any other vertex some arc leads to another such one.
func findCycle(out [][]int) []int {
	order := sinksFirst(out)
	if len(order) == len(out) {
		return nil
	}
	acyclic := make([]bool, len(out))
	for _, v := range order {
		acyclic[v] = true
	}
	at := 0
	for acyclic[at] {
		at++
	}
	place := make(map[int]int) // on the path
	var path []int
	for {
		if first, seen := place[at]; seen {
			return path[first:]
		}
		place[at] = len(path)
		path = append(path, at)
		for _, u := range out[at] {
			if !acyclic[u] {
				at = u
				break
			}
		}
	}
}

// sinksFirst returns the vertices from which no cycle can be reached, each after the
// ends of its arcs.
func sinksFirst(out [][]int) []int {
	in := reverse(out)
	left := make([]int, len(out)) // ends of arcs that are not in the order yet
	order := make([]int, 0, len(out))
	for v := range out {
		left[v] = len(out[v])
		if left[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, v := range in[order[i]] {
			if left[v]--; left[v] == 0 {
				order = append(order, v)
			}
		}
	}
	return order
}

// reverse returns, of every vertex, the vertices that have an arc to it.
func reverse(out [][]int) [][]int {
	in := make([][]int, len(out))
	for v := range out {
		for _, u := range out[v] {
			in[u] = append(in[u], v)
		}
	}
	return in
}
