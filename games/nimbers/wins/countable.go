package wins

import (
	"math"
	"math/bits"
)

// A countable says how many there are at most, of states or of steps. It stays at its
// largest value when it gets there.
type countable uint64

func (a countable) times(b countable) countable {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi > 0 {
		return math.MaxUint64
	}
	return countable(lo)
}

func (a countable) plus(b countable) countable {
	sum, carry := bits.Add64(uint64(a), uint64(b), 0)
	if carry > 0 {
		return math.MaxUint64
	}
	return countable(sum)
}

// multisets returns how many multisets of a given size there are of some kinds of things:
// C(size + kinds - 1, size).
func multisets(size, kinds int) countable {
	c := countable(1)
	for i := 1; i < kinds; i++ {
		if c = c.times(countable(size + i)); c == math.MaxUint64 {
			return c
		}
		c /= countable(i)
	}
	return c
}
