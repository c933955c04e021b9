package spies

// maxWalked is the most queens of a board that is walked: what fits in lanes of
// 21 bits, three to a word.
const maxWalked = 21

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
	word, shift [maxWalked]int // of row r: its word, and where in it its lane begins
	below       [maxWalked]int // below[r]: how many words hold the rows below row r
	// out[d][j]: in word j, the lanes of no row, and of rows above row d.
	out [maxWalked + 1][maxWords]uint64
}

// newLayout returns the layout of boards of n queens, from 1 to maxWalked.
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

// lines has the cells that queens rule out in the rows below them, as a layout keeps
// them. The words of a row's tables are apart from each other, and have no more than the
// words below the row: so what the last rows need, where a walk spends its time, is
// some 40 kB.
type lines struct {
	// attacks[r][c*below+j] is word j of the cells that a queen in row r, column c,
	// attacks, and in row 0 of those that it rules out by symmetry: see newLines.
	attacks [maxWalked][]uint64
	// through[r][j][(c*r+s)*n+e] is word j of the cells on the line through the cell
	// in row r, column c, and a cell above it, in row s, column e.
	through [maxWalked][maxWords][]uint64
}

// newLines returns the tables of a layout.
//
// Under the symmetries of the square, the column of the first row's queen becomes each of
// the eight distances of the queens in the border's rows and columns from the two ends.
// In the least board of a class none is less. So, when the queen of the first row
// is in column a, those of the last row, the first and the last column keep away from
// the corners by a at least; the walk leaves out the first row's columns itself.
func newLines(l *layout) *lines {
	n := l.n
	t := new(lines)
	for r := range n {
		below := l.below[r]
		t.attacks[r] = make([]uint64, n*below)
		for j := range below {
			t.through[r][j] = make([]uint64, n*r*n)
		}
		for c := range n {
			attacks := t.attacks[r][c*below : (c+1)*below]
			for s := r + 1; s < n; s++ {
				for e := range n {
					attacked := e == c || e-c == s-r || c-e == s-r
					if attacked || r == 0 && nearCorner(n, s, e, c) {
						word, bit := l.bit(s, e)
						attacks[word] |= bit
					}
				}
			}
			for s := range r {
				for e := range n {
					t.draw(l, r, c, s, e)
				}
			}
		}
	}
	return t
}

// nearCorner reports whether a cell of the border other than the first row's is closer than
// a to the nearest corner.
func nearCorner(n, r, c, a int) bool {
	if c == 0 || c == n-1 {
		return min(r, n-1-r) < a
	}
	return r == n-1 && min(c, n-1-c) < a
}

// draw enters the line from a cell in row s, column e through one below it, in row r,
// column c.
func (t *lines) draw(l *layout, r, c, s, e int) {
	down, right := r-s, c-e
	g := gcd(down, max(right, -right))
	down, right = down/g, right/g
	for r2, c2 := r+down, c+right; r2 < l.n && 0 <= c2 && c2 < l.n; r2, c2 = r2+down, c2+right {
		word, bit := l.bit(r2, c2)
		t.through[r][word][(c*r+s)*l.n+e] |= bit
	}
}
