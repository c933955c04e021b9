package spies

// lines has the cells that queens rule out in the rows below them, as a layout keeps
// them. The words of a row's tables are apart from each other, and have no more than the
// words below the row: so what the last rows need, where a walk spends its time, is
// some 40 kB.
type lines struct {
	// attacks[r][c*below+j] is word j of the cells that a queen in row r, column c,
	// attacks, and in row 0 of those that it rules out by symmetry: see newLines.
	attacks [MaxWalked][]uint64
	// through[r][j][(c*r+s)*n+e] is word j of the cells on the line through the cell
	// in row r, column c, and a cell above it, in row s, column e.
	through [MaxWalked][maxWords][]uint64
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
