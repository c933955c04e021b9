package spies

// MaxWalked is the most queens of a board that is walked: what fits in lanes of
// 21 bits, three to a word.
const MaxWalked = 21

// maxWords is how many words hold a board: 4 of 4 lanes, or 7 of 3.
const maxWords = 7

// A layout says where a set of cells keeps the cells of each row. A row is a lane of a
// word, a column is a bit of the lane. The last row is lane 0, the row above lane 1, and
// so on: so the rows that have no queen yet are in the first words.
//
//	n <= 16       word 0  | row n-4 | row n-3 | row n-2 | row n-1 |     lanes of 16 bits
//	n <= 21       word 0  |0| row n-3   | row n-2   | row n-1     |     lanes of 21 bits
type layout struct {
	n           int
	lane        int            // bits
	lanes       int            // in a word
	low, high   uint64         // the lowest and the highest bit of each lane
	top         int            // where the last lane of a word begins
	word, shift [MaxWalked]int // of row r: its word, and where in it its lane begins
	below       [MaxWalked]int // below[r]: how many words hold the rows below row r
	// out[d][j]: in word j, the lanes of no row, and of rows above row d.
	out [MaxWalked + 1][maxWords]uint64
}

// newLayout returns the layout of boards of n queens, from 1 to MaxWalked.
func newLayout(n int) *layout {
	l := &layout{n: n, lane: 21, lanes: 3}
	if n <= 16 {
		l.lane, l.lanes = 16, 4
	}
	l.top = (l.lanes - 1) * l.lane
	for i := range l.lanes {
		l.low |= 1 << (i * l.lane)
	}
	l.high = l.low << (l.lane - 1)
	for r := range n {
		i := n - 1 - r
		l.word[r], l.shift[r] = i/l.lanes, i%l.lanes*l.lane
		l.below[r] = (i + l.lanes - 1) / l.lanes
	}
	for d := range n + 1 {
		for j := range maxWords {
			l.out[d][j] = ^uint64(0)
		}
		for r := d; r < n; r++ {
			l.out[d][l.word[r]] &^= l.row() << l.shift[r]
		}
	}
	return l
}

// row returns all bits of a lane, at lane 0.
func (l *layout) row() uint64 { return 1<<l.lane - 1 }

// bit returns the word and the bit of a cell.
func (l *layout) bit(r, c int) (word int, bit uint64) {
	return l.word[r], 1 << (l.shift[r] + c)
}

// columns returns the columns that a set has in row r, of which this is the word.
func (l *layout) columns(r int, word uint64) uint32 {
	return uint32(word >> (l.shift[r] & 63) & l.row())
}

// empty reports whether any lane of a word has no bit. Subtracting one from each lane
// borrows into the high bit of the first one that is 0.
func (l *layout) empty(word uint64) bool { return (word-l.low)&^word&l.high != 0 }

// all returns the columns that are set in every lane of a word.
func (l *layout) all(word uint64) uint32 {
	word &= word >> (l.lane & 63) & (word >> (2 * l.lane & 63)) & (word >> (l.top & 63))
	return uint32(word & l.row())
}
