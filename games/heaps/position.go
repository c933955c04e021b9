package heaps

import (
	"slices"
	"strconv"
)

const (
	// MaxHeap is the most sticks of a heap that is read.
	MaxHeap = 1_000_000_000_000_000_000
	// MaxHeaps is the most heaps of a position that is read.
	MaxHeaps = 1_000_000
)

// A Position is the sizes of heaps, in sticks, each from 1 to MaxHeap. The heaps of a
// Multiset or Set ascend; a Stack's top is last; a Queue's front is first.
type Position []uint64

// noHeaps is how a position without heaps is written.
const noHeaps = "0"

// String returns the heaps with commas between them, "3,5,7", or "0" if there is none.
func (p Position) String() string { return string(p.append(nil)) }

// append appends the text of a position.
func (p Position) append(text []byte) []byte {
	if len(p) == 0 {
		return append(text, noHeaps...)
	}
	for i, heap := range p {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendUint(text, heap, 10)
	}
	return text
}

// Largest returns the size of the largest heap, 0 if there is none.
func (p Position) Largest() uint64 {
	if len(p) == 0 {
		return 0
	}
	return slices.Max(p)
}
