package layers

import (
	"math/big"
	"math/bits"
)

// A Weight is how often a state was reached: an unsigned integer of 128 bits,
// Hi·2^64 + Lo. The zero Weight is 0.
type Weight struct{ Hi, Lo uint64 }

// Add returns w + v. ok is false if that takes more than 128 bits; sum is then
// the lower 128 of them.
func (w Weight) Add(v Weight) (sum Weight, ok bool) {
	lo, carry := bits.Add64(w.Lo, v.Lo, 0)
	hi, carry := bits.Add64(w.Hi, v.Hi, carry)
	return Weight{hi, lo}, carry == 0
}

// Times returns w·x. ok is false if that takes more than 128 bits; product is
// then the lower 128 of them.
func (w Weight) Times(x uint64) (product Weight, ok bool) {
	hi, lo := bits.Mul64(w.Lo, x)
	above, low := bits.Mul64(w.Hi, x)
	hi, carry := bits.Add64(hi, low, 0)
	return Weight{hi, lo}, above == 0 && carry == 0
}

// Big returns w as an integer of any size.
func (w Weight) Big() *big.Int {
	b := new(big.Int).SetUint64(w.Hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(w.Lo))
}

// String returns w in decimal.
func (w Weight) String() string { return w.Big().String() }
