package spies

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"enumerate/enum"
)

// The article's two programs as its pseudocode has them.

// isOnLine is the pseudocode's test for three in line: for each line through two queens it asks
// whether any queen is on it, and does not leave out these two. So it finds a line on every
// board of two queens and more.
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

// checkIsOnLine runs isOnLine on the valid boards up to a size.
func checkIsOnLine(ctx context.Context, size int) (enum.Finding, error) {
	return checkPeaceful(ctx, size, func(b board, found conflict) (speaks bool, wrong string) {
		if found == nil && isOnLine(b) {
			wrong = fmt.Sprintf("%v is valid, and the pseudocode finds that %s is on the line through itself and %s", b, cellName(0, b[0]), cellName(1, b[1]))
		}
		return found == nil, wrong
	})
}

// editedSearch is the pseudocode's search with pruning, with an exact test of boards. It takes
// the columns left from one list, by their places. That list it edits as it goes: a column that
// fits is taken out, so the next one is stepped over, and comes back last.
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

// checkEditedSearch runs editedSearch on each size that has a board.
func checkEditedSearch(ctx context.Context, size int) (enum.Finding, error) {
	finding := enum.Finding{Positions: new(big.Int)}
	if size > maxQueens {
		size, finding.UpTo = maxQueens, maxQueens
	}
	for n := 1; n <= size; n++ {
		first, _, err := firstBoard(ctx, n)
		if err != nil || first == nil {
			if err != nil {
				return finding, err
			}
			continue
		}
		finding.Positions.Add(finding.Positions, big.NewInt(1))
		left := make([]int, n)
		for c := range left {
			left[c] = c
		}
		if found, ok := editedSearch(make(board, 0, n), &left); !ok {
			finding.Counterexample = fmt.Sprintf("%v is valid, and the search ends without a board of %d queens", first, n)
			break
		} else if _, err := answerWith(ctx, found); err != nil {
			return finding, err
		}
	}
	return finding, nil
}
