package spies

import (
	"context"
	"slices"
	"testing"
)

// This file runs the tests and searches of an article about the game (docs/papers/spies.md) as the article has them.

// printed returns three boards that the article (docs/papers/spies.md) prints as valid, the smallest first.
func printed() []board {
	boards := []board{
		{4, 7, 1, 6, 2, 10, 8, 3, 5, 9, 11},
		{1, 3, 6, 2, 7, 16, 20, 13, 8, 5, 22, 19, 17, 23, 21, 9, 11, 14, 10, 4, 18, 12, 15},
		{1, 3, 6, 2, 7, 10, 20, 17, 23, 21, 18, 27, 8, 22, 25, 4, 9, 24, 15, 13, 26, 19, 14, 11, 5, 12, 16},
	}
	for _, b := range boards {
		for r := range b {
			b[r]--
		}
	}
	return boards
}

// isOnLine is the test for three in line of the article's pseudocode (see docs/papers/spies.md). It asks for each line
// through two queens whether any queen is on it. Because it does not leave out these two queens, it is true of every
// board of two or more queens.
func isOnLine(b board) bool {
	for first := range b {
		for second := first + 1; second < len(b); second++ {
			for r, c := range b {
				if (r-first)*(b[second]-b[first]) == (c-b[first])*(second-first) {
					return true
				}
			}
		}
	}
	return false
}

func TestTheArticlesPseudocodeAcceptsNoBoard(t *testing.T) {
	valid := 0
	for n := 2; n <= 8; n++ {
		for _, b := range peaceful(t, n) {
			if conflictOf(t, b) != nil {
				continue
			}
			valid++
			if !isOnLine(b) {
				t.Errorf("isOnLine(%v) = false, want true", b)
			}
		}
	}
	if valid != 2+8 { // of 4 and of 8 queens
		t.Errorf("%d valid boards, want 10", valid)
	}
}

// editedSearch is the search with pruning of the article's pseudocode (see docs/papers/spies.md), except that it tests
// boards exactly. It goes through a list of the remaining columns by their indices, and edits it at the same time. A
// column that fits is taken out, which moves the next column to its index, so the search steps over that one. The
// column comes back at the end of the list.
func editedSearch(b board, left *[]int) (board, bool) {
	for i := 0; i < len(*left); i++ {
		column := (*left)[i]
		next := append(b, column)
		if f, _ := next.conflict(context.Background()); f != nil {
			continue
		}
		*left = slices.Delete(*left, i, i+1)
		if len(*left) == 0 {
			return next, true
		}
		if found, ok := editedSearch(next, left); ok {
			return found, true
		}
		*left = append(*left, column)
	}
	return nil, false
}

func TestTheArticlesPrunedSearchStepsOverColumns(t *testing.T) {
	for _, n := range []int{1, 4, 8} {
		left := make([]int, n)
		for c := range left {
			left[c] = c
		}
		if b, ok := editedSearch(make(board, 0, n), &left); ok != (n == 1) {
			t.Errorf("editedSearch() of %d queens = %v, %t, want %t", n, b, ok, n == 1)
		}
	}
}

// TestTheArticlesFasterLineTestSkipsTheRowAbove tests a board that begins with 1 3 5. These three queens are in line,
// but the article's test (docs/papers/spies.md) accepts the board. No smaller board shows this fault, nor does a board
// of five queens before it in lexicographic order.
func TestTheArticlesFasterLineTestSkipsTheRowAbove(t *testing.T) {
	accepted := func(b board) bool {
		for n := range len(b) + 1 {
			if fasterTest(b[:n]) {
				return false
			}
		}
		return true
	}
	for n := 1; n <= 5; n++ {
		for _, b := range peaceful(t, n) {
			conflict := conflictOf(t, b)
			if first := (board{0, 2, 4, 1, 3}); slices.Equal(b, first) {
				if want := []int{0, 1, 2}; !accepted(b) || !slices.Equal(conflict, want) {
					t.Errorf("%v: accepted is %t, the conflict %v, want %v", b, accepted(b), conflict, want)
				}
				return
			}
			if conflict != nil && accepted(b) {
				t.Errorf("%v has the conflict %v, and the test finds none", b, conflict)
			}
		}
	}
	t.Error("the board 1 3 5 2 4 did not come up")
}

// fasterTest is the article's second test for three in line (docs/papers/spies.md). It examines the lines through the
// last queen. Two faults of the article are kept: the innermost loop ends before the row above that queen, and
// floating-point numbers are compared.
func fasterTest(b board) bool {
	n := len(b)
	for x2 := 1; x2 < n; x2++ {
		slope := float64(b[n-1]-b[x2-1]) / float64(n-x2)
		offset := float64(b[n-1]+1) - float64(slope*float64(n))
		for x3 := x2 + 1; x3 < n-1; x3++ {
			if float64(b[x3-1]+1) == float64(slope*float64(x3))+offset {
				return true
			}
		}
	}
	return false
}

// TestBoardsWithoutAttacks compares with OEIS A000170.
func TestBoardsWithoutAttacks(t *testing.T) {
	for n, want := range []int{1, 1, 0, 0, 2, 10, 4, 40, 92} {
		if got := len(peaceful(t, n)); got != want {
			t.Errorf("%d boards of %d queens without attacks, want %d", got, n, want)
		}
	}
}

// peaceful returns the boards of n queens without attacks, in lexicographic order.
func peaceful(t *testing.T, n int) (boards []board) {
	t.Helper()
	if _, err := eachPeaceful(t.Context(), nil, n, func(b board) (bool, error) {
		boards = append(boards, slices.Clone(b))
		return true, nil
	}); err != nil {
		t.Fatal(err)
	}
	return boards
}

// eachPeaceful visits the boards of n queens without attacks that begin with the queens of b, in lexicographic order,
// until visit returns false or an error.
func eachPeaceful(ctx context.Context, b board, n int, visit func(board) (bool, error)) (more bool, err error) {
	if len(b) == n {
		return visit(b)
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	for column := range n {
		free := true
		for r, c := range b {
			down := len(b) - r
			free = free && c != column && c != column+down && c != column-down
		}
		if !free {
			continue
		}
		if more, err := eachPeaceful(ctx, append(b, column), n, visit); err != nil || !more {
			return false, err
		}
	}
	return true, nil
}
