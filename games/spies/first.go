package spies

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"enumerate/internal/ints"
)

// This file has two simple searches for the first valid board in lexicographic order. Both come from an article whose
// floating-point test for queens in line misses some lines.

const (
	// maxPermuted is the largest number of queens for the search through all boards. For 15 queens, 8 thousand million
	// boards come before the first valid one.
	maxPermuted = 15
	// maxFirst is the largest number of queens for the search queen by queen: a row must fit into a word. Searches of
	// this size would take far too long anyway.
	maxFirst = 64
)

// firstPermutation judges boards of n queens one by one. It returns the first valid one, or nil if there is none, and
// the number of judged boards.
func firstPermutation(ctx context.Context, n int) (first board, judged uint64, err error) {
	b := make(board, n)
	for r := range b {
		b[r] = r
	}
	for more := true; more; more = b.next() {
		if judged%(1<<16) == 0 && ctx.Err() != nil {
			return nil, judged, ctx.Err()
		}
		judged++
		if f, _ := b.conflict(context.Background()); f == nil { // this context does not end
			return b, judged, nil
		}
	}
	return nil, judged, nil
}

// next changes a board, the permutation of the queens' columns, into the next one in lexicographic order, and reports
// whether there is one. It finds the last row whose column is less than the column of the row below, and exchanges its
// column with the least larger column of a lower row. Then the columns of the lower rows are in descending order, and
// next reverses them.
func (b board) next() bool {
	i := len(b) - 2
	for i >= 0 && b[i] > b[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(b) - 1
	for b[j] < b[i] {
		j--
	}
	b[i], b[j] = b[j], b[i]
	slices.Reverse(b[i+1:])
	return true
}

// A first is a search for the first valid board. It places queens from the top row down, each in the first possible
// column, and goes back a row when a row or column without a queen has no possible cell left.
type first struct {
	ctx           context.Context
	board         board
	closedColumns [maxFirst + 1][maxFirst]uint64 // closedColumns[d][r] has the columns closed to row r by the first d queens
	used          [maxFirst + 1]uint64           // used[d] has the columns of the first d queens
	// For two queens whose cells differ by `down` rows and `right` columns (right may be negative),
	// steps[down][n+right] is the shortest step between cells on the line through the two. No third queen may stand on
	// this line, that is, on a cell that repeated steps reach.
	steps      [maxFirst][2 * maxFirst]step
	placements uint64    // the number of queens placed so far
	trace      io.Writer // gets a line for each prefix that is tried, as in the article; nil for none
	err        error     // the first error of writing to trace
}

type step struct{ down, right int8 }

// firstBoard returns the first valid board of n queens, up to maxFirst, or nil if there is none, and the number of
// queens it placed. If trace is not nil, firstBoard writes to it a line for each beginning of a board that it tries.
func firstBoard(ctx context.Context, n int, trace io.Writer) (board, uint64, error) {
	s := &first{ctx: ctx, board: make(board, n), trace: trace}

	// For each number of rows and columns between two queens, find the shortest step from cell to cell along the line
	// through both. The method close uses this step to find the cells on the line, because no three queens may be in
	// line.
	for down := 1; down < n; down++ {
		for right := 1 - n; right < n; right++ {
			g := ints.GCD(down, max(right, -right))
			s.steps[down][n+right] = step{int8(down / g), int8(right / g)}
		}
	}
	found := s.extend(0)
	if err := cmp.Or(s.err, ctx.Err()); err != nil {
		return nil, s.placements, err
	}
	if !found {
		return nil, s.placements, nil
	}
	return s.board, s.placements, nil
}

// extend places the queens from row d on, and reports whether it could. It gives up when the context ends.
func (s *first) extend(d int) bool {
	n := len(s.board)
	if d == n {
		return true
	}
	if n-d >= 12 && s.ctx.Err() != nil { // fewer rows take less than some milliseconds
		return false
	}

	all := uint64(1)<<n - 1 // also right for n = 64, because the shift gives 0
	free := all &^ s.closedColumns[d][d]
	tried := free
	if s.trace != nil {
		tried = all &^ s.used[d] // the article's trace also has the invalid prefixes
	}

	for ; tried != 0 && s.err == nil; tried &= tried - 1 {
		s.board[d] = bits.TrailingZeros64(tried)
		if free>>s.board[d]&1 == 0 {
			s.tell(d, "invalid")
			continue
		}
		s.placements++
		if !s.close(d, all) {
			s.tell(d, "valid, but a row or column without a queen has no free cell")
			continue
		}
		s.tell(d, "valid")
		if s.extend(d + 1) {
			return true
		}
	}
	return false
}

// tell writes the queens of the rows up to d and the verdict to the trace.
func (s *first) tell(d int, verdict string) {
	if s.trace != nil && s.err == nil {
		_, s.err = fmt.Fprintf(s.trace, "%v (%s)\n", s.board[:d+1], verdict)
	}
}

// close closes the cells that the queen of row d rules out in the rows below. A row is an integer with a bit for each
// column, set if the cell is closed; `all` has the bits of all columns. The closed cells go to s.closedColumns[d+1], so
// backtracking need not undo anything. close reports whether each row and column that still needs a queen has an open
// cell.
func (s *first) close(d int, all uint64) bool {
	n, column := len(s.board), s.board[d]
	before, now := &s.closedColumns[d], &s.closedColumns[d+1]
	for r := d + 1; r < n; r++ {
		now[r] = before[r] | 1<<column | 1<<(column+r-d) | 1<<column>>(r-d)
	}
	// Close the rest of the line through this queen and each queen above.
	for above, columnAbove := range s.board[:d] {
		next := s.steps[d-above][n+column-columnAbove]
		down, right := int(next.down), int(next.right)
		for r, c := d+down, column+right; r < n && 0 <= c && c < n; r, c = r+down, c+right {
			now[r] |= 1 << c
		}
	}

	closedEverywhere := all // the columns that are closed in all rows below
	for r := d + 1; r < n; r++ {
		if now[r]&all == all {
			return false
		}
		closedEverywhere &= now[r]
	}
	s.used[d+1] = s.used[d] | 1<<column
	return d+1 == n || closedEverywhere&^s.used[d+1] == 0
}
