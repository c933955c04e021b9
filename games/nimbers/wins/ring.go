package wins

import (
	"fmt"
	"math/big"
	"math/bits"
)

// A ring is the integers modulo a number, which fit in a word. Its elements are words
// below the modulus in a form that only the ring knows.
type ring interface {
	modulus() *big.Int
	element(x *big.Int) uint64
	number(a uint64) *big.Int // the number from 0 to modulus-1 that a stands for
	add(a, b uint64) uint64
	mul(a, b uint64) uint64

	// products writes scale times the product of every subset of the factors: that of
	// the subset of bits j to table[j]. The table holds 2^len(factors) elements.
	products(table []uint64, scale uint64, factors []uint64)
	// gather adds row[q|at] * table[j] to sums[q], where q is the j-th subset of mask, in
	// increasing order. No bit of at is in mask.
	gather(sums []sum, row []uint64, at, mask uint, table []uint64)
	// addSums adds the sums to the row and makes them zero.
	addSums(row []uint64, sums []sum)
}

// A sum is a sum of products on the way, in a form that only the ring knows.
type sum struct{ hi, lo uint64 }

// powers returns the elements 2^0, 2^1, …, 2^most.
func powers(r ring, most int) []uint64 {
	p := []uint64{r.element(big.NewInt(1))}
	for len(p) <= most {
		last := p[len(p)-1]
		p = append(p, r.add(last, last))
	}
	return p
}

// A word64 is the ring of integers modulo 2^64: the machine's own, with the cheapest
// products. An element is its number.
type word64 struct{}

func (word64) modulus() *big.Int           { return new(big.Int).Lsh(big.NewInt(1), 64) }
func (r word64) element(x *big.Int) uint64 { return new(big.Int).Mod(x, r.modulus()).Uint64() }
func (word64) number(a uint64) *big.Int    { return new(big.Int).SetUint64(a) }
func (word64) add(a, b uint64) uint64      { return a + b }
func (word64) mul(a, b uint64) uint64      { return a * b }

func (word64) products(table []uint64, scale uint64, factors []uint64) {
	table[0] = scale
	for i, f := range factors {
		half := table[: 1<<i : 1<<i]
		rest := table[1<<i:][:len(half)]
		for j, x := range half {
			rest[j] = x * f
		}
	}
}

func (word64) gather(sums []sum, row []uint64, at, mask uint, table []uint64) {
	row = row[:len(sums)]
	q := uint(0)
	for _, w := range table {
		sums[q].lo += row[q|at] * w
		q = (q - mask) & mask
	}
}

func (word64) addSums(row []uint64, sums []sum) {
	for q := range sums {
		row[q] += sums[q].lo
		sums[q] = sum{}
	}
}

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

// rings returns rings whose moduli have no common divisor and a product above the bound:
// the machine's words, and fields for what they lack; and further fields, as spares.
func rings(bound *big.Int, spares int) []ring {
	all := []ring{word64{}}
	for _, f := range fields(new(big.Int).Rsh(bound, 64), spares) {
		all = append(all, f)
	}
	return all
}

// fields returns the fields of the largest primes below 2^63, so many that their product
// is above the bound, and the next ones as spares.
func fields(bound *big.Int, spares int) []field {
	var all []field
	product := big.NewInt(1)
	for p := uint64(1)<<63 - 1; product.Cmp(bound) <= 0 || spares > 0; p -= 2 {
		candidate := new(big.Int).SetUint64(p)
		if !candidate.ProbablyPrime(0) { // no error below 2^64
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

// checked returns the least number with the given remainders in all rings but the last, a
// spare. That number must be no larger than most and have its remainder in the spare
// ring, too: one that was calculated wrong in some ring almost never is and has.
func checked(rings []ring, remainders []*big.Int, most *big.Int) (*big.Int, error) {
	last := len(rings) - 1
	x := chinese(rings[:last], remainders[:last])
	m := rings[last].modulus()
	if got := new(big.Int).Mod(x, m); got.Cmp(remainders[last]) != 0 {
		return nil, fmt.Errorf("subsets: the number has the remainder %v modulo %v, want %v", got, m, remainders[last])
	}
	if x.Cmp(most) > 0 {
		return nil, fmt.Errorf("subsets: %v of %v sets of arcs", x, most)
	}
	return x, nil
}

// ringsOf returns rings whose moduli have no common divisor, such that remainders modulo
// m follow from those in the rings; nil if m is too large for that, 2^63 or more.
func ringsOf(m *big.Int) []ring {
	if m.BitLen() > 63 {
		return nil
	}
	twos := m.TrailingZeroBits()
	odd := m.Uint64() >> twos
	var all []ring
	if twos > 0 || odd == 1 {
		all = append(all, word64{})
	}
	if odd > 1 {
		all = append(all, newField(odd))
	}
	return all
}

// chinese returns the least x >= 0 with the given remainder in every ring.
func chinese[R ring](rings []R, remainders []*big.Int) *big.Int {
	x, product := new(big.Int), big.NewInt(1)
	for i, r := range rings {
		m := r.modulus()
		step := new(big.Int).ModInverse(product, m)
		step.Mul(step, new(big.Int).Sub(remainders[i], x))
		step.Mod(step, m)
		x.Add(x, step.Mul(step, product))
		product.Mul(product, m)
	}
	return x
}
