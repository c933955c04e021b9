package search

import (
	"context"
	"errors"
	"fmt"
)

// MaxSize is the largest size that [Board] accepts. Its tables take 300 MB.
const MaxSize = 10_000

// exhausted is the first size that is searched locally.
const exhausted = 8

// ErrNone says that no board of a size exists, since all have been tried.
var ErrNone = errors.New("no board exists")

// Board returns a board of size n: the column of the queen of each row, both
// counted from 0. It is the same one at every call. The error is [ErrNone],
// wrapped, for the sizes that have none, the context's soon after that ends, or
// says that n is not within 1..[MaxSize].
//
// Nobody has proved that all sizes from 8 on have a board. For one that has none,
// Board would search until ctx ends.
func Board(ctx context.Context, n int) ([]int, error) {
	return new(searcher).find(ctx, n)
}

// A searcher finds boards of many sizes, one after the other, in the same memory,
// some 3n² bytes for the largest size n so far. The zero value is ready for use.
type searcher struct {
	board
	random random
	empty  []int32 // rows, in the order of the fill
	forest forest
	barred []bar
	time   int // forced moves so far
}

// find returns what [Board] does.
func (s *searcher) find(ctx context.Context, n int) ([]int, error) {
	if n < 1 || n > MaxSize {
		return nil, fmt.Errorf("size %d: want 1 to %d", n, MaxSize)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var columns []int
	if n < exhausted {
		columns = exhaust(n)
		if columns == nil {
			return nil, fmt.Errorf("%w of size %d", ErrNone, n)
		}
	} else {
		if err := s.complete(ctx, n); err != nil {
			return nil, err
		}
		columns = make([]int, n)
		for r, c := range s.column {
			columns[r] = int(c)
		}
	}
	if err := legal(columns); err != nil {
		return nil, fmt.Errorf("the search is broken: its board of size %d: %w", n, err)
	}
	return columns, nil
}

// complete finds a board of size n and leaves it in s.column.
func (s *searcher) complete(ctx context.Context, n int) error {
	if err := s.divisors.grow(ctx, n); err != nil {
		return err
	}
	s.board.reset(n)
	s.random = random(n)
	s.forest.reset(n)
	s.barred = resize(s.barred, n)
	s.time = 0
	if err := s.fill(ctx); err != nil {
		return err
	}
	for len(s.queens) < n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !s.extend() {
			s.force()
		}
	}
	return nil
}

// resize returns a slice of n zero values, in the memory of s if that is large
// enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// exhaust returns the first board of size n in alphabetical order, or nil if there
// is none. It tries every board that no shorter prefix rules out, with nothing
// cleverer than that, so that a nil is easy to believe. The time grows faster than
// exponentially with n.
func exhaust(n int) []int {
	columns := make([]int, 0, n)
	if extendBy(&columns, n) {
		return columns
	}
	return nil
}

// extendBy completes the rows that there are to a board of size n. It reports
// whether it could; if not, it leaves them as they were.
func extendBy(columns *[]int, n int) bool {
	if len(*columns) == n {
		return true
	}
	for c := range n {
		if !allowed(*columns, c) {
			continue
		}
		*columns = append(*columns, c)
		if extendBy(columns, n) {
			return true
		}
		*columns = (*columns)[:len(*columns)-1]
	}
	return false
}

// allowed reports whether the next row may have its queen in column c.
func allowed(columns []int, c int) bool {
	r := len(columns)
	for i, x := range columns {
		if x == c || x-c == r-i || c-x == r-i {
			return false
		}
		for j, y := range columns[:i] {
			if (x-c)*(j-r) == (y-c)*(i-r) {
				return false
			}
		}
	}
	return true
}

// A random generates numbers that look random, the same on every machine and with
// every release of Go: splitmix64 (Steele, Lea, Flood, Fast splittable pseudorandom
// number generators, 2014). Its value is its whole state.
type random uint64

// below returns a number from 0 to n-1, where 0 < n < 2³². Their odds differ by
// less than n/2³², too little to matter here.
func (r *random) below(n int) int {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return int((z >> 32) * uint64(n) >> 32)
}

// shuffle puts rows into a random order.
func (r *random) shuffle(rows []int32) {
	for i := len(rows) - 1; i > 0; i-- {
		j := r.below(i + 1)
		rows[i], rows[j] = rows[j], rows[i]
	}
}
