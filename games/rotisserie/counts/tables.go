package counts

import (
	"context"
	"fmt"
	"math"
	"math/big"
)

const maxBytes = 4 << 30

// maxLargest is the largest heap in tables: a threshold is a byte, and one value of the byte means open.
const maxLargest = 254

// maxHeaps is the largest number of heaps in tables. With heaps of at most 2, these tables take all of maxBytes.
const maxHeaps = 32

// Bytes returns the bytes of memory that Build needs for queues (positions) of up to the given number of heaps, each of
// 1 to largest. For queues of k heaps, Build stores one byte for each tuple of the k-1 heaps after the front: the
// largest front with which the player who moves loses. So the result is the sum of largest^(k-1) for k = 1..heaps.
// Bytes returns an error if this is more than maxBytes, if heaps is not from 0 to maxHeaps, or if largest is not from 1
// to maxLargest.
func Bytes(heaps, largest int) (int64, error) {
	if heaps < 0 || heaps > maxHeaps {
		return 0, fmt.Errorf("a queue of %d heaps; expected 0 to %d heaps", heaps, maxHeaps)
	}
	if largest < 1 || largest > maxLargest {
		return 0, fmt.Errorf("the largest heap is %d; expected 1 to %d", largest, maxLargest)
	}
	most := int64(min(maxBytes, math.MaxInt)) // an int may have 32 bits
	total, table := int64(0), int64(1)
	for k := 1; k <= heaps; k++ {
		total += table
		if total > most {
			return 0, fmt.Errorf("the thresholds of %d heaps of 1 to %d take more than %d bytes; expected fewer or smaller heaps", heaps, largest, most)
		}
		table *= int64(largest)
	}
	return total, nil
}

// Tables have the outcomes of all queues of heaps from 1 to largest, up to a largest number of heaps. They are safe for
// use by several goroutines.
type Tables struct {
	largest int
	// thresholds[k] has the threshold of every tuple of k-1 heaps: the largest heap in front of them with which the
	// player who moves loses. The index of a tuple is a number in base largest, whose digits are the heaps of the
	// tuple, each less 1. thresholds[0] is empty, because a queue without heaps has no front.
	thresholds [][]uint8
}

// Build solves all queues of up to the given number of heaps, each of 1 to largest, in O(heaps * largest^(heaps-1))
// steps. It returns an error if Bytes does (the tables are too large), and the context's error soon after the context
// ends.
func Build(ctx context.Context, heaps, largest int) (*Tables, error) {
	if _, err := Bytes(heaps, largest); err != nil {
		return nil, err
	}
	t := &Tables{largest: largest, thresholds: make([][]uint8, 1, heaps+1)} // thresholds[0] stays empty
	for k := 1; k <= heaps; k++ {
		thresholds, err := level(ctx, k, largest, t.thresholds[k-1])
		if err != nil {
			return nil, err
		}
		t.thresholds = append(t.thresholds, thresholds)
	}
	return t, nil
}

// A profile counts tuples by their largest heap and their threshold.
type profile [maxLargest + 1][open + 1]uint64

// Counts returns a list whose entry i is the number of P-positions with exactly the given number of heaps, each of 1 to
// i+1. The tables must have been built for at least that number of heaps.
func (t *Tables) Counts(ctx context.Context, heaps int) ([]*big.Int, error) {
	totals := make([]*big.Int, t.largest)
	if heaps == 0 { // the empty queue
		for i := range totals {
			totals[i] = big.NewInt(1)
		}
		return totals, ctx.Err()
	}

	// With fronts of 1 to largest, a tuple after the front makes min(threshold, largest) P-positions. First count the
	// tuples by largest heap and threshold.
	var p profile
	thresholds := t.thresholds[heaps]
	err := sweep(ctx, t.all(heaps), func(digits []int, start, length int) {
		greatest := 1 // the largest heap of the tuple except the last one
		for _, digit := range digits[:max(heaps-2, 0)] {
			greatest = max(greatest, digit+1)
		}
		for i, threshold := range thresholds[start : start+length] {
			p[max(greatest, i+1)][threshold]++
		}
	})
	if err != nil {
		return nil, err
	}

	for i := range totals {
		largest := i + 1
		sum := uint64(0) // fits, because there are at most maxBytes tuples with at most maxLargest fronts each
		for _, thresholds := range p[1 : largest+1] {
			for threshold, tuples := range thresholds {
				sum += tuples * uint64(min(threshold, largest))
			}
		}
		totals[i] = new(big.Int).SetUint64(sum)
	}
	return totals, nil
}

// all returns the box of all tuples after the front of a queue of so many heaps.
func (t *Tables) all(heaps int) box {
	b := newBox(t.largest, heaps-1)
	for i := range heaps - 1 {
		b.set(i, 0, t.largest)
	}
	return b
}
