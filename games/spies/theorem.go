package spies

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/enum"
)

const (
	// usualQueens is the default size of a check, which takes a fraction of a second, and
	// maxQueens the largest: 3,628,800 permutations.
	usualQueens = 8
	maxQueens   = 10
	// skipsFrom is the least size of a board whose line the article's faster test skips.
	skipsFrom = 5
	// spoiltFrom is the least size, of more than one queen, that has a board: neither pseudocode
	// finds it.
	spoiltFrom = 4
	// usualHyperbola and maxHyperbola are the sizes of a check of hyperbolas: 50 thousand and
	// 4.6 million boards.
	usualHyperbola = 30
	maxHyperbola   = 100
)

// theorems lists what the article says of its tests, and of boards that it prints, and what is
// proved in docs/papers/spies.md.
func theorems() []enum.Theorem {
	return []enum.Theorem{
		{
			Name: "faster-test", Statement: "a board without attacks has no three queens in line if the article's faster test, run after each queen, finds none",
			From: skipsFrom, Usual: usualQueens, Check: checkFasterTest,
		},
		{
			Name: "printed", Statement: "three boards that the article prints, of 11, 23 and 27 queens, are valid",
			From: len(printed()[0]), Usual: len(printed()[2]), Check: checkPrinted,
		},
		{
			Name: "line-test", Statement: "the article's brute force, as its pseudocode has it, accepts the valid boards",
			From: spoiltFrom, Usual: usualQueens, Check: checkIsOnLine,
		},
		{
			Name: "edited-list", Statement: "the article's pruned search, as its pseudocode has it, finds a board of each size that has one",
			From: spoiltFrom, Usual: usualQueens, Check: checkEditedSearch,
		},
		{
			Name: "hyperbola", Statement: "no board of p-1 queens on a hyperbola xy = k modulo an odd prime p is valid, and none of p queens on a hyperbola and in its centre",
			Holds: true, Usual: usualHyperbola, Check: checkHyperbolas,
		},
	}
}

// printed returns three boards that the article prints as valid, smallest first.
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

// checkPrinted looks for conflicts on the boards up to a size.
func checkPrinted(ctx context.Context, size int) (enum.Finding, error) {
	finding := enum.Finding{Positions: new(big.Int)}
	for _, b := range printed() {
		if len(b) > size {
			break
		}
		found, err := b.conflict(ctx)
		if err != nil {
			return finding, err
		}
		finding.Positions.Add(finding.Positions, big.NewInt(1))
		if found != nil {
			finding.Counterexample = fmt.Sprintf("%v has the queens %v in line", b, b.cells(found))
			break
		}
	}
	return finding, nil
}

// checkFasterTest runs the article's test on all boards up to a size that have no attack.
func checkFasterTest(ctx context.Context, size int) (enum.Finding, error) {
	finding, err := checkPeaceful(ctx, size, func(b board, found conflict) (speaks bool, wrong string) {
		if found == nil {
			return true, ""
		}
		for queens := range len(b) + 1 {
			if fasterTest(b[:queens]) {
				return true, ""
			}
		}
		return true, fmt.Sprintf("%v has the queens %v in line, and the test finds none", b, b.cells(found))
	})
	finding.Details = fmt.Sprintf("boards of up to %d queens", min(size, maxQueens))
	return finding, err
}

// checkPeaceful checks a statement about boards without attacks, up to a size. It is told the
// conflict of each board, and says whether it speaks of it, and what is wrong with it.
func checkPeaceful(ctx context.Context, size int, states func(b board, found conflict) (speaks bool, wrong string)) (enum.Finding, error) {
	finding := enum.Finding{Positions: new(big.Int)}
	if size > maxQueens {
		size, finding.UpTo = maxQueens, maxQueens
	}
	boards := int64(0)
	for n := 1; n <= size && finding.Counterexample == ""; n++ {
		if _, err := eachPeaceful(ctx, make(board, 0, n), n, func(b board) (bool, error) {
			found, err := b.conflict(ctx)
			if err != nil {
				return false, err
			}
			speaks, wrong := states(b, found)
			if speaks {
				boards++
			}
			finding.Counterexample = wrong
			return wrong == "", nil
		}); err != nil {
			return finding, err
		}
	}
	finding.Positions.SetInt64(boards)
	return finding, nil
}

// eachPeaceful calls visit with each board of n queens without attacks that begins with these,
// in lexicographic order, until visit returns false or an error.
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

// fasterTest is the article's second line test, of the last queen only. Its innermost loop
// ends before the row above that queen, and it compares floating point numbers.
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
