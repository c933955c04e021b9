package marking

import "math/bits"

// Levels are all heads in the order in which they are marked. Every move that changes a
// head makes the sum of its elements smaller, so the heads of one sum, a level, do not
// wait for each other: a machine's cores share a level, and meet at its end.
//
// The heads of 15 elements have 121 levels, the widest of 722 heads.
type levels struct {
	heads []uint32 // by sum, then by number
	ends  []uint32 // where each sum ends
}

// newLevels returns the levels of all heads of so many elements, at most 31.
func newLevels(elements int) levels {
	l := levels{
		heads: make([]uint32, 1<<elements),
		ends:  make([]uint32, levelCount(elements)),
	}
	for head := range uint32(len(l.heads)) {
		l.ends[sum(head)]++
	}
	var begin uint32
	for s, width := range l.ends {
		l.ends[s] = begin
		begin += width
	}
	for head := range uint32(len(l.heads)) {
		end := &l.ends[sum(head)]
		l.heads[*end] = head
		*end++
	}
	return l
}

// levelCount returns how many levels the heads of so many elements have.
func levelCount(elements int) int { return elements*(elements+1)/2 + 1 }

// count returns how many levels there are.
func (l levels) count() int { return len(l.ends) }

// level returns the heads of sum s.
func (l levels) level(s int) []uint32 {
	var begin uint32
	if s > 0 {
		begin = l.ends[s-1]
	}
	return l.heads[begin:l.ends[s]]
}

// sum returns the sum of the elements of a head, the least of which counts as 1.
func sum(head uint32) int {
	return bits.OnesCount32(head) +
		bits.OnesCount32(head&0xaaaaaaaa) +
		bits.OnesCount32(head&0xcccccccc)<<1 +
		bits.OnesCount32(head&0xf0f0f0f0)<<2 +
		bits.OnesCount32(head&0xff00ff00)<<3 +
		bits.OnesCount32(head&0xffff0000)<<4
}
