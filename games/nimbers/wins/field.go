package wins

import (
	"fmt"
	"math/big"
	"math/bits"
)

// A field has the arithmetic of the integers modulo an odd number p, 3 <= p < 2^63, usually a prime; otherwise it is a
// ring, but the methods work. Elements are stored in Montgomery's form, in which multiplication needs no division: the
// element x stands for the number x / 2^64 mod p (Montgomery, Modular multiplication without trial division, 1985).
type field struct {
	p       uint64
	inverse uint64 // the inverse of p modulo 2^64
	square  uint64 // 2^128 mod p; multiplying by it brings a number into Montgomery's form
}

// A sum is a sum of products, 2^64 hi + lo with hi < p, so that [montgomery] accepts it.
type sum struct{ hi, lo uint64 }

// newField returns the field of the integers modulo p, which must be odd.
func newField(p uint64) field {
	inverse := p // right in the lowest three bits; each step doubles the number of right bits
	for range 5 {
		inverse *= 2 - p*inverse
	}
	square := new(big.Int).Lsh(big.NewInt(1), 128)
	square.Mod(square, new(big.Int).SetUint64(p))
	return field{p, inverse, square.Uint64()}
}

// montgomery returns (2^64 hi + lo) / 2^64 mod p, for hi < p < 2^63, the last step of a multiplication in Montgomery's
// form. The argument inverse is 1/p modulo 2^64. montgomery subtracts the multiple of p that has the same lower word
// lo, so that the lower word becomes 0. The difference of the upper words, plus p if negative, is the result.
func montgomery(hi, lo, p, inverse uint64) uint64 {
	high, _ := bits.Mul64(lo*inverse, p)
	d := hi - high
	return d + p&uint64(int64(d)>>63)
}

func (f field) modulus() *big.Int { return new(big.Int).SetUint64(f.p) }

// element returns the element that stands for x modulo p, and number does the opposite.
func (f field) element(x *big.Int) uint64 {
	return f.mul(new(big.Int).Mod(x, f.modulus()).Uint64(), f.square)
}

func (f field) number(a uint64) *big.Int {
	return new(big.Int).SetUint64(montgomery(0, a, f.p, f.inverse))
}

// powers returns the elements of the numbers 2^0, 2^1, …, 2^most.
func (f field) powers(most int) []uint64 {
	p := []uint64{f.element(big.NewInt(1))}
	for len(p) <= most {
		last := p[len(p)-1]
		p = append(p, f.add(last, last))
	}
	return p
}

func (f field) add(a, b uint64) uint64 {
	d := a + b - f.p
	return d + f.p&uint64(int64(d)>>63)
}

func (f field) mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return montgomery(hi, lo, f.p, f.inverse)
}

// products sets table[j], for each set j of the factors, to scale times the product of the factors in the set: factor i
// is in the set if bit i of j is set. Each factor doubles the part of the table that is filled, so an element takes one
// multiplication.
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

// gather is the innermost loop of the method Subsets, which removes sets of vertices from a DAG step by step. It
// handles the steps that remove a given set T, for several sets Q that remain. The argument `at` has, as bits, the
// lowest vertices of T; the subsets q of mask are those of the sets Q. The caller fixes the other vertices of T and Q.
// For every q, gather adds to sums[q] the product of two numbers:
//
//   - row[q|at]: the number of ways to choose the arcs of the vertices removed earlier, such that exactly Q and T are
//     left besides the chips
//   - table[j], if q is the j-th subset of mask in increasing order: the number of ways to choose the arcs between T
//     and the vertices that remain
//
// The sets `at` and mask are disjoint. A sum has two words, so that the division by 2^64 of Montgomery's form is needed
// only once.
func (f field) gather(sums []sum, row []uint64, at, mask uint, table []uint64) {
	row = row[:len(sums)]
	p := f.p
	q := uint(0) // the subset of mask that belongs to the present element of the table
	for _, w := range table {
		hi, lo := bits.Mul64(row[q|at], w)
		s := &sums[q]
		var carry uint64
		s.lo, carry = bits.Add64(s.lo, lo, 0)
		d := s.hi + hi + carry - p        // s.hi + hi + carry is at most 2p-1, so subtracting p once is enough
		s.hi = d + p&uint64(int64(d)>>63) // adds p back if d is below 0
		q = (q - mask) & mask             // the next subset
	}
}

// addSums adds the sums to the row and makes them zero.
func (f field) addSums(row []uint64, sums []sum) {
	for q := range sums {
		row[q] = f.add(row[q], montgomery(sums[q].hi, sums[q].lo, f.p, f.inverse))
		sums[q] = sum{}
	}
}

// fields returns the fields of the largest primes below 2^63 whose product exceeds the bound, in which a number up to
// the bound is counted, and further fields, as many as spares says, to check the number.
func fields(bound *big.Int, spares int) []field {
	var all []field
	product := big.NewInt(1)
	for p := uint64(1)<<63 - 1; product.Cmp(bound) <= 0 || spares > 0; p -= 2 {
		candidate := new(big.Int).SetUint64(p)
		if !candidate.ProbablyPrime(0) { // this test is always right below 2^64
			continue
		}
		if product.Cmp(bound) > 0 {
			spares--
		}
		all = append(all, newField(p))
		product.Mul(product, candidate)
	}
	return all
}

// checked returns the least number that has the given remainders in all fields except the last. It returns an error if
// the number has another remainder in the last field, or exceeds the parameter most. A wrong remainder almost never
// passes this check.
func checked(all []field, remainders []*big.Int, most *big.Int) (*big.Int, error) {
	last := len(all) - 1
	x := chinese(all[:last], remainders[:last])
	m := all[last].modulus()
	if got := new(big.Int).Mod(x, m); got.Cmp(remainders[last]) != 0 {
		return nil, fmt.Errorf("subsets: the number of sets of arcs has the remainder %v modulo %v, expected %v", got, m, remainders[last])
	}
	if x.Cmp(most) > 0 {
		return nil, fmt.Errorf("subsets: %v sets of arcs were counted, but only %v exist", x, most)
	}
	return x, nil
}

// chinese returns the least x >= 0 with the given remainder modulo the prime of every field (Chinese remainder
// theorem). The moduli must be coprime.
func chinese(all []field, remainders []*big.Int) *big.Int {
	x, product := new(big.Int), big.NewInt(1)
	for i, f := range all {
		m := f.modulus()
		step := new(big.Int).ModInverse(product, m)
		step.Mul(step, new(big.Int).Sub(remainders[i], x))
		step.Mod(step, m)
		x.Add(x, step.Mul(step, product))
		product.Mul(product, m)
	}
	return x
}
