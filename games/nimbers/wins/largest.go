package wins

import "slices"

// largestNimbers returns the largest nimber that each vertex can have in any set of arcs,
// or a number above it: a vertex has nimber g only if g different ends of its arcs can
// have the nimbers 0..g-1. Vertices are numbered so that arcs lead to larger ones.
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

// smallestVoid returns, for every vertex, a number such that it makes no difference to
// the vertex which nimber an end of its arcs has, from this number on: the arc may be in
// the set or not. That holds above the largest nimber of the vertex; and from the number
// of its arcs on, since to have a nimber at least as large it would need all of them to
// lead to smaller ones.
func smallestVoid(out [][]int, largest []int) []int {
	void := make([]int, len(out))
	for v := range out {
		void[v] = min(len(out[v]), largest[v]+1)
	}
	return void
}
