package labelled

import (
	"math/bits"

	"enumerate/games/nimbers/chip"
)

// maxKernel is the most vertices of a kernel.
const maxKernel = 8

// A kernel is a DAG on the vertices without a chip, unlabelled: the one of its class
// whose string is least. Its vertices are numbered so that arcs lead to smaller numbers,
// and its string is the rows: for every vertex, in this order, the set of the ends of its
// arcs, bit w for the vertex w. Strings are compared row by row, rows as numbers.
//
// The beginning of a least string is least among its own renamings, since they extend to
// renamings of the whole. So kernels grow by rows, and a beginning that some renaming
// beats leads nowhere. Each row is at least the one before: otherwise they could change
// places.
//
// For 0, 1, 2, ... vertices there are 1, 1, 2, 6, 31, 302, 5984, 243668, 20286025
// kernels (OEIS A003087).
type kernel struct {
	size int
	rows [maxKernel]uint8
	// symmetries are the automorphisms, the identity first. They are set by findSymmetries.
	symmetries []symmetry

	label symmetry // of a renaming being made
}

// A symmetry is an automorphism of a kernel: symmetry[v] is where v goes. Vertices that the
// kernel does not have stay where they are.
type symmetry [maxBits]uint8

// move returns where a set of vertices goes.
func (s *symmetry) move(set uint16) uint16 {
	var to uint16
	for ; set != 0; set &= set - 1 {
		to |= 1 << s[bits.TrailingZeros16(set)]
	}
	return to
}

// leaders returns one vertex of every cycle.
func (s *symmetry) leaders() (leaders uint16) {
	var seen uint16
	for v := range s {
		if seen>>v&1 == 0 {
			leaders |= 1 << v
		}
		for w := uint8(v); seen>>w&1 == 0; w = s[w] {
			seen |= 1 << w
		}
	}
	return leaders
}

// grow visits all kernels of a size that begin with the present rows, in ascending order,
// until visit returns false, and takes back the rows it added. It reports whether it went
// through.
func (k *kernel) grow(size int, visit func() bool) bool {
	if k.size == size {
		return visit()
	}
	least := uint8(0)
	if k.size > 0 {
		least = k.rows[k.size-1]
	}
	k.size++
	defer func() { k.size-- }()
	for row := int(least); row < 1<<(k.size-1); row++ {
		k.rows[k.size-1] = uint8(row)
		if k.least() && !k.grow(size, visit) {
			return false
		}
	}
	return true
}

// least reports whether no renaming beats the rows.
func (k *kernel) least() bool { return k.rename(0, 0, nil) }

// findSymmetries finds the automorphisms of a kernel.
func (k *kernel) findSymmetries() {
	k.symmetries = k.symmetries[:0]
	for v := k.size; v < maxBits; v++ {
		k.label[v] = uint8(v)
	}
	k.rename(0, 0, func() { k.symmetries = append(k.symmetries, k.label) })
}

// rename tries the renamings that give the vertices of the set done the labels below at and tie with the rows so far. It
// calls tied, unless it is nil, for each renaming that ties to the end, first for the identity. It returns false as
// soon as a renaming beats the rows.
func (k *kernel) rename(at int, done uint8, tied func()) bool {
	if at == k.size {
		if tied != nil {
			tied()
		}
		return true
	}
	for v := range k.size {
		if done>>v&1 != 0 || k.rows[v]&^done != 0 {
			continue
		}
		switch row := k.renamed(k.rows[v]); {
		case row < k.rows[at]:
			return false
		case row == k.rows[at]:
			k.label[v] = uint8(at)
			if !k.rename(at+1, done|1<<v, tied) {
				return false
			}
		}
	}
	return true
}

// renamed returns a set in the labels given so far.
func (k *kernel) renamed(set uint8) uint8 {
	var to uint8
	for v := range k.size {
		to |= set >> v & 1 << k.label[v]
	}
	return to
}

// maxBits is the most vertices of a bitDAG: those of a kernel and the chips'.
const maxBits = maxKernel + 2

// A bitDAG is a DAG on few vertices, with all their nimbers. Sets of vertices are bits,
// vertex v bit v.
type bitDAG struct {
	size   int
	out    [maxBits]uint16 // the ends of the arcs from each vertex
	above  [maxBits]uint16 // the vertex and all from which it is reached
	below  [maxBits]uint16 // the vertex and all it reaches
	order  [maxBits]uint8  // all vertices; arcs lead to earlier ones
	nimber [maxBits]uint8
}

// union returns what is above, or below, any vertex of a set.
func union(of *[maxBits]uint16, set uint16) (all uint16) {
	for ; set != 0; set &= set - 1 {
		all |= of[bits.TrailingZeros16(set)]
	}
	return all
}

// insert adds a vertex with arcs from the vertices of into and to those of out, none of
// which is among into or above it.
func (d *bitDAG) insert(into, out uint16) {
	v := d.size
	above, below := union(&d.above, into)|1<<v, union(&d.below, out)|1<<v
	d.out[v], d.above[v], d.below[v] = out, above, below
	for set := above &^ (1 << v); set != 0; set &= set - 1 {
		d.below[bits.TrailingZeros16(set)] |= below
	}
	for set := below &^ (1 << v); set != 0; set &= set - 1 {
		d.above[bits.TrailingZeros16(set)] |= above
	}
	for set := into; set != 0; set &= set - 1 {
		d.out[bits.TrailingZeros16(set)] |= 1 << v
	}

	// The vertices above come last, in the same order as before, and their nimbers are computed again.
	order := d.order
	place := 0
	for _, u := range order[:v] {
		if above>>u&1 == 0 {
			d.order[place] = u
			place++
		}
	}
	fresh := place
	d.order[place] = uint8(v)
	place++
	for _, u := range order[:v] {
		if above>>u&1 != 0 {
			d.order[place] = u
			place++
		}
	}
	d.size++
	for _, u := range d.order[fresh:d.size] {
		d.nimber[u] = d.mex(d.out[u])
	}
}

// mex returns the least number from 0 that is not a nimber of the set.
func (d *bitDAG) mex(set uint16) uint8 {
	var seen uint16
	for ; set != 0; set &= set - 1 {
		seen |= 1 << d.nimber[bits.TrailingZeros16(set)]
	}
	return uint8(bits.TrailingZeros16(^seen))
}

// A highChip is what has to be known to put in high, once low is put in: see kernelWalker.
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

// everybody is the set of leaders of the identity: all there may be.
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
	by[chip.Second] += ways * equal
	by[chip.First] += ways * (1<<bits.OnesCount16(free) - equal)
}
