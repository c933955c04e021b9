package marking

import (
	"math/bits"
)

// MaxSets is the largest n of [Mark]. It takes 128 GiB.
const MaxSets = 40

// A Table says which subsets of {1..n} are P-positions. It is safe for use by several goroutines.
type Table struct {
	n     int
	words []uint64 // bit s says whether the set s is a P-position; bit x-1 of s stands for the heap x
}

// Counts returns n+1 numbers: entry m is the number of P-positions, where the player to move loses, with no heap above
// m. Bit x-1 of a position's number stands for the heap x, so its largest heap is the bit length of the number.
func (t *Table) Counts() []uint64 {
	counts := make([]uint64, t.n+1)
	for i, word := range t.words {
		if i > 0 { // the bits of i are heaps above 6, so all sets of the word have the same largest heap
			counts[bits.Len(uint(i))+wordBits] += uint64(bits.OnesCount64(word))
			continue
		}
		for ; word != 0; word &= word - 1 {
			if largest := bits.Len(uint(bits.TrailingZeros64(word))); largest <= t.n { // a table with n < 6 does not fill its word
				counts[largest]++
			}
		}
	}
	for m := range t.n { // add up
		counts[m+1] += counts[m]
	}
	return counts
}

func tableMemory(n int) uint64 { return 8 << max(n-wordBits, 0) }
