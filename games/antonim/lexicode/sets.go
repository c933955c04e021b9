package lexicode

import (
	"context"
	"fmt"
	"math/bits"

	"enumerate/internal/excess"
	"enumerate/internal/share"
)

// MaxSets is the largest n of [Sets]. It takes 128 GiB.
const MaxSets = 40

// SetsMemory returns the number of bytes that [Sets] takes, 0 <= n <= MaxSets: a bit for each subset of {1..n}.
func SetsMemory(n int) uint64 { return 8 << max(n-6, 0) }

// below says, for each subset of {1, …, 6}, which subsets it becomes if one of its elements is removed. In the number
// of a subset, bit x-1 stands for the element x. The bits of word i are the numbers of the smaller subsets of subset i.
var below = func() (words [64]uint64) {
	for set := range words {
		for x := range 6 {
			if set>>x&1 != 0 {
				words[set] |= 1 << (set &^ (1 << x))
			}
		}
	}
	return words
}()

// Sets counts the P-positions of Antonim, where the player to move loses, with any number of heaps. Entry m of the n+1
// numbers that it returns is for heaps of at most m sticks. n must be from 0 to MaxSets.
//
// Bit x-1 of a set's number stands for a heap of x sticks. Sets are decided in the order of their numbers. A set is
// closed if it is a P-position, or if a P-position found before consists of it and one more heap. A set is a P-position
// iff, whichever of its heaps is removed, the remaining set is not closed (see the package documentation).
//
// A word has a bit for each of the 64 sets that have the same heaps above 6. If one of these heaps is removed from each
// of the 64 sets, the results are the 64 sets of one earlier word. So the union of such earlier words, one for each
// heap above 6, has the sets that are no P-positions because of a heap above 6. The heaps up to 6 are examined within
// the word.
//
// Sets returns an error if SetsMemory(n) exceeds memory, and the context's error soon after the context ends. It calls
// tell, unless it is nil, with the share of the work that is done.
func Sets(ctx context.Context, n int, memory uint64, tell func(share float64)) ([]uint64, error) {
	if n < 0 || n > MaxSets {
		return nil, fmt.Errorf("subsets of {1..n}: n = %d, expected 0 to %d", n, MaxSets)
	}
	if need := SetsMemory(n); need > memory || need != uint64(int(need)) {
		return nil, excess.Memory(memory, "subsets of {1..%d} take %d MiB", n, need>>20)
	}
	const piece = 1 << 16 // the words between two checks of the context
	closed := make([]uint64, SetsMemory(n)/8)
	counts := make([]uint64, n+1)
	work := share.Of(uint64(len(closed)), tell)
	for i := range closed { // closed[i] is the word of the sets whose elements above 6 are the bits of i
		if i%piece == 0 {
			work.Add(min(piece, uint64(len(closed)-i)))
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}

		blocked := uint64(0) // the sets of this word that are closed after an element above 6 is removed
		for rest := uint(i); rest != 0; rest &= rest - 1 {
			blocked |= closed[uint(i)&^(rest&-rest)]
		}

		for candidates := ^blocked; candidates != 0; candidates &= candidates - 1 {
			low := bits.TrailingZeros64(candidates) // the elements up to 6 of the set
			if closed[i]&below[low] != 0 {
				continue // it is closed after one of these is removed
			}
			largest := bits.Len64(uint64(i)<<6 | uint64(low))
			if largest > n {
				break // there is only one word, and it has bits for larger sets
			}
			counts[largest]++
			closed[i] |= below[low] | 1<<low // this set, and those that lack one of its elements up to 6
			for rest := uint(i); rest != 0; rest &= rest - 1 {
				closed[uint(i)&^(rest&-rest)] |= 1 << low
			}
		}
	}

	for m := 1; m <= n; m++ {
		counts[m] += counts[m-1]
	}
	return counts, nil
}
