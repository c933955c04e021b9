package nimbers

import "math/bits"

// A highChip is what there is to know, once low is put in, to put in high: see kernelWalker.
type highChip struct {
	d         *bitDAG
	whole     uint16 // all vertices there are
	forbidden uint16 // to into: low and what it reaches
	above     uint16 // low and what reaches it
	nimber    uint8  // of low
	lower     [maxBits]uint16
	higher    uint16 // the vertices of higher nimbers; lower has those of each lower one
}

// newHighChip returns it for a DAG into which low was put last.
func newHighChip(d *bitDAG) highChip {
	low := d.size - 1
	h := highChip{
		d:         d,
		whole:     1<<d.size - 1,
		forbidden: d.below[low],
		above:     d.above[low],
		nimber:    d.nimber[low],
	}
	for v := range d.size {
		switch g := d.nimber[v]; {
		case g < h.nimber:
			h.lower[g] |= 1 << v
		case g > h.nimber:
			h.higher |= 1 << v
		}
	}
	return h
}

// pairs are numbers of pairs (into, out) by verdict: all, and those apart, where high does
// not reach low.
type pairs struct{ all, apart [2]uint64 }

// everybody is the leaders of the identity: all there may be.
const everybody = ^uint16(0)

// count counts the sets out of high, times ways, for a set of vertices in into or above
// it. Those are counted that have all or nothing of each cycle of a symmetry, which has
// these leaders.
func (h *highChip) count(closed uint16, ways uint64, leaders uint16, found *pairs) {
	free := h.whole &^ closed & leaders
	h.countWithin(free, ways, &found.all)
	h.countWithin(free&^h.above, ways, &found.apart)
}

// countWithin counts the sets within free.
func (h *highChip) countWithin(free uint16, ways uint64, by *[2]uint64) {
	equal := uint64(1) << bits.OnesCount16(free&h.higher)
	for _, class := range h.lower[:h.nimber] {
		equal *= 1<<bits.OnesCount16(free&class) - 1
	}
	by[second] += ways * equal
	by[first] += ways * (1<<bits.OnesCount16(free) - equal)
}
