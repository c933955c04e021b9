// Package search finds one board of spies of any size that has one: n queens on an
// n×n board, one in each row and each column, no two of them on a diagonal, and no
// three on a straight line of any slope. [Board] gives the column of each row's
// queen, both counted from 0. The smallest board with more than one queen is
//
//	. Q . .
//	. . . Q      Board(ctx, 4) = [1 3 0 2]
//	Q . . .
//	. . Q .
//
// Sizes 1 and 4 have a board, and so has every size that was tried from 8 on: all
// sizes 8..999 and some up to 10,000. For 2, 3, 5, 6 and 7 the answer is [ErrNone],
// after all boards have been tried.
//
// # Method
//
// Up to size 7 the search is exhaustive (search.go). From 8 on it is local, and
// moves over boards that are incomplete but legal (local.go). Its one table (board.go) has a
// number for each cell: how many lines through it are closed, a line being closed
// by two queens on it, a diagonal by one. As the board is legal, a cell whose
// number is 0 is free: a queen put there breaks no rule, once the queen of its
// column and that of its row are off the board. Neither of those two adds to the
// number, since with them the cell is in line only in its own column and row. So
//
//	invariant: a queen is only ever put on a cell whose number is 0, and its row
//	and column are empty then.
//
// The search goes through these steps:
//
//  1. Fill. Each row in turn, in random order, gets a queen on a free
//     cell of an empty column, if it has one. Of a hundred rows some ten are left
//     over, of five thousand some three hundred.
//  2. Extend. A row without a queen takes a free cell of some column;
//     the row that loses its queen by that takes a free cell of another column,
//     and so on until one of them takes an empty column: a shortest augmenting path
//     of the graph in which rows and columns are joined by free cells, as in the
//     theory of matchings. The queens that move can close lines with one another,
//     which the table does not tell beforehand; such a path is taken back and
//     another tried.
//  3. Force. Where no path can be had, one queen is put on a cell with
//     few closed lines, and for each of them a queen is taken off the board. It is
//     kept from going back for a while.
//
// Steps 2 and 3 alternate until every row has a queen. Sizes from 17 to 60 take
// some 100 forced moves, those near 1000 some 10 and 80 paths.
//
// # Cost
//
// To put a queen on the board or to take it off, the lines from it to all other
// queens are walked, some 4n cells in all where n is 1000. A search for a path
// looks at n² cells at most. The tables take 3n² bytes. On one core (Intel Xeon, Go
// 1.26) a board takes, the check included,
//
//	size         999     2000     3000     5000    10000
//	CPU s       0.08      0.4      1.3      5.5       29
//	memory      4 MB    14 MB    28 MB    74 MB   289 MB
//
// and all sizes 8..999 together take 30 s.
//
// # Exactness
//
// There are only integers. Who prints a board judges it first, by code that shares nothing
// with the search (package spies), and so do the tests, by other code. The random choices are those of a
// generator of the package's own, seeded by the size: a size has the same board on
// every machine, whatever was searched before.
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
func exhaust(n int) []int { return completed(make([]int, 0, n), n) }

// completed returns the first board of size n that begins with the rows that there
// are, or nil.
func completed(columns []int, n int) []int {
	if len(columns) == n {
		return columns
	}
	for c := range n {
		if allowed(columns, c) {
			if board := completed(append(columns, c), n); board != nil {
				return board
			}
		}
	}
	return nil
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
