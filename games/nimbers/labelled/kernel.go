package labelled

import (
	"math/bits"

	"enumerate/games/nimbers/chip"
)

// maxKernel is the largest number of vertices of a kernel.
const maxKernel = 8

// A kernel is a DAG on the vertices without a chip. There is one kernel for each class of DAGs that differ only in the
// numbers of the vertices. The vertices are numbered so that arcs lead to smaller numbers. Row v is the set of the ends
// of the arcs from vertex v, with bit w for the vertex w. The string of a DAG is the list of its rows. Strings are
// compared row by row, and rows as numbers. The kernel is the DAG of its class with the least string.
//
// A renaming is another numbering in which arcs lead to smaller numbers. It beats the rows if its string is less. Any
// beginning of a least string is least among its own renamings, because each of these extends to a renaming of the
// whole string. So kernels are found row by row, and a beginning is dropped as soon as some renaming beats it. No row
// is less than the row before it; otherwise exchanging the two vertices would give a lesser string.
//
// For 0, 1, 2, ... vertices there are 1, 1, 2, 6, 31, 302, 5984, 243668, 20286025 kernels (OEIS A003087).
type kernel struct {
	size int
	rows [maxKernel]uint8
	// symmetries are the automorphisms, the identity first. The method findSymmetries sets them.
	symmetries []symmetry

	label symmetry // the labels that rename has given
}

// A symmetry is an automorphism of a kernel: symmetry[v] is the image of v. Numbers that are not vertices of the kernel
// are their own images.
type symmetry [maxBits]uint8

// move returns the image of a set of vertices.
func (s *symmetry) move(set uint16) uint16 {
	var to uint16
	for ; set != 0; set &= set - 1 {
		to |= 1 << s[bits.TrailingZeros16(set)]
	}
	return to
}

// leaders returns the set of the first vertex of every cycle of the permutation s. A set that s maps to itself has all
// vertices or none of each cycle, so it is determined by its leaders.
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

// grow calls visit for all kernels with size vertices that begin with the rows that k has, in ascending order, until
// visit returns false. When visit is called, k is the kernel; when grow returns, k has the same rows as before. It
// reports whether it visited all these kernels.
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

// rename searches for a renaming that beats the rows of k, and returns false as soon as it finds one. A renaming gives
// the vertices other numbers, called labels, such that arcs still lead to smaller numbers; it beats the rows if its own
// rows are less (see kernel).
//
// The parameter at is the next label to give: the vertices of the set done have the labels 0 to at-1, and the rows of
// these labels are equal to the rows of k. A renaming whose rows are all equal to those of k is an automorphism. For
// each automorphism, first the identity, rename calls the function tied, unless it is nil.
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

// renamed returns the image of a set under the labels given so far.
func (k *kernel) renamed(set uint8) uint8 {
	var to uint8
	for v := range k.size {
		to |= set >> v & 1 << k.label[v]
	}
	return to
}

// maxBits is the largest number of vertices of a bitDAG: those of a kernel and the two chips.
const maxBits = maxKernel + 2

// A bitDAG is a DAG on few vertices, with the nimbers of all vertices. A set of vertices is a number that has bit v if
// vertex v is in the set.
type bitDAG struct {
	size   int
	out    [maxBits]uint16 // the ends of the arcs from each vertex
	above  [maxBits]uint16 // the vertex and all vertices that reach it
	below  [maxBits]uint16 // the vertex and all vertices that it reaches
	order  [maxBits]uint8  // all vertices; arcs lead to earlier vertices
	nimber [maxBits]uint8
}

// union returns the union of sets[v] over all vertices v of set. With a DAG's above, these are the vertices of set and
// all vertices above them; with its below, all vertices below them.
func union(sets *[maxBits]uint16, set uint16) (all uint16) {
	for ; set != 0; set &= set - 1 {
		all |= sets[bits.TrailingZeros16(set)]
	}
	return all
}

// insert adds a vertex to the DAG, with arcs from the vertices of the set into and to those of the set out. No vertex
// of out may be in the set into, or above one of its vertices, so that no cycle results. Only the nimbers of the new
// vertex and of the vertices that reach it are computed.
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

// mex returns the least number from 0 up that is not the nimber of a vertex of the set.
func (d *bitDAG) mex(set uint16) uint8 {
	var seen uint16
	for ; set != 0; set &= set - 1 {
		seen |= 1 << d.nimber[bits.TrailingZeros16(set)]
	}
	return uint8(bits.TrailingZeros16(^seen))
}

// A highChip counts the ways to put high into a DAG that consists of a kernel and low; see kernelWalker.
type highChip struct {
	d         *bitDAG
	whole     uint16          // all vertices of d
	forbidden uint16          // low and the vertices that it reaches; into has none of these
	above     uint16          // low and the vertices that reach it
	nimber    uint8           // the nimber of low
	lower     [maxBits]uint16 // lower[k] has the vertices of the nimber k, for k less than low's nimber
	higher    uint16          // the vertices with a nimber greater than low's
}

// newHighChip prepares to count the ways to add high, the vertex of the second chip, to DAG d, whose last vertex is
// low, the vertex of the first chip. Low must not reach high. The second player wins if both have the same nimber, so
// the other vertices are divided by their nimbers: one set for each nimber less than low's, and one for all greater
// nimbers.
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

// pairs has the numbers of ways to put high, the vertex of the second chip, into a DAG that has low, the vertex of the
// first chip, already. Both fields have a number for each player who may win: all counts all ways, and apart the ways
// without a path from high to low.
type pairs struct{ all, apart [2]uint64 }

// everyVertex is the set of leaders of the identity: all vertices.
const everyVertex = ^uint16(0)

// count counts ways to put the vertex high into the DAG, and adds their numbers to found. The set closed has the
// vertices with an arc to high, the into-set, and all vertices above them; to these high cannot have an arc. The
// argument intos is the number of into-sets with which closed is this set.
//
// Only the out-sets, the sets of the ends of high's arcs, that an automorphism maps to themselves are counted. They are
// determined by their leaders, one vertex of each cycle of the automorphism. For the identity, leaders has every
// vertex, and all out-sets are counted.
func (h *highChip) count(closed uint16, intos uint64, leaders uint16, found *pairs) {
	free := h.whole &^ closed & leaders
	h.countWithin(free, intos, &found.all)
	h.countWithin(free&^h.above, intos, &found.apart) // high does not reach low, so no vertex of out is low or reaches it
}

// countWithin counts the subsets of the set free by the player who wins if the arcs of high, the second chip's vertex,
// end at the subset. It multiplies the two counts by intos, the number of sets of arcs to high, and adds them to the
// array wins. The second player wins if high gets the nimber of low, the first chip's vertex: if the subset has a
// vertex of each smaller nimber and none of low's own nimber. Vertices of greater nimbers may be in the subset or not.
func (h *highChip) countWithin(free uint16, intos uint64, wins *[2]uint64) {
	equal := uint64(1) << bits.OnesCount16(free&h.higher) // the number of subsets with which high gets low's nimber
	for _, class := range h.lower[:h.nimber] {
		equal *= 1<<bits.OnesCount16(free&class) - 1
	}
	wins[chip.Second] += intos * equal
	wins[chip.First] += intos * (1<<bits.OnesCount16(free) - equal)
}
