package wins

import "math/big"

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
