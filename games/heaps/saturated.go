package heaps

import (
	"math"
	"math/bits"
)

// add returns a sum, or the greatest uint64 if that is less.
func add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry > 0 {
		return math.MaxUint64
	}
	return sum
}

// product returns a product, or the greatest uint64 if that is less.
func product(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high > 0 {
		return math.MaxUint64
	}
	return low
}
