// Package search finds a valid board of spies for a size: n queens on an n×n board, one in each row and each column, no
// two on a diagonal, and no three on a straight line of any slope. Sizes 1 and 4 have a board, 2, 3, 5, 6 and 7 have
// none. Every size from 8 on that was tried has one: all from 8 to 999, and some up to 10,000.
//
// # Method
//
// The method is a local search over incomplete boards without conflicts (local.go). A table (board.go) has the number
// of closed lines through each cell. Two queens close their line, and one queen closes its diagonals. A cell with the
// number 0 is free: a queen may be put there once its column and row, which do not count, are empty.
//
//  1. Fill. Each row, in random order, gets a queen on a free cell of an empty column, if there is one. Of a hundred rows
//     about ten stay empty, of five thousand about three hundred.
//  2. Extend. A row without a queen takes a free cell of some column, the row that loses its queen takes a free cell of
//     another column, and so on, until a row takes an empty column. This is a shortest augmenting path in the graph in
//     which free cells join rows and columns. The moved queens may close lines with each other, which the table does
//     not show in advance; such a path is undone and another one tried.
//  3. Force. If there is no path, a queen is put on a cell with few closed lines, and a queen of each of these lines is
//     removed. The removed queens may not return for a while.
//
// Steps 2 and 3 alternate. Sizes from 17 to 60 take about 100 forced moves, sizes near 1000 about 10 forced moves and
// 80 paths.
//
// # Cost
//
// Putting a queen on the board or taking it off changes about 4n cells if n is 1000. A search for a path examines at
// most n² cells. The table takes 2n² bytes. On one core (Intel Xeon, Go 1.26) a board takes, including the check,
//
//	size         999     2000     3000     5000    10000
//	CPU s       0.08      0.4      1.3      5.5       29
//
// and all sizes 8..999 together take 30 s.
//
// # Exactness
//
// All arithmetic is on integers. Package spies checks every board with code that shares nothing with the search. The
// seed of the random generator is the size, so a size has the same board on every machine.
package search

import (
	"context"
	"fmt"
	"slices"

	"enumerate/internal/rows"
)

// MinSize and MaxSize are the least and the largest size for [Board]. The table of the largest size takes 200 MB.
const (
	MinSize = 8
	MaxSize = 10_000
)

// Board returns a board of size n: the column of the queen of each row, both counted from 0. It returns an error if n
// is not from MinSize to MaxSize, and the context's error soon after the context ends. If a size has no board, the
// search goes on until the context ends.
func Board(ctx context.Context, n int) ([]int, error) {
	return new(searcher).find(ctx, n)
}

// A searcher finds boards of many sizes, one after the other, in the same memory. The zero value is ready for use.
type searcher struct {
	board
	random random
	empty  []int32 // the rows, in the order in which fill visits them
	forest forest
	bars   []bar // bars[r] keeps a removed queen of row r from returning for a while
	time   int   // the number of forced moves so far
}

// find returns a board of size n, as Board does, but in the memory of s.
func (s *searcher) find(ctx context.Context, n int) ([]int, error) {
	if n < MinSize || n > MaxSize {
		return nil, fmt.Errorf("size %d: expected %d to %s", n, MinSize, rows.Count(MaxSize))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := s.complete(ctx, n); err != nil {
		return nil, err
	}
	columns := make([]int, n)
	for r, c := range s.column {
		columns[r] = int(c)
	}
	return columns, nil
}

// complete leaves a valid board of size n in s.column. It fills most rows, then moves queens to make room for one more,
// or forces one in and takes others off. It may never end, so the context limits the time.
func (s *searcher) complete(ctx context.Context, n int) error {
	s.board.reset(n)
	s.random = random(n)
	s.forest.reset(n)
	s.bars = resize(s.bars, n)
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

// resize returns n zero values, in the memory of s if that is large enough.
func resize[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// A random is a generator of random numbers, the same on every machine and with every release of Go: splitmix64
// (Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014).
type random uint64

// below returns a number from 0 to n-1, where 0 < n < 2³². The probabilities differ by less than n/2³².
func (r *random) below(n int) int {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return int((z >> 32) * uint64(n) >> 32)
}

func (r *random) shuffle(rows []int32) {
	for i := len(rows) - 1; i > 0; i-- {
		j := r.below(i + 1)
		rows[i], rows[j] = rows[j], rows[i]
	}
}
