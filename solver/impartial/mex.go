package impartial

import (
	"math/bits"

	"github.com/bits-and-blooms/bitset"
)

// A mex is a set of numbers that knows the least one it does not have. Those below 64
// are in a word, which is all that most positions need.
type mex struct {
	small uint64
	large *bitset.BitSet // of the numbers less 64, if there were any
}

func (m *mex) clear() {
	m.small = 0
	if m.large != nil {
		m.large.ClearAll()
	}
}

func (m *mex) add(v int32) {
	if v < 64 {
		m.small |= 1 << v
		return
	}
	if m.large == nil {
		m.large = new(bitset.BitSet)
	}
	m.large.Set(uint(v - 64))
}

func (m *mex) least() int32 {
	if v := bits.TrailingZeros64(^m.small); v < 64 || m.large == nil {
		return int32(v)
	}
	v, ok := m.large.NextClear(0)
	if !ok {
		v = m.large.Len()
	}
	return int32(64 + v)
}
