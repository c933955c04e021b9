package wins

import (
	"math/big"
	"math/bits"
)

// A field is the ring of integers modulo an odd number p, 3 <= p < 2^63; a field, if p
// is a prime. Its elements are in Montgomery's form: x stands for x / 2^64 mod p
// (Montgomery, Modular multiplication without trial division, 1985).
//
// A sum is 2^64 hi + lo with hi < p, so that [montgomery] takes it as it is.
type field struct {
	p       uint64
	inverse uint64 // of p, modulo 2^64
	square  uint64 // 2^128 mod p, which brings a number into the form
}

// newField returns the ring of integers modulo p, which must be odd, 3 <= p < 2^63.
func newField(p uint64) field {
	inverse := p // right in the lowest three bits; each step doubles them
	for range 5 {
		inverse *= 2 - p*inverse
	}
	square := new(big.Int).Lsh(big.NewInt(1), 128)
	square.Mod(square, new(big.Int).SetUint64(p))
	return field{p, inverse, square.Uint64()}
}

// montgomery returns (2^64 hi + lo) / 2^64 mod p, for hi < p < 2^63. What it subtracts,
// m p, has the same lower word, so that the upper ones suffice.
func montgomery(hi, lo, p, inverse uint64) uint64 {
	high, _ := bits.Mul64(lo*inverse, p)
	d := hi - high
	return d + p&uint64(int64(d)>>63)
}

func (f field) modulus() *big.Int { return new(big.Int).SetUint64(f.p) }

func (f field) element(x *big.Int) uint64 {
	return f.mul(new(big.Int).Mod(x, f.modulus()).Uint64(), f.square)
}

func (f field) number(a uint64) *big.Int {
	return new(big.Int).SetUint64(montgomery(0, a, f.p, f.inverse))
}

func (f field) add(a, b uint64) uint64 {
	d := a + b - f.p
	return d + f.p&uint64(int64(d)>>63)
}

func (f field) mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return montgomery(hi, lo, f.p, f.inverse)
}

func (f field) products(table []uint64, scale uint64, factors []uint64) {
	p, inverse := f.p, f.inverse
	table[0] = scale
	for i, factor := range factors {
		half := table[: 1<<i : 1<<i]
		rest := table[1<<i:][:len(half)]
		for j, x := range half {
			hi, lo := bits.Mul64(x, factor)
			rest[j] = montgomery(hi, lo, p, inverse)
		}
	}
}

func (f field) gather(sums []sum, row []uint64, at, mask uint, table []uint64) {
	row = row[:len(sums)]
	p := f.p
	q := uint(0)
	for _, w := range table {
		hi, lo := bits.Mul64(row[q|at], w)
		s := &sums[q]
		var carry uint64
		s.lo, carry = bits.Add64(s.lo, lo, 0)
		d := s.hi + hi + carry - p // at most 2p-1 before, so that one p is enough
		s.hi = d + p&uint64(int64(d)>>63)
		q = (q - mask) & mask
	}
}

func (f field) addSums(row []uint64, sums []sum) {
	for q := range sums {
		row[q] = f.add(row[q], montgomery(sums[q].hi, sums[q].lo, f.p, f.inverse))
		sums[q] = sum{}
	}
}
