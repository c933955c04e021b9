package spies

import "math/bits"

// maxTail is the largest number of cells of a tail, as many as three words have bits.
const maxTail = 192

// A tail speeds up the placing of the last queens, when few cells are possible. It numbers these cells, so that a set
// of cells is three words of bits. For each cell, it computes once which other cells a queen there rules out; removing
// them then takes a few instructions.
//
// Two queens rule out all other cells on the line through both. To find these cells, the tail groups its cells by their
// direction from one of the two queens. Opposite directions count as the same, so a group has the cells on one line
// through this queen.
type tail struct {
	first      int                   // the number of queens placed before the tail
	cells      []cell                // the cells of the tail; a cell's index is its number
	one        [maxTail]set          // one[i] is the set of cell i alone
	lines      [64]set               // lines[rank] is the set of the cells of a row or column
	closes     [maxTail]uint64       // closes[i] has the row and the column of cell i, as bits
	ruledOut   [maxTail]set          // ruledOut[i] is what a queen on cell i rules out, alone or with a queen of the path
	third      [maxTail][maxTail]set // third[i][j] is the set of the cells on the line through the cells i and j
	thirdCells set                   // the cells i for which third[i] is known
	queens     [maxWalked]int        // queens[d] is the cell of queen d, for the queens in the tail
	group      [maxTail]uint16       // group[i] is the group of cell i; see together
	members    []set                 // members[g] is the set of the cells in group g
}

type set struct{ a, b, c uint64 }

func (s set) and(t set) set     { return set{s.a & t.a, s.b & t.b, s.c & t.c} }
func (s set) or(t set) set      { return set{s.a | t.a, s.b | t.b, s.c | t.c} }
func (s set) without(t set) set { return set{s.a &^ t.a, s.b &^ t.b, s.c &^ t.c} }

func (s set) len() int {
	return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c)
}

// first returns the least number in a nonempty set.
func (s set) first() int {
	switch {
	case s.a != 0:
		return bits.TrailingZeros64(s.a)
	case s.b != 0:
		return 64 + bits.TrailingZeros64(s.b)
	}
	return 128 + bits.TrailingZeros64(s.c)
}

// groupCells groups the cells of the tail, on which the last queens can stand. A group has the cells for which the
// function `group` returns the same number, for example the cells of a row or on a line through a queen. groupCells
// adds to sets[i] all cells of the group of cell i. It uses t.members as a table of the groups, and leaves it empty.
func (t *tail) groupCells(sets *[maxTail]set, group func(c cell) int) {
	for i, c := range t.cells {
		g := group(c)
		t.group[i], t.members[g] = uint16(g), t.members[g].or(t.one[i])
	}
	for i := range t.cells {
		sets[i] = sets[i].or(t.members[t.group[i]])
	}
	for i := range t.cells {
		t.members[t.group[i]] = set{}
	}
}

// newTail prepares w.tail, which places the last queens, for the cells w.freeCells[d] that the first d queens leave. It
// finds for each cell i the set ruledOut[i] of the cells that a queen there rules out. It returns the set of all cells.
func (w *walker) newTail(d int) set {
	t := &w.tail
	t.first, t.cells, t.thirdCells = d, w.freeCells[d], set{} // findThird has not been called for any cell
	clear(t.lines[:])
	clear(t.ruledOut[:])
	var all set
	for i, c := range t.cells {
		row, column := w.lines(c)
		t.closes[i] = 1<<row | 1<<column
		// t.one[i] is the set of cell i alone.
		t.lines[row], t.lines[column] = t.lines[row].or(t.one[i]), t.lines[column].or(t.one[i])
		all = all.or(t.one[i])
	}
	// Two cells rule each other out if they are in one row, in one column, on one diagonal, or on a line with one of
	// the first d queens.
	t.groupCells(&t.ruledOut, func(c cell) int { return c.row })
	t.groupCells(&t.ruledOut, func(c cell) int { return c.column })
	t.groupCells(&t.ruledOut, func(c cell) int { return c.row + c.column })
	t.groupCells(&t.ruledOut, func(c cell) int { return c.row - c.column + w.n })
	for _, r := range w.rows[:d] {
		t.groupCells(&t.ruledOut, w.directionsFrom(cell{r, w.queens[r]}))
	}
	return all
}

// directionsFrom returns a function that gives a cell the number of its direction from the given cell.
func (w *walker) directionsFrom(from cell) func(c cell) int {
	return func(c cell) int { return int(w.toward[w.step(c.row-from.row, c.column-from.column)]) }
}

// findThird computes third[i], the cells on the lines through cell i and each other cell, unless it is known.
func (w *walker) findThird(i int) {
	if t := &w.tail; t.thirdCells.and(t.one[i]) == (set{}) {
		t.thirdCells = t.thirdCells.or(t.one[i])
		clear(t.third[i][:])
		t.groupCells(&t.third[i], w.directionsFrom(t.cells[i]))
	}
}

// place puts queen d on cell i of the tail (the numbered cells that the first queens leave), and returns the cells of
// the set `free` that she does not rule out. It needs the lines through the earlier queens in the tail, so findThird,
// which finds these lines, must have been called for their cells.
func (t *tail) place(d, i int, free set) set {
	free = free.without(t.ruledOut[i])
	for _, queen := range t.queens[t.first:d] {
		free = free.without(t.third[queen][i])
	}
	t.queens[d] = i
	return free
}

// descendTail places the last queens as descend does, but faster. It works on the cells that the first queens leave,
// which are numbered, so that a set of them is three words. The set `free` has the cells that are still possible. The
// word `open` has a bit for each row and column without a queen (see walker.rank).
func (w *walker) descendTail(d int, free set, open uint64) bool {
	t := &w.tail
	queens := t.queens[t.first:d]
	if d == w.n {
		for _, i := range queens {
			w.queens[t.cells[i].row] = t.cells[i].column
		}
		return w.settle()
	}

	if w.n-d >= interval && w.ctx.Err() != nil {
		return false
	}
	// Find the row or column with the fewest possible cells. Its number, line, has 6 bits, so the least value of
	// cells<<6 | line belongs to it. best is less than 1<<6 if a line has no cell.
	best := maxTail << 6
	for rest := open; rest != 0 && best >= 1<<6; rest &= rest - 1 {
		line := bits.TrailingZeros64(rest)
		best = min(best, free.and(t.lines[line&63]).len()<<6|line)
	}
	cells := free.and(t.lines[best&63])
	if w.byRows && best >= 1<<6 {
		cells = free.and(t.lines[w.rank[d]]) // row d, because the rows above have queens
	}
	if !w.branch(d, cells.len()) {
		return true
	}

	if len(queens) > 0 {
		w.findThird(queens[len(queens)-1])
	}
	for cells != (set{}) {
		i := cells.first()
		cells = cells.without(t.one[i])
		if !w.descendTail(d+1, t.place(d, i, free), open&^t.closes[i]) {
			return false
		}
	}
	return true
}
