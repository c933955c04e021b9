package wins

import (
	"context"
	"fmt"
	"slices"

	"enumerate/internal/ints"
)

// plan returns the steps of the better one of two orders, by number and depth first. The error of a
// DAG without one names the limit: mostLive live vertices, or nimbers up to mostNimber.
//
// A live vertex has a nimber that still matters: a vertex with an arc to it has none yet,
// or it is the lower chip. An order in which to give nimbers has each vertex after the
// ends of its arcs, and the upper chip last; it leaves out vertices without arcs, which
// always have nimber 0. It is good if few vertices are live at a time: the problem of
// vertex separation, with a part of the order given. A count is the same in any. By number suits
// short arcs, depth first paths that meet in few vertices.
func plan(ctx context.Context, t trimmed) ([]step, error) {
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
		return nil, fmt.Errorf("frontier: expected at most %d vertices that wait for others at a time", mostLive)
	}
	return best, nil
}

// byNumber returns the order of falling numbers: arcs lead to larger ones.
func byNumber(t trimmed) (order []int) {
	for v := len(t.out) - 1; v >= 0; v-- {
		if v == 0 || len(t.out[v]) > 0 {
			order = append(order, v)
		}
	}
	return order
}

// depthFirst returns the order in which a search from the chips is done with the vertices, the
// lower chip first.
func depthFirst(t trimmed) (order []int) {
	seen := make([]bool, len(t.out))
	var visit func(v int)
	visit = func(v int) {
		if seen[v] || v > 0 && len(t.out[v]) == 0 {
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

// total returns how many states there are in all steps, at most; most returns how many
// there are at a time.
func total(steps []step) uint64 {
	var sum uint64
	for _, s := range steps {
		sum = ints.SaturatingAdd(sum, s.states)
	}
	return sum
}

// largestNimbers returns the largest nimber that each vertex can have in any set of arcs,
// or a number above it: a vertex has nimber g only if g different ends of its arcs can
// have the nimbers 0..g-1. Vertices are numbered so that arcs lead to larger ones.
//
// From that number on, L, it makes no difference to the vertex which nimber an end of its
// arcs has: the arc may be in the set or not. For an arc to a vertex of nimber x makes a
// difference only if the others give the vertex nimber x; with it the vertex has a larger
// one, so that x < L.
func largestNimbers(out [][]int) []int {
	largest := make([]int, len(out))
	var ends []int
	for v := len(out) - 1; v >= 0; v-- {
		ends = ends[:0]
		for _, u := range out[v] {
			ends = append(ends, largest[u])
		}
		slices.Sort(ends)
		for _, nimber := range ends {
			if nimber >= largest[v] {
				largest[v]++
			}
		}
	}
	return largest
}
