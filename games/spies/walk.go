package spies

import (
	"context"
	"math/bits"
)

// A walker grows prefixes of boards, row by row, and keeps on its path which cells of the
// rows below may take no queen. It follows a prefix only if each row below has a cell
// left, and each column without a queen as well.
//
// Every prefix of a least board that is valid is followed: only cells are ruled out that
// no such board with this prefix can use.
type walker struct {
	*layout
	*lines
	ctx context.Context

	queens Board                           // of the path
	cells  [MaxWalked]int                  // r*n+c of each
	used   [MaxWalked + 1]uint32           // the columns of the first queens
	shut   [MaxWalked + 1][maxWords]uint64 // the cells that these rule out below them

	followed uint64                // prefixes that were followed
	givenUp  [MaxWalked + 1]uint64 // by length: prefixes that were given up
	buffer   Board
}

// newWalker returns a walker with no queen on its path, for n from 1 to MaxWalked.
func newWalker(n int) *walker {
	l := newLayout(n)
	w := &walker{
		layout: l, lines: newLines(l), ctx: context.Background(),
		queens: make(Board, n), buffer: make(Board, n),
	}
	for r := range n {
		outside := l.row() &^ (1<<n - 1)
		if r == 0 { // the reflected board is not less
			outside |= l.row() &^ (1<<((n+1)/2) - 1)
		}
		w.shut[0][l.word[r]] |= outside << l.shift[r]
	}
	return w
}

// free returns the columns in which row d may have a queen, once the rows above have.
func (w *walker) free(d int) uint32 {
	return ^w.columns(d, w.shut[d][w.word[d]]) & uint32(w.row())
}

// place puts the queen of row d into column c. It reports false if then a row or a column
// has no cell left; there is nothing to take back.
func (w *walker) place(d, c int) bool {
	w.queens[d] = c
	w.cells[d] = d*w.n + c
	w.used[d+1] = w.used[d] | 1<<c

	words := w.below[d]
	above := w.cells[:d]
	from := c * d * w.n
	attacks := w.attacks[d][c*words : (c+1)*words]
	out := &w.out[d+1]
	every := ^uint64(0)
	for j, attacked := range attacks {
		shut := w.shut[d][j] | attacked
		through := w.through[d][j][from : from+d*w.n]
		for _, cell := range above {
			shut |= through[cell]
		}
		if w.empty(^shut | out[j]) {
			return false
		}
		w.shut[d+1][j] = shut
		every &= shut | out[j]
	}
	return w.all(every)&^w.used[d+1]&(1<<w.n-1) == 0
}

// interval is how many rows without a queen take so little time that the context is not
// asked before they are done.
const interval = 10

// descend visits, in lexicographic order, every prefix of the given length that extends
// the path of d queens and is followed. It counts those that are given up. It stops, and
// reports false, when visit does or when the context ends.
func (w *walker) descend(d, length int, visit func() bool) bool {
	if d == length {
		return visit()
	}
	if w.n-d >= interval && w.ctx.Err() != nil {
		return false
	}
	alive := uint64(0)
	for free := w.free(d); free != 0; free &= free - 1 {
		if w.place(d, bits.TrailingZeros32(free)) {
			alive++
			if !w.descend(d+1, length, visit) {
				return false
			}
		}
	}
	w.followed += alive
	w.givenUp[d+1] += uint64(w.n-d) - alive
	return true
}

// replay puts the queens of a shard on the path. It reports false if the prefix is one
// to be given up.
func (w *walker) replay(path []byte) bool {
	for d, c := range path {
		if w.free(d)>>c&1 == 0 || !w.place(d, int(c)) {
			return false
		}
	}
	return true
}
