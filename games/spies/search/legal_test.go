package search

import "fmt"

// prime is 2³¹-1, a prime.
const prime = 1<<31 - 1

// legal verifies a board of at most [MaxSize] queens against the rules. It shares
// nothing with the search: neither divisors nor tables. It costs O(n²).
//
// From each queen the slopes of the lines to all queens below it must differ from
// one another, and from 1 and -1. A slope is kept as the quotient of columns by
// rows modulo a prime p. That is exact: a/b and c/d have the same quotient if and
// only if p divides ad - bc, which is less than 2n² < p in size.
func legal(columns []int) error {
	n := len(columns)
	taken := make([]bool, n)
	for r, c := range columns {
		if c < 0 || c >= n {
			return fmt.Errorf("row %d has its queen in column %d of %d", r, c, n)
		}
		if taken[c] {
			return fmt.Errorf("column %d has two queens", c)
		}
		taken[c] = true
	}
	inverses := invert(n)
	slopes := newSlopes(n)
	for r := range columns {
		slopes.clear()
		slopes.insert(1)
		slopes.insert(prime - 1)
		for below := r + 1; below < n; below++ {
			offset := uint64(columns[below] - columns[r] + prime)
			slope := offset % prime * inverses[below-r] % prime
			if !slopes.insert(uint32(slope)) {
				return fmt.Errorf("the queens of rows %d and %d are on a diagonal, or in line with one between", r, below)
			}
		}
	}
	return nil
}

// invert returns the inverses of 1..n-1 modulo the prime. As p = qi + r, with r <
// i, the inverse of i is -q times that of r.
func invert(n int) []uint64 {
	inverses := make([]uint64, max(n, 2))
	inverses[1] = 1
	for i := 2; i < n; i++ {
		q, r := uint64(prime/i), prime%i
		inverses[i] = (prime - q) * inverses[r] % prime
	}
	return inverses
}

// slopes is a set of numbers below the prime, by open addressing. At most half of
// its places are in use.
type slopes struct {
	places []uint32 // prime where there is none
	shift  uint
}

// newSlopes returns a set for n+2 numbers.
func newSlopes(n int) *slopes {
	bits := uint(3)
	for 1<<bits < 2*(n+2) {
		bits++
	}
	return &slopes{make([]uint32, 1<<bits), 32 - bits}
}

func (s *slopes) clear() {
	for i := range s.places {
		s.places[i] = prime
	}
}

// insert adds a number and reports whether it is new.
func (s *slopes) insert(x uint32) bool {
	i := x * 0x9e3779b1 >> s.shift
	for s.places[i] != prime {
		if s.places[i] == x {
			return false
		}
		i = (i + 1) & uint32(len(s.places)-1)
	}
	s.places[i] = x
	return true
}
