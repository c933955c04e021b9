package search

import "fmt"

const prime = 1<<31 - 1

// legal checks a board of at most [MaxSize] queens by the rules, in O(n²) time. It shares nothing with the search.
//
// The slopes of the lines from a queen to all queens below it must differ from one another, and from 1 and -1. A slope
// is represented by the quotient of columns by rows modulo a prime p. This is exact: a/b and c/d have the same quotient
// if and only if p divides ad - bc, and the absolute value of this number is less than 2n² < p.
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

// invert returns the inverses of 1 to n-1 modulo the prime. Since p = qi + r, the inverse of i is -q times that of r.
func invert(n int) []uint64 {
	inverses := make([]uint64, max(n, 2))
	inverses[1] = 1
	for i := 2; i < n; i++ {
		q, r := uint64(prime/i), prime%i
		inverses[i] = (prime - q) * inverses[r] % prime
	}
	return inverses
}

// A slopes is a set of numbers below the prime, as a hash table with open addressing that is at most half full.
type slopes struct {
	places []uint32 // each place has a number, or prime if it is empty
	shift  uint
}

// newSlopes returns a set with room for n+2 numbers.
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

// insert adds a number, or returns false if the set has it already.
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
