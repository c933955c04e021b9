package counts

import "slices"

// A ranker compares the outcomes of all queues that differ in the front only with those
// of their ranked queues. It belongs to one worker.
type ranker struct {
	anchors    int
	largest    int
	thresholds []uint8
	missing    int // leave out tuples that lack more of the heaps above the anchors and below their own largest
	limit      int // of first

	exceptions uint64
	first      [][]int // the first exceptions, in the order of compareQueues

	place [MaxLargest + 1]int // by heap: what one more in each such heap adds to the index; 0: no such heap
}

// compare looks at the queues (a, rest), for all a, where the heaps of rest are the
// digits and 1, and the threshold of rest is known.
//
// A queue whose front is an anchor or equals another heap has the ranked tuple of rest
// behind its front. One whose front lies between two of these has that tuple with all
// ranks above the front one higher: another tuple, but one for the whole gap.
func (r *ranker) compare(digits []int, threshold int) {
	unit, most, distinct := 1, r.anchors, 0
	for i := len(digits) - 1; i >= 0; i-- {
		heap := digits[i] + 1
		if heap > r.anchors && r.place[heap] == 0 {
			distinct++
		}
		most = max(most, heap)
		r.place[heap] += unit
		unit *= r.largest
	}
	if most-r.anchors-distinct <= r.missing {
		r.fronts(digits, threshold)
	}
	for _, digit := range digits {
		r.place[digit+1] = 0
	}
}

// fronts is compare once the places are known.
func (r *ranker) fronts(digits []int, threshold int) {
	ranked := 0 // the index of the ranked tuple behind the front
	rank := r.anchors
	above := 0 // what one more in each heap above the front adds to the index
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
	gap := -1 // the threshold behind a front in the gap that front is in; -1: not looked up
	for front := 1; front <= r.largest; front++ {
		place := r.place[front]
		var p bool
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
			r.add(front, digits)
		}
	}
}

// add counts an exception and keeps it if it is among the first.
func (r *ranker) add(front int, digits []int) {
	r.exceptions++
	if r.limit < 1 {
		return
	}
	queue := append(make([]int, 0, len(digits)+1), front)
	for _, digit := range digits {
		queue = append(queue, digit+1)
	}
	at, _ := slices.BinarySearchFunc(r.first, queue, compareQueues)
	if at < r.limit {
		r.first = slices.Insert(r.first, at, queue)
		r.first = r.first[:min(len(r.first), r.limit)]
	}
}
