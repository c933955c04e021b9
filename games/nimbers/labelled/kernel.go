package labelled

import (
	"math/bits"

	"enumerate/games/nimbers/chip"
)

const maxKernel = 8

// A kernel is a DAG on the vertices without a chip; two more vertices carry the chips. It represents a class of DAGs
// that differ only in the numbers of their vertices. Its arcs lead to smaller numbers. Row v is the set of the ends of
// the arcs from vertex v, with bit w for the vertex w. The string of a DAG is the list of its rows, compared row by
// row, as numbers. The kernel has the least string of its class.
//
// A renaming is another numbering in which arcs lead to smaller numbers. It beats the rows if its string is less.
// Kernels are found row by row. If a renaming of the first vertices beats the first rows, these rows are given up: with
// the other vertices unchanged, it is a renaming of all vertices, which beats any list that begins with these rows. No
// row is less than the row before it; otherwise exchanging the two vertices would give a lesser string.
//
// For 0, 1, 2, ... vertices there are 1, 1, 2, 6, 31, 302, 5984, 243668, 20286025 kernels (OEIS A003087).
type kernel struct {
	size int
	rows [maxKernel]uint8
	// symmetries has the automorphisms, the identity first; findSymmetries sets them.
	symmetries []symmetry

	label symmetry // the labels that rename has given
}

// A symmetry is an automorphism of a kernel: symmetry[v] is the image of v. Numbers beyond the kernel's vertices are
// their own images.
type symmetry [maxBits]uint8

// move returns the image of a set of vertices.
func (s *symmetry) move(set uint16) uint16 {
	var to uint16
	for ; set != 0; set &= set - 1 {
		to |= 1 << s[bits.TrailingZeros16(set)]
	}
	return to
}

// leaders returns the first vertex of every cycle of s. A set that s fixes has all vertices or none of each cycle, so
// its leaders determine it.
func (s *symmetry) leaders() (leaders uint16) {
	var seen uint16
	for v := range s {
		if seen>>v&1 == 0 {
			leaders |= 1 << v
		}
		for w := uint8(v); seen>>w&1 == 0; w = s[w] { // once around the cycle of v
			seen |= 1 << w
		}
	}
	return leaders
}

// grow calls visit for all kernels (the least DAGs of their classes) with size vertices that begin with the rows of k,
// in ascending order, until visit returns false, which grow then returns too. During each call of visit, k is the
// kernel; when grow returns, k is as before.
func (k *kernel) grow(size int, visit func() bool) bool {
	if k.size == size {
		return visit()
	}
	least := uint8(0) // no row of a kernel is less than the row before it
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

// least reports whether no other numbering of the vertices gives a lesser list of rows.
func (k *kernel) least() bool { return k.rename(0, 0, nil) }

// findSymmetries sets k.symmetries to the automorphisms, the identity first.
func (k *kernel) findSymmetries() {
	k.symmetries = k.symmetries[:0]
	for v := k.size; v < maxBits; v++ {
		k.label[v] = uint8(v)
	}
	k.rename(0, 0, func() { k.symmetries = append(k.symmetries, k.label) })
}

// rename searches for a renaming that beats the rows of k (see kernel), and returns false as soon as it finds one. The
// vertices of the set done have the new numbers, called labels, 0 to at-1, and the rows of these labels are equal to
// the rows of k. A renaming whose rows are all equal is an automorphism. For each of these, first the identity, rename
// calls tied, unless it is nil.
func (k *kernel) rename(at int, done uint8, tied func()) bool {
	if at == k.size {
		if tied != nil {
			tied()
		}
		return true
	}
	for v := range k.size {
		if done>>v&1 != 0 || k.rows[v]&^done != 0 {
			continue // v has a label already, or an arc to a vertex without a label
		}
		switch row := k.renamed(k.rows[v]); {
		case row < k.rows[at]:
			return false
		case row == k.rows[at]: // a greater row is given up
			k.label[v] = uint8(at)
			if !k.rename(at+1, done|1<<v, tied) {
				return false
			}
		}
	}
	return true
}

// renamed returns a set of vertices under the labels that rename has given them.
func (k *kernel) renamed(set uint8) uint8 {
	var to uint8
	for v := range k.size {
		to |= set >> v & 1 << k.label[v]
	}
	return to
}

const maxBits = maxKernel + 2

// A bitDAG is a DAG on few vertices, with their nimbers. In a set of vertices, bit v is vertex v.
type bitDAG struct {
	size   int
	out    [maxBits]uint16 // the ends of the arcs from each vertex
	above  [maxBits]uint16 // the vertex and all vertices that reach it
	below  [maxBits]uint16 // the vertex and all vertices that it reaches
	order  [maxBits]uint8  // all vertices; arcs lead to earlier vertices
	nimber [maxBits]uint8
}

// union returns the union of sets[v] over all vertices v of set. If sets is the table `above` of a bitDAG, this is the
// set of the vertices of set and of all vertices that reach them.
func union(sets *[maxBits]uint16, set uint16) (all uint16) {
	for ; set != 0; set &= set - 1 {
		all |= sets[bits.TrailingZeros16(set)]
	}
	return all
}

// insert adds a vertex to the DAG, with arcs from the set into and to the set out. No vertex of out may be in into, or
// above one of its vertices. Only the nimbers of the new vertex and of the vertices that reach it are computed.
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

	// The vertices above come last, in their old order, and their nimbers are computed again.
	order := d.order
	place := 0
	for _, u := range order[:v] {
		if above>>u&1 == 0 { // u does not reach v
			d.order[place] = u
			place++
		}
	}
	firstChanged := place
	d.order[place] = uint8(v)
	place++
	for _, u := range order[:v] {
		if above>>u&1 != 0 {
			d.order[place] = u
			place++
		}
	}
	d.size++
	for _, u := range d.order[firstChanged:d.size] {
		d.nimber[u] = d.mex(d.out[u])
	}
}

// mex returns the least number that is not the nimber of a vertex of the set.
func (d *bitDAG) mex(set uint16) uint8 {
	var seen uint16
	for ; set != 0; set &= set - 1 {
		seen |= 1 << d.nimber[bits.TrailingZeros16(set)]
	}
	return uint8(bits.TrailingZeros16(^seen))
}

// A highChip counts the ways to put high, the vertex of one chip, into a DAG of two parts: a kernel (the vertices
// without a chip and the arcs between them) and low (the vertex of the other chip). No path may lead from low to high;
// see kernelWalker.
type highChip struct {
	d      *bitDAG
	whole  uint16          // all vertices of d
	below  uint16          // low and the vertices that it reaches; none has an arc to high, so low does not reach high
	above  uint16          // low and the vertices that reach it
	nimber uint8           // the nimber of low
	lower  [maxBits]uint16 // lower[k] has the vertices of the nimber k, for k less than low's nimber
	higher uint16          // the vertices with a nimber greater than low's
}

// newHighChip returns a highChip for the DAG d, whose last vertex is low, the vertex of one chip. The highChip adds the
// vertex high of the other chip. No path may lead from low to high, so no vertex in `below` (low and the vertices that
// it reaches) may have an arc to high. The second player wins if high gets the nimber of low. It does if it has an arc
// to a vertex of each smaller nimber (of each set in `lower`) and no arc to a vertex with low's nimber. Arcs to the
// vertices with a greater nimber (the set `higher`) make no difference to this.
func newHighChip(d *bitDAG) highChip {
	low := d.size - 1
	h := highChip{
		d:      d,
		whole:  1<<d.size - 1,
		below:  d.below[low],
		above:  d.above[low],
		nimber: d.nimber[low],
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

// pairs counts the ways to add high, the vertex of one chip, to a DAG that has low, the vertex of the other chip. The
// field all counts all ways; the field apart counts those in which no path leads from high to low. The index is the
// player who wins.
type pairs struct{ all, apart [2]uint64 }

// everyVertex is the set of all vertices. These are the leaders (one vertex of each cycle) of the identity, in which
// every vertex is a cycle of its own.
const everyVertex = ^uint16(0)

// count adds to found the numbers of ways to choose the arcs of high, the chip's vertex that is put in last. The
// into-set has the vertices with an arc to high. The argument `closed` is the set of these vertices and all vertices
// that reach them; an arc from high to a vertex in `closed` would make a cycle. The argument intos is the number of
// into-sets with the same set `closed`.
//
// The out-set is the set of the ends of high's arcs. Only the out-sets that a certain automorphism fixes are counted.
// Such a set has all vertices or none of each cycle of the automorphism, and the vertices of a cycle have the same
// nimber. So it is enough to choose among the `leaders`, one vertex of each cycle. For the identity, every vertex is a
// leader, so all out-sets are counted.
func (h *highChip) count(closed uint16, intos uint64, leaders uint16, found *pairs) {
	free := h.whole &^ closed & leaders
	h.countWithin(free, intos, &found.all)
	h.countWithin(free&^h.above, intos, &found.apart) // without arcs from high to low and to vertices that reach low
}

// countWithin counts the subsets of free by the player who wins if the arcs of high, a chip's vertex, end in the
// subset. It multiplies both counts by intos, the number of ways to choose the arcs to high, and adds them to wins. The
// second player wins if high gets the nimber of low, the other chip's vertex: if the subset has a vertex of each
// smaller nimber and none of low's own nimber.
func (h *highChip) countWithin(free uint16, intos uint64, wins *[2]uint64) {
	equal := uint64(1) << bits.OnesCount16(free&h.higher) // the number of subsets with which high gets low's nimber
	for _, class := range h.lower[:h.nimber] {
		equal *= 1<<bits.OnesCount16(free&class) - 1
	}
	wins[chip.Second] += intos * equal
	wins[chip.First] += intos * (1<<bits.OnesCount16(free) - equal)
}
