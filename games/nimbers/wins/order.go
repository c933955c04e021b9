package wins

import (
	"context"
	"fmt"
	"slices"

	"enumerate/internal/ints"
)

// plan returns the steps of one of two orders, by number and depth first, whichever has fewer states. If there is no
// such order, the error names the limit: mostLive live vertices, or nimbers up to mostNimber.
//
// A live vertex has a nimber that still matters: some vertex with an arc to it has no nimber yet, or it is the lower
// chip. An order in which to give nimbers has each vertex after the ends of its arcs, and the upper chip last. It
// leaves out vertices without arcs, which always have nimber 0. An order is good if few vertices are live at a time;
// this is the problem of vertex separation, with a part of the order given. The count is the same with any order. The
// order by number is good for short arcs, and the order depth first for paths that meet in few vertices.
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

// byNumber returns the order of falling numbers, which is possible because arcs lead to larger numbers.
func byNumber(t trimmed) (order []int) {
	for v := len(t.out) - 1; v >= 0; v-- {
		if v == 0 || len(t.out[v]) > 0 {
			order = append(order, v)
		}
	}
	return order
}

// depthFirst returns the order in which a depth-first search from the chips, the lower chip first, finishes the
// vertices.
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

// total returns an upper bound of the number of states of all steps together.
func total(steps []step) uint64 {
	var sum uint64
	for _, s := range steps {
		sum = ints.SaturatingAdd(sum, s.states)
	}
	return sum
}

// largestNimbers returns for each vertex an upper bound L of the nimbers that it has with any set of arcs. A vertex has
// nimber g only if g different ends of its arcs can have the nimbers 0 to g-1. Vertices must be numbered so that arcs
// lead to larger numbers.
//
// Suppose that an end of an arc from a vertex has a nimber x >= L. Then it makes no difference to the vertex whether
// this arc is in the set. For an arc to an end of nimber x makes a difference only if the other arcs give the vertex
// the nimber x. With this arc the vertex then has a larger nimber than x, so x < L.
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
