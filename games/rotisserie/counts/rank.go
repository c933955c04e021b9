package counts

import "slices"

// Rank returns the queue of the least heaps that has the same weak order as the given
// one together with the anchors 1, 2, …, anchors: a heap up to anchors stays, and the
// i-th least of the heaps above, equal ones being one, becomes anchors+i. No heap
// grows. Where the weak-order law holds, a queue and its ranked one have the same
// outcome, so a queue of huge heaps is solved by tables for heaps up to
// anchors+len(queue).
func Rank(queue []int, anchors int) []int {
	above := slices.DeleteFunc(slices.Clone(queue), func(heap int) bool { return heap <= anchors })
	slices.Sort(above)
	above = slices.Compact(above)
	ranked := slices.Clone(queue)
	for i, heap := range queue {
		if heap > anchors {
			rank, _ := slices.BinarySearch(above, heap)
			ranked[i] = anchors + 1 + rank
		}
	}
	return ranked
}
