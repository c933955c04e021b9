package nimbers

import "math/bits"

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

// allAbove returns the vertices of a set and all from which they are reached.
func (d *bitDAG) allAbove(set uint16) (above uint16) {
	for ; set != 0; set &= set - 1 {
		above |= d.above[bits.TrailingZeros16(set)]
	}
	return above
}

// allBelow returns the vertices of a set and all they reach.
func (d *bitDAG) allBelow(set uint16) (below uint16) {
	for ; set != 0; set &= set - 1 {
		below |= d.below[bits.TrailingZeros16(set)]
	}
	return below
}

// insert adds a vertex with arcs from the vertices of into and to those of out, none of
// which is among into or above it.
func (d *bitDAG) insert(into, out uint16) {
	v := d.size
	above, below := d.allAbove(into)|1<<v, d.allBelow(out)|1<<v
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

	// Whatever is above comes last, in the order it had, and gets its nimbers anew.
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
