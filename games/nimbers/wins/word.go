package wins

import (
	"math/big"
)

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
