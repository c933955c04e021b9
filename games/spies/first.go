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

// The searches of the article, with an exact test of lines: all boards one after the other, and
// queen by queen. Both find the first valid board in lexicographic order.

const (
	// maxPermuted is the most queens of boards that are looked at one by one: 8 thousand
	// million of 15 come before the first valid one.
	maxPermuted = 15
	// maxFirst is the most queens of a board that is found queen by queen: a row is a
	// word. Time ends far earlier.
	maxFirst = 64
)

// firstPermutation returns the first valid board of n queens, or nil, and how many boards it
// judged. It goes through all n! in lexicographic order, and judges each when it is whole.
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

// next makes a board the next one in lexicographic order, and reports whether there is one.
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

// A first searches for the first valid board in lexicographic order. It places queens from the top, each in the first
// possible column, and backtracks when a row or a column below has no possible cell. So no board before the one that it
// finds is valid.
type first struct {
	ctx    context.Context
	board  board
	closed [maxFirst + 1][maxFirst]uint64 // by queens placed: the columns closed to each row
	used   [maxFirst + 1]uint64           // the same: the columns with a queen
	steps  [maxFirst][2 * maxFirst]step   // by rows down, and columns right and n
	placed uint64                         // queens that were placed
	trace  io.Writer                      // for each prefix that is tried, as the article lists them; nil for none
	err    error                          // of the trace
}

// A step is the way from a cell to the next one on a line.
type step struct{ down, right int8 }

// firstBoard returns the first valid board of n queens, n up to maxFirst, or nil, and how many
// queens it placed.
func firstBoard(ctx context.Context, n int, trace io.Writer) (board, uint64, error) {
	s := &first{ctx: ctx, board: make(board, n), trace: trace}
	for down := 1; down < n; down++ {
		for right := 1 - n; right < n; right++ {
			g := ints.GCD(down, max(right, -right))
			s.steps[down][n+right] = step{int8(down / g), int8(right / g)}
		}
	}
	found := s.extend(0)
	if err := cmp.Or(s.err, ctx.Err()); err != nil {
		return nil, s.placed, err
	}
	if !found {
		return nil, s.placed, nil
	}
	return s.board, s.placed, nil
}

// extend places the queens from row d on, and reports whether it could. It ends with the
// context.
func (s *first) extend(d int) bool {
	n := len(s.board)
	if d == n {
		return true
	}
	if n-d >= 12 && s.ctx.Err() != nil { // that many rows take some milliseconds
		return false
	}
	all := uint64(1)<<n - 1 // for n = 64 too: the shift gives 0
	free := all &^ s.closed[d][d]
	tried := free
	if s.trace != nil {
		tried = all &^ s.used[d]
	}
	for ; tried != 0 && s.err == nil; tried &= tried - 1 {
		s.board[d] = bits.TrailingZeros64(tried)
		if free>>s.board[d]&1 == 0 {
			s.tell(d, "invalid")
			continue
		}
		s.placed++
		if !s.close(d, all) {
			s.tell(d, "valid, but a row or a column below has no cell left")
			continue
		}
		s.tell(d, "valid")
		if s.extend(d + 1) {
			return true
		}
	}
	return false
}

// tell tells of the queens down to row d, which are valid or not.
func (s *first) tell(d int, verdict string) {
	if s.trace != nil && s.err == nil {
		_, s.err = fmt.Fprintf(s.trace, "%v (%s)\n", s.board[:d+1], verdict)
	}
}

// close closes the cells below that the queen of row d rules out, and reports whether each
// row and each column below has one left.
func (s *first) close(d int, all uint64) bool {
	n, c := len(s.board), s.board[d]
	before, now := &s.closed[d], &s.closed[d+1]
	for r := d + 1; r < n; r++ {
		now[r] = before[r] | 1<<c | 1<<(c+r-d) | 1<<c>>(r-d)
	}
	for above, e := range s.board[:d] {
		next := s.steps[d-above][n+c-e]
		down, right := int(next.down), int(next.right)
		for r, q := d+down, c+right; r < n && 0 <= q && q < n; r, q = r+down, q+right {
			now[r] |= 1 << q
		}
	}
	every := all
	for r := d + 1; r < n; r++ {
		if now[r]&all == all {
			return false
		}
		every &= now[r]
	}
	s.used[d+1] = s.used[d] | 1<<c
	return d+1 == n || every&^s.used[d+1] == 0
}
