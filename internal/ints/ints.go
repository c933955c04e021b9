// Package ints has saturating arithmetic on uint64, and greatest common divisors.
//
//	y := ints.SaturatingMul(1<<63, 6) // 2^64 - 1
package ints

import (
	"math"
	"math/bits"
)

// SaturatingAdd returns the lesser of a + b and the greatest uint64.
func SaturatingAdd(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry > 0 {
		return math.MaxUint64
	}
	return sum
}

// SaturatingMul returns the lesser of a·b and the greatest uint64.
func SaturatingMul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi > 0 {
		return math.MaxUint64
	}
	return lo
}

// SaturatingBinomial returns the binomial coefficient C(n, k), or the greatest uint64 if C(n, k) is larger. It takes
// min(k, n-k) steps, but at most 64 if the result is the greatest uint64.
func SaturatingBinomial(n, k uint64) uint64 {
	if k > n {
		return 0
	}
	k = min(k, n-k)
	c := uint64(1) // C(n-k+i, i), which grows with i
	for i := uint64(1); i <= k; i++ {
		// The next value is c·(n-k+i)/i. The product has up to 128 bits, hi and lo; its quotient by i fits into 64 bits
		// if and only if hi < i.
		hi, lo := bits.Mul64(c, n-k+i)
		if hi >= i {
			return math.MaxUint64
		}
		c, _ = bits.Div64(hi, lo, i)
	}
	return c
}

// GCD returns the greatest common divisor of two nonnegative numbers.
func GCD(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
