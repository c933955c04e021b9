package marking

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
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

// Audit tries all moves of the given number of random subsets of {1..n}: a P-position must
// have none to a P-position, any other at least one. It shares nothing with the marking but
// the table. It returns an error that names the first set to break that, and the error of
// the context soon after it ends.
func (t *Table) Audit(ctx context.Context, random *rand.Rand, sets int) error {
	for i := range sets {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		set := random.Uint64() & (1<<t.n - 1)
		if t.P(set) == t.hasMoveToP(set) {
			return fmt.Errorf("set %b of a table up to %d: P-position %v, has a move to one %v", set, t.n, t.P(set), t.P(set))
		}
	}
	return nil
}

// hasMoveToP reports whether a move leads from a set to a P-position.
func (t *Table) hasMoveToP(set uint64) bool {
	for x := range t.n {
		if set>>x&1 == 0 {
			continue
		}
		without := set &^ (1 << x)
		if t.P(without) {
			return true
		}
		for y := range x {
			if t.P(without | 1<<y) {
				return true
			}
		}
	}
	return false
}
