package marking

import (
	"fmt"
	"math/bits"
)

// MaxSets is the largest n of [Mark]. It takes 128 GiB.
const MaxSets = 40

// A Table tells the P-positions among all subsets of {1..n}. It is safe for use by many
// goroutines.
type Table struct {
	n     int
	words []uint64 // bit s says whether s is a P-position; bit x-1 of s stands for x
}

// Counts returns how many P-positions there are with no heap larger than 0, 1, …, n.
func (t *Table) Counts() []uint64 {
	counts := make([]uint64, t.n+1)
	for i, word := range t.words {
		if i > 0 {
			counts[bits.Len(uint(i))+wordBits] += uint64(bits.OnesCount64(word))
			continue
		}
		for ; word != 0; word &= word - 1 {
			if largest := bits.Len(uint(bits.TrailingZeros64(word))); largest <= t.n { // fewer do not fill the word
				counts[largest]++
			}
		}
	}
	for m := range t.n {
		counts[m+1] += counts[m]
	}
	return counts
}

// P reports whether a set of heaps is a P-position: bit x-1 of it stands for a heap of x. It
// panics if the set has a heap larger than n.
func (t *Table) P(set uint64) bool {
	if bits.Len64(set) > t.n {
		panic(fmt.Sprintf("marking: a heap of %d in a table up to %d", bits.Len64(set), t.n))
	}
	return t.words[set>>wordBits]>>(set%64)&1 != 0
}

// tableMemory returns how many bytes [Mark] takes for subsets of {1..n}, n from 0 to MaxSets: one
// bit for each.
func tableMemory(n int) uint64 { return 8 << max(n-wordBits, 0) }
