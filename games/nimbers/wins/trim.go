package wins

import "enumerate/games/nimbers/dag"

// A trimmed DAG is what matters of a DAG to the chips. Arcs between the chips are gone:
// with one of them the nimbers differ, so no set in question has one. Vertices that
// neither chip reaches are gone; each of their arcs may be in a set or not.
//
// Vertices are renumbered so that arcs lead from smaller to larger numbers. Vertex 0
// is a chip, the upper one, and nothing has an arc to it: a vertex that had one would be
// reached from a chip, and then there would be a cycle, or the other chip would be above.
type trimmed struct {
	out, in [][]int
	lower   int // the other chip's vertex: 1 if nothing has an arc to it
	arcs    int // that are left
	free    int // arcs from vertices that are gone
}

// trim returns what matters of d. Reach and order are found here once more, of what is left
// without the arcs between the chips, and not taken from the DAG: its walks use those, and
// a count is to share nothing with a walk.
func trim(d *dag.DAG) trimmed {
	out := make([][]int, d.Vertices())
	for v := range out {
		for _, u := range d.Out(v) {
			if v > 1 || u > 1 {
				out[v] = append(out[v], u)
			}
		}
	}
	upper, lower := 0, 1
	if reached(out, lower)[upper] {
		upper, lower = lower, upper
	}
	keep := reached(out, upper, lower)
	names := chipsFirst(out, keep, upper, lower)
	number := make([]int, len(out))
	for i, v := range names {
		number[v] = i
	}
	t := trimmed{out: make([][]int, len(names)), lower: number[lower]}
	for v := range out {
		if !keep[v] {
			t.free += len(out[v])
			continue
		}
		t.arcs += len(out[v])
		for _, u := range out[v] {
			t.out[number[v]] = append(t.out[number[v]], number[u])
		}
	}
	t.in = reverse(t.out)
	return t
}

// reached says which vertices can be reached from those given.
func reached(out [][]int, from ...int) []bool {
	seen := make([]bool, len(out))
	stack := append([]int(nil), from...)
	for _, v := range from {
		seen[v] = true
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, u := range out[v] {
			if !seen[u] {
				seen[u] = true
				stack = append(stack, u)
			}
		}
	}
	return seen
}

// chipsFirst returns the vertices to keep, each before the ends of its arcs, and the
// chips as early as they can be.
func chipsFirst(out [][]int, keep []bool, upper, lower int) []int {
	left := make([]int, len(out)) // of vertices with an arc to this one: not yet in the order
	for v := range out {
		for _, u := range out[v] {
			if keep[v] {
				left[u]++
			}
		}
	}
	order := []int{upper}
	if left[lower] == 0 {
		order = append(order, lower)
	}
	for i := 0; i < len(order); i++ {
		for _, u := range out[order[i]] {
			if left[u]--; left[u] == 0 {
				order = append(order, u)
			}
		}
	}
	return order
}

// complete says whether every two vertices other than the chips are joined, and each
// chip to all of them by an arc from the chip.
func (t trimmed) complete() bool {
	n := len(t.out)
	return t.lower == 1 && t.arcs == n*(n-1)/2-1
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
