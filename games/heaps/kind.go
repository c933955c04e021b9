package heaps

import "slices"

// A Kind is how heaps are arranged, and so what becomes of one that is reduced.
type Kind int

const (
	// Multiset: heaps lie about, in no order.
	Multiset Kind = iota
	// Set: heaps lie about, and one of two that are equal goes away.
	Set
	// Stack: heaps lie on one another, the top last; a heap stays where it is.
	Stack
	// Queue: heaps are in a row, the front first; a heap that is reduced goes to the
	// back.
	Queue
)

// sorted reports whether the heaps of a position ascend, since their order means nothing.
func (k Kind) sorted() bool { return k == Multiset || k == Set }

// Reduce returns the position that is left when heap i of p, of more than size sticks, is
// reduced to that size, 0 to remove it. The result is in the memory of buffer if that has
// room for as many heaps as p; p is left as it is.
func (k Kind) Reduce(buffer, p Position, i int, size uint64) Position {
	buffer = append(buffer[:0], p[:i]...)
	if !k.sorted() {
		if k == Stack && size > 0 {
			buffer = append(buffer, size)
		}
		buffer = append(buffer, p[i+1:]...)
		if k == Queue && size > 0 {
			buffer = append(buffer, size)
		}
		return buffer
	}
	if size > 0 {
		at := i // where the rest goes to, among the heaps below the old one
		for at > 0 && p[at-1] >= size {
			at--
		}
		if k == Multiset || p[at] != size {
			buffer = append(buffer[:at], size)
			buffer = append(buffer, p[at:i]...)
		}
	}
	return append(buffer, p[i+1:]...)
}

// repeats reports whether reducing heap i to that size leaves what an earlier move leaves
// too, if the heaps from first on may be reduced: that of an equal heap, or the removal of
// this one.
func (k Kind) repeats(p Position, first, i int, size uint64) bool {
	switch k {
	case Multiset:
		return i > first && p[i-1] == p[i]
	case Set:
		return slices.Contains(p[:i], size)
	}
	return false
}
