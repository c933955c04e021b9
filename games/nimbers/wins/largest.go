package wins

import "slices"

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
