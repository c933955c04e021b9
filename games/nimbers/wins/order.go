package wins

import (
	"context"
	"fmt"
	"slices"

	"enumerate/internal/ints"
)

// plan returns the steps in which the method Frontier gives the vertices of a DAG their nimbers. It tries two orders
// and takes the one with fewer states. If neither is feasible, the error names the limit.
//
// The chips stand on two vertices, upper and lower, such that lower does not reach upper. An order has each vertex
// after the ends of its arcs. Upper comes last, so that its nimber can be compared with that of lower. Vertices without
// arcs are left out, because they always have nimber 0.
//
// An order is good if few vertices at a time are live: a vertex is live while some vertex with an arc to it has no
// nimber, and lower also until upper gets its nimber. This is the problem of vertex separation, with a part of the
// order given. The order by number is good for short arcs, and the order depth first for paths that meet in few
// vertices.
func plan(ctx context.Context, t trimmedDAG) ([]step, error) {
	largest := largestNimbers(t.out)
	if most := slices.Max(largest); most > mostNimber {
		return nil, fmt.Errorf("frontier: a vertex may have the nimber %d, expected at most %d", most, mostNimber)
	}
	var best []step
	for _, order := range [][]int{byNumber(t), depthFirst(t)} {
		steps, err := layOut(ctx, t, order, largest)
		if err != nil {
			return nil, err
		}
		if steps != nil && (best == nil || total(steps) < total(best)) {
			best = steps
		}
	}
	if best == nil {
		return nil, fmt.Errorf("frontier: the DAG is too wide for this method: in each order of the vertices that it tried, it must keep the nimbers of more than %d vertices at a time", mostLive)
	}
	return best, nil
}

// byNumber returns the vertices that have arcs, and vertex 0, the upper chip's, in the order of falling numbers. Arcs
// lead to larger numbers.
func byNumber(t trimmedDAG) (order []int) {
	for v := len(t.out) - 1; v >= 0; v-- {
		if v == 0 || len(t.out[v]) > 0 {
			order = append(order, v)
		}
	}
	return order
}

// depthFirst returns the vertices in the order in which a depth-first search finishes them, so that each comes after
// the ends of its arcs. The search starts at the lower chip's vertex, and then at vertex 0, the upper chip's, which
// must come last to be compared with the other. Vertices without arcs have nimber 0 and are left out, except vertex 0.
func depthFirst(t trimmedDAG) (order []int) {
	seen := make([]bool, len(t.out))
	var visit func(v int)
	visit = func(v int) {
		if seen[v] || v > 0 && len(t.out[v]) == 0 { // seen before, or without arcs and not the upper chip
			return
		}
		seen[v] = true
		for _, u := range t.out[v] {
			visit(u)
		}
		order = append(order, v)
	}
	visit(t.lower)
	visit(0)
	return order
}

// total returns the sum of the bounds on the numbers of states over all steps.
func total(steps []step) uint64 {
	var sum uint64
	for _, s := range steps {
		sum = ints.SaturatingAdd(sum, s.states)
	}
	return sum
}

// largestNimbers returns for each vertex an upper bound of its nimbers over all sets of arcs. Arcs must lead to larger
// numbers. A vertex has nimber g only if g different ends of its arcs have the nimbers 0 to g-1. So the ends are taken
// in the order of their bounds, and each may add 1.
//
// Let L be the bound of a vertex v. If an end of v's arcs has a nimber of at least L, its exact nimber makes no
// difference to v (see relevanceBound). Proof: suppose that an end has the nimber x >= L, and that its arc changes the
// nimber of v. Then the other arcs give v the nimber x, and with this arc v has a larger nimber than x, but L is an
// upper bound.
func largestNimbers(out [][]int) []int {
	largest := make([]int, len(out))
	var ends []int
	for v := len(out) - 1; v >= 0; v-- {
		ends = ends[:0]
		for _, u := range out[v] {
			ends = append(ends, largest[u])
		}
		slices.Sort(ends)
		for _, nimber := range ends { // the bounds of the ends
			if nimber >= largest[v] { // this end can have the nimber largest[v], which is the next one
				largest[v]++
			}
		}
	}
	return largest
}
