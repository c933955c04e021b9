// Package wide has unsigned integers of 128 bits.
//
//	x, ok := wide.Uint128{Lo: 1 << 63}.CheckedMul(6) // 3·2^64, true
package wide

import (
	"math/big"
	"math/bits"
)

// A Uint128 is an integer from 0 to 2^128 - 1: Hi·2^64 + Lo. The zero Uint128 is 0.
type Uint128 struct{ Hi, Lo uint64 }

// Add returns x + y modulo 2^128.
func (x Uint128) Add(y Uint128) Uint128 {
	lo, carry := bits.Add64(x.Lo, y.Lo, 0)
	return Uint128{x.Hi + y.Hi + carry, lo}
}

// Mul returns x·y modulo 2^128.
func (x Uint128) Mul(y uint64) Uint128 {
	hi, lo := bits.Mul64(x.Lo, y)
	return Uint128{hi + x.Hi*y, lo}
}

// CheckedAdd returns x + y modulo 2^128, and whether this is exactly x + y.
func (x Uint128) CheckedAdd(y Uint128) (sum Uint128, ok bool) {
	lo, carry := bits.Add64(x.Lo, y.Lo, 0)
	hi, carry := bits.Add64(x.Hi, y.Hi, carry)
	return Uint128{hi, lo}, carry == 0
}

// CheckedMul returns x·y modulo 2^128, and whether this is exactly x·y.
func (x Uint128) CheckedMul(y uint64) (product Uint128, ok bool) {
	hi, lo := bits.Mul64(x.Lo, y)
	above, low := bits.Mul64(x.Hi, y)
	hi, carry := bits.Add64(hi, low, 0)
	return Uint128{hi, lo}, above == 0 && carry == 0
}

// Big returns x as an integer of any size.
func (x Uint128) Big() *big.Int {
	b := new(big.Int).SetUint64(x.Hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(x.Lo))
}

// String returns x in decimal.
func (x Uint128) String() string { return x.Big().String() }
