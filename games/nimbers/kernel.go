package nimbers

import "math/bits"

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

// rename goes through the renamings that give the vertices of the set done the labels
// below at, and that tie with the rows so far. It tells of those that tie to the end, the
// identity first, if tied is not nil, and reports false as soon as one beats the rows.
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
