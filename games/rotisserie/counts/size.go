package counts

import (
	"fmt"
	"math"
)

// MaxBytes is the most memory that tables may take.
const MaxBytes = 4 << 30

// MaxLargest is the largest heap that tables can know: a threshold is a byte, and one
// byte is kept for open.
const MaxLargest = 254

// MaxHeaps is the most heaps that tables can know. With heaps of at most 2 their
// tables take all of MaxBytes.
const MaxHeaps = 32

// Bytes returns how many bytes Build takes for the tables of queues of up to so many
// heaps, each of 1 to largest: the sum of largest^(k-1) for k = 1..heaps. It returns
// an error if that is more than MaxBytes, or if a number is out of its range, heaps
// 0..MaxHeaps or largest 1..MaxLargest.
func Bytes(heaps, largest int) (int64, error) {
	if heaps < 0 || heaps > MaxHeaps {
		return 0, fmt.Errorf("%d heaps in a queue, want 0 to %d", heaps, MaxHeaps)
	}
	if largest < 1 || largest > MaxLargest {
		return 0, fmt.Errorf("a largest heap of %d, want 1 to %d", largest, MaxLargest)
	}
	most := int64(min(MaxBytes, math.MaxInt))
	total, table := int64(0), int64(1)
	for k := 1; k <= heaps; k++ {
		if total += table; total > most {
			return 0, fmt.Errorf("the thresholds of %d heaps of 1 to %d take more than %d bytes; want fewer or smaller heaps", heaps, largest, most)
		}
		table *= int64(largest)
	}
	return total, nil
}
