package marking

import (
	"fmt"
	"math"
	"math/bits"
)

// MaxSets is the largest n of [Mark]. It takes 128 GiB.
const MaxSets = 40

// A Table tells the P-positions among all subsets of {1..n}. It is safe for use by many
// goroutines.
type Table struct {
	n      int
	words  []uint64 // bit s says whether s is a P-position; bit x-1 of s stands for x
	census *Census
}

// Largest returns n.
func (t *Table) Largest() int { return t.n }

// Census returns the numbers of P-positions, of any number of heaps up to n. The caller
// must not change it.
func (t *Table) Census() *Census { return t.census }

// P reports whether a set of heaps is a P-position: bit x-1 of it stands for a heap of x. It
// panics if the set has a heap larger than t.Largest().
func (t *Table) P(set uint64) bool {
	if bits.Len64(set) > t.n {
		panic(fmt.Sprintf("marking: a heap of %d in a table up to %d", bits.Len64(set), t.n))
	}
	return t.words[set>>wordBits]>>(set%64)&1 != 0
}

// Memory returns how many bytes [Mark] takes for subsets of {1..n}: one bit for each, and
// four bytes for each block of 2^15. It is the largest number there is if n is out of range.
func Memory(n int) uint64 {
	if n < 0 || n > MaxSets {
		return math.MaxUint64
	}
	blocks := uint64(1) << headBits(n)
	return blocks*(8*blockWords+4) + 1<<20 // what workers have is far below 1 MiB
}

// headBits returns how many elements heads have.
func headBits(n int) int { return max(n-blockBits, 0) }
