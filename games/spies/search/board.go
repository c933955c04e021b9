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
// says that n is not within
// 1..[MaxSize].
//
// Nobody has proved that all sizes from 8 on have a board. For one that has none,
// Board would go on until ctx ends.
func Board(ctx context.Context, n int) ([]int, error) {
	return new(Searcher).Board(ctx, n)
}

// A Searcher finds boards of many sizes, one after the other, in the same memory,
// some 3n² bytes for the largest size n so far. The zero value is ready for use.
// Two goroutines must not use one Searcher at the same time.
type Searcher struct {
	board
	random random
	empty  []int32 // rows, in the order of the fill
	forest forest
	barred []bar
	time   int // forced moves so far
}

// Board returns what the function [Board] does.
func (s *Searcher) Board(ctx context.Context, n int) ([]int, error) {
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
func (s *Searcher) complete(ctx context.Context, n int) error {
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
