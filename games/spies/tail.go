package spies

import "math/bits"

// maxTail is the most cells of a tail.
const maxTail = 192

// A tail has the cells that the queens of a path leave possible, when these are few. The cells are numbered, so a set of
// cells is three words. The cells that a queen rules out are computed once for all paths below, and removed from the
// remaining cells in a few instructions.
//
// From a cell, others are on a line with it if they are in the same direction. So the cells
// that a queen of the path rules out with another one are grouped by their direction
// from the former, and those that two queens of the tail rule out by that from one of these.
type tail struct {
	first    int                   // how many queens the path has
	cells    []cell                // by number
	one      [maxTail]set          // each cell alone
	lines    [64]set               // the cells of each row and column, by rank
	closes   [maxTail]uint64       // the row and the column of each cell, as bits
	ruledOut [maxTail]set          // the cells that a queen here rules out, with those of the path
	third    [maxTail][maxTail]set // those on the line through two cells
	known    set                   // for which cells third is known
	queens   [maxWalked]int        // the cells of the tail's queens, from first on
	group    [maxTail]uint16       // of each cell; see together
	members  []set                 // of each group
}

// A set is some of a tail's cells.
type set struct{ a, b, c uint64 }

func (s set) and(t set) set     { return set{s.a & t.a, s.b & t.b, s.c & t.c} }
func (s set) or(t set) set      { return set{s.a | t.a, s.b | t.b, s.c | t.c} }
func (s set) without(t set) set { return set{s.a &^ t.a, s.b &^ t.b, s.c &^ t.c} }

func (s set) len() int {
	return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c)
}

// first returns the least number in a set that has one.
func (s set) first() int {
	switch {
	case s.a != 0:
		return bits.TrailingZeros64(s.a)
	case s.b != 0:
		return 64 + bits.TrailingZeros64(s.b)
	}
	return 128 + bits.TrailingZeros64(s.c)
}

// together adds to the set of each cell those of its group.
func (t *tail) together(sets *[maxTail]set, group func(c cell) int) {
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

// number makes a tail of the cells that the first d queens leave possible, and returns the set of all of them.
func (w *walker) number(d int) set {
	t := &w.tail
	t.first, t.cells, t.known = d, w.left[d], set{}
	clear(t.lines[:])
	clear(t.ruledOut[:])
	var all set
	for i, c := range t.cells {
		row, column := w.lines(c)
		t.closes[i] = 1<<row | 1<<column
		t.lines[row], t.lines[column] = t.lines[row].or(t.one[i]), t.lines[column].or(t.one[i])
		all = all.or(t.one[i])
	}
	t.together(&t.ruledOut, func(c cell) int { return c.row })
	t.together(&t.ruledOut, func(c cell) int { return c.column })
	t.together(&t.ruledOut, func(c cell) int { return c.row + c.column })
	t.together(&t.ruledOut, func(c cell) int { return c.row - c.column + w.n })
	for _, r := range w.rows[:d] {
		t.together(&t.ruledOut, w.directionsFrom(cell{r, w.queens[r]}))
	}
	return all
}

// directionsFrom returns what groups cells by their direction from one.
func (w *walker) directionsFrom(from cell) func(c cell) int {
	return func(c cell) int { return int(w.toward[w.step(c.row-from.row, c.column-from.column)]) }
}

// know finds the cells on the lines through one.
func (w *walker) know(i int) {
	if t := &w.tail; t.known.and(t.one[i]) == (set{}) {
		t.known = t.known.or(t.one[i])
		clear(t.third[i][:])
		t.together(&t.third[i], w.directionsFrom(t.cells[i]))
	}
}

// place puts queen d into a cell, and returns which of the free cells that leaves. The lines
// through the queens before it are known.
func (t *tail) place(d, i int, free set) set {
	free = free.without(t.ruledOut[i])
	for _, queen := range t.queens[t.first:d] {
		free = free.without(t.third[queen][i])
	}
	t.queens[d] = i
	return free
}

// descendTail is descend with these cells left and these lines without a queen.
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
	best := maxTail << 6 // the fewest cells, and of the lines with so many the first
	for rest := open; rest != 0 && best >= 1<<6; rest &= rest - 1 {
		line := bits.TrailingZeros64(rest)
		best = min(best, free.and(t.lines[line&63]).len()<<6|line)
	}
	cells := free.and(t.lines[best&63])
	if w.byRows && best >= 1<<6 {
		cells = free.and(t.lines[w.rank[d]])
	}
	if !w.branch(d, cells.len()) {
		return true
	}
	if len(queens) > 0 {
		w.know(queens[len(queens)-1])
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
