package counts

import (
	"context"
	"slices"
)

// exceptions returns how many queues of the given number of heaps break the weak-order law. By this law a queue has the
// same outcome as its ranked queue, in which heaps up to r.anchors stay, and the larger ones become r.anchors+1,
// r.anchors+2, … in their order (see Rank). Queues are not tested if the heaps after the front leave many gaps (numbers
// between r.anchors and the largest of these heaps that no heap has), because a proof does not need them (see
// [ranker.compare]).
//
// A table of thresholds gives the outcomes: for each tuple of heaps after the front, the largest front with which the
// queue is P (lost for the player who moves).
func (t *Tables) exceptions(ctx context.Context, heaps int, r ranker) (uint64, error) {
	if heaps == 0 {
		return 0, ctx.Err() // there is only one queue, and it is ranked
	}
	r.largest, r.thresholds = t.largest, t.thresholds[heaps]
	err := sweep(ctx, t.all(heaps), func(digits []int, start, length int) {
		for i, threshold := range r.thresholds[start : start+length] {
			if heaps > 1 {
				digits[heaps-2] = i // the last digit, which sweep leaves to visit
			}
			r.compare(digits, int(threshold))
		}
	})
	return r.exceptions, err
}

// Rank returns the ranked queue of a queue of heaps: the smallest queue in which the heaps compare with one another,
// and with the numbers 1, 2, …, anchors, as they do in the given queue. Heaps up to `anchors` stay; the larger ones
// become anchors+1, anchors+2, … in their order. With one anchor the queue 9, 1, 40, 9 becomes 2, 1, 3, 2. If the
// weak-order law holds, both queues have the same winner, so a queue of huge heaps is solved by tables for heaps up to
// anchors+len(queue).
func Rank[T int | uint64](queue []T, anchors T) []T {
	above := slices.DeleteFunc(slices.Clone(queue), func(heap T) bool { return heap <= anchors })
	slices.Sort(above)
	above = slices.Compact(above)
	ranked := slices.Clone(queue)
	for i, heap := range queue {
		if heap > anchors {
			rank, _ := slices.BinarySearch(above, heap)
			ranked[i] = anchors + 1 + T(rank)
		}
	}
	return ranked
}

// A ranker tests whether queues have the same outcome as their ranked queues, and counts the exceptions. In the ranked
// queue of a queue, heaps up to `anchors` stay, and the larger ones become anchors+1, anchors+2, … in their order (see
// Rank). The ranker tests all queues that differ only in the front together, because one
// threshold decides their outcomes.
type ranker struct {
	anchors     int
	largest     int
	thresholds  []uint8 // by tuple of heaps after the front: the largest front with which the mover loses
	missing     int     // tuples with more gaps than this are not tested (see compare)
	exceptions  uint64
	onException func(front int, digits []int) // called for each exception, unless it is nil

	place [maxLargest + 1]int // place[h]: what the tuple's index gains if its heaps of size h grow by 1; 0 if it has none
}

// compare tests all queues that consist of a front heap and a given tuple of heaps. Each heap of the tuple is one of
// the `digits`, plus 1. A queue is P (lost for the player who moves) iff its front is at most `threshold`. compare adds
// to r.exceptions the number of queues whose outcome differs from that of their ranked queue, in which heaps up to
// r.anchors stay, and the larger ones become r.anchors+1, r.anchors+2, … in their order.
//
// compare skips a tuple with more than r.missing gaps (numbers between r.anchors and the largest heap that no heap
// has), because the proof needs only queues with few gaps. For any other tuple the method fronts does the test. It
// needs r.place[h], by which the tuple's index grows if all heaps of size h grow by 1.
func (r *ranker) compare(digits []int, threshold int) {
	unit := 1                      // by how much the tuple's index grows if heap i grows by 1
	most, distinct := r.anchors, 0 // the largest heap, and the number of different heaps above the anchors
	for i := len(digits) - 1; i >= 0; i-- {
		heap := digits[i] + 1
		if heap > r.anchors && r.place[heap] == 0 {
			distinct++
		}
		most = max(most, heap)
		r.place[heap] += unit
		unit *= r.largest
	}
	lacks := most - r.anchors - distinct // the number of gaps
	if lacks <= r.missing {
		r.fronts(digits, threshold)
	}
	for _, digit := range digits {
		r.place[digit+1] = 0
	}
}

// fronts puts every front (first heap) before the given tuple of heaps, and adds to r.exceptions the number of queues
// that break the weak-order law. By this law, a queue is P (lost for the player who moves) iff its ranked queue is P,
// in which heaps up to r.anchors stay, and the larger ones become r.anchors+1, r.anchors+2, … in their order (see
// Rank).
//
// A queue is P iff its front is at most the threshold of the tuple after the front, so fronts looks up the threshold of
// the ranked tuple in r.thresholds. The index of a tuple there is the number whose digits are its heaps, each less 1.
// If all heaps of size h grow by 1, the index grows by r.place[h].
//
// The ranked tuple is the same for all fronts that are an anchor or equal a heap of the tuple. A front in a gap between
// the heaps raises the ranks of all larger heaps by 1. Then the index grows by the variable `above`, the sum of r.place
// over the larger heaps.
func (r *ranker) fronts(digits []int, threshold int) {
	ranked := 0 // the index of the ranked tuple after the front
	rank := r.anchors
	above := 0 // what one more in each heap above the front adds to this index
	for heap := 1; heap <= r.largest; heap++ {
		place := r.place[heap]
		if place == 0 {
			continue
		}
		if heap <= r.anchors {
			ranked += place * (heap - 1)
			continue
		}
		rank++
		ranked += place * (rank - 1)
		above += place
	}

	same := int(r.thresholds[ranked])
	rank = r.anchors
	gap := -1 // the threshold of the tuple after a front in the present gap; -1 if it was not looked up
	for front := 1; front <= r.largest; front++ {
		place := r.place[front]
		var p bool // whether the ranked queue is P
		switch {
		case front <= r.anchors:
			p = front <= same
		case place > 0:
			rank++
			above -= place
			gap = -1
			p = rank <= same
		default:
			if gap < 0 {
				gap = int(r.thresholds[ranked+above])
			}
			p = rank+1 <= gap
		}
		if p != (front <= threshold) {
			r.exceptions++
			if r.onException != nil {
				r.onException(front, digits)
			}
		}
	}
}
