package spies

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/ints"
)

// A walker finds the valid boards of a size up to symmetry. The queens that it has placed are its path. It rules out a
// cell only if no valid board that is the least of its class can have a queen there together with the queens of the
// path, and gives up a path if some row or column without a queen has no possible cell.
//
// The walker also counts the boards that it gives up: if m rows have no queen, (m-1)! boards have the queens of the
// path and one more on a given cell in a row and a column without a queen.
type walker struct {
	n      int
	byRows bool // whether to go down row by row, so that boards are visited in lexicographic order
	ctx    context.Context
	visit  func(automorphisms uint64) bool

	queens    board                 // queens[r] is the column of the path's queen in row r
	rows      [maxWalked]int        // rows[d] is the row of queen d of the path
	open      [maxWalked + 1]uint64 // open[d] has the rows and columns without one of the first d queens, as bits
	freeCells [maxWalked + 1][]cell // freeCells[d] has the cells that the first d queens leave
	next      [maxWalked + 1][]cell // next[d] has those cells of freeCells[d] to which queen d may go
	rank      [2 * maxWalked]int    // rank[r] is the bit of row r, and rank[n+c] the bit of column c
	looks     uint64                // the number of looks: cells from which the queens were examined
	lastLook  []uint64              // lastLook[d] is the last look that found a queen in direction d
	toward    []uint16              // toward[step] is the number of the step's direction; see the method step
	tail      tail

	pathCount uint64                // the number of paths that were followed
	givenUp   [maxWalked + 1]uint64 // givenUp[d] is the number of paths of d queens that were given up
	buffer    board
}

type cell struct{ row, column int }

// newWalker returns a walker for boards of n queens, from 1 to maxWalked. It numbers rows and columns from the middle
// outwards. Of rows and columns with equally few possible cells, the walker takes one near the middle of the board,
// where queens rule out the most cells.
func newWalker(n int) *walker {
	w := &walker{
		n: n, ctx: context.Background(), queens: make(board, n), buffer: make(board, n),
		toward: make([]uint16, 4*n*n), lastLook: make([]uint64, 4*n*n), tail: tail{members: make([]set, 4*n*n)},
	}
	w.open[0] = 1<<(2*n) - 1 // no row and no column has a queen
	for p := range n {
		// Alternate the sides of the middle, which is 0: n = 5 gives 3 1 0 2 4.
		off := max(2*p-n+1, n-2-2*p, 0)
		w.rank[p], w.rank[n+p] = 2*off, 2*off+1
	}
	for down := 1 - n; down < n; down++ {
		for right := 1 - n; right < n; right++ {
			g := max(1, ints.GCD(max(down, -down), max(right, -right)))
			if down < 0 || down == 0 && right < 0 {
				g = -g // opposite steps are on the same line, so they have one direction
			}
			// The direction of a step is the number of the shortest step on the same line.
			w.toward[w.step(down, right)] = uint16(w.step(down/g, right/g))
		}
	}
	for i := range 64 { // the tail places the last queens by sets of cells, each of three words of 64 bits
		w.tail.one[i].a, w.tail.one[64+i].b, w.tail.one[128+i].c = 1<<i, 1<<i, 1<<i
	}
	return w
}

// step returns the number of the step that goes `down` rows down and `right` columns to the right. The table w.toward
// maps the number of a step to its direction: the number of the shortest step along the same line, down or, within a
// row, to the right. So two steps are along the same line if they have the same direction.
func (w *walker) step(down, right int) int { return (w.n+down)*2*w.n + w.n + right }

// free reports whether the next queen can stand on the cell c after the first d queens: no queen attacks the cell, no
// two queens are in line with it, and the board can still be the least of its class.
//
// For the last condition, consider the queens in the first and last row and column. Each has two distances from the
// ends of her row or column, eight in all. For each distance, some symmetry moves the queen into the first row, with
// this distance as her column. So in the least board of a class, none of the distances is less than the column of the
// first row's queen.
func (w *walker) free(d int, c cell) bool {
	if d == 0 {
		return c.row > 0 || c.column <= w.n-1-c.column // otherwise the mirror image of the board is less
	}
	if nearCorner(w.n, c.row, c.column, w.queens[0]) {
		return false
	}

	w.looks++
	for _, r := range w.rows[:d] {
		down, right := c.row-r, c.column-w.queens[r]
		direction := w.toward[w.step(down, right)]
		attacked := down == 0 || right == 0 || down == right || down == -right
		inLine := w.lastLook[direction] == w.looks // with another queen in the same direction
		if attacked || inLine {
			return false
		}
		w.lastLook[direction] = w.looks
	}
	return true
}

// lines returns the bits of the row and the column of a cell.
func (w *walker) lines(c cell) (row, column int) { return w.rank[c.row], w.rank[w.n+c.column] }

// place puts queen d of the path on the cell c.
func (w *walker) place(d int, c cell) {
	w.rows[d], w.queens[c.row] = c.row, c.column
	row, column := w.lines(c)
	w.open[d+1] = w.open[d] &^ (1<<row | 1<<column)
}

// choose stores all cells on which another queen can stand after the first d queens in w.freeCells[d]. It returns the
// cells of the row or column that gets the next queen, usually the one with the fewest cells, or no cells if some row
// or column without a queen has none.
func (w *walker) choose(d int) []cell {
	w.freeCells[d] = w.freeCells[d][:0]
	var counts [2 * maxWalked]int
	for i := range w.n * w.n {
		if c := (cell{i / w.n, i % w.n}); w.free(d, c) {
			w.freeCells[d] = append(w.freeCells[d], c)
			row, column := w.lines(c)
			counts[row]++
			counts[column]++
		}
	}

	best := bits.TrailingZeros64(w.open[d])
	for open := w.open[d]; open != 0; open &= open - 1 {
		if l := bits.TrailingZeros64(open); counts[l] < counts[best] {
			best = l
		}
	}
	if counts[best] > 0 && (w.byRows || d < depth(w.n)) {
		best = w.rank[d]
	}

	w.next[d] = w.next[d][:0]
	for _, c := range w.freeCells[d] {
		if row, column := w.lines(c); row == best || column == best {
			w.next[d] = append(w.next[d], c)
		}
	}
	return w.next[d]
}

// branch counts the paths (placings of some queens) that are followed and that are given up. The next queen goes into a
// certain row or column, of which n-d cells are not in a row or column of the first d queens. She can stand on `cells`
// of these n-d cells, and each gives a path of d+1 queens to follow. Each of the others gives a path of d+1 queens that
// is given up. If she can stand nowhere, branch returns false and counts the path of d queens as given up, instead of
// its n-d continuations.
func (w *walker) branch(d, cells int) bool {
	if cells == 0 {
		w.givenUp[d]++
		w.pathCount--
		return false
	}
	w.givenUp[d+1] += uint64(w.n - d - cells)
	w.pathCount += uint64(cells)
	return true
}

// interval is the number of rows without a queen from which on the context is checked. Fewer are filled quickly.
const interval = 10

// descend goes through all ways to place the other queens after the first d. For every board that is valid and the
// least of its class, settle calls w.visit. The other paths (placings of some queens) are given up, and branch and
// settle count them. Nothing needs to be undone for the next way, which overwrites what the last one stored. descend
// returns false when w.visit does or the context ends.
func (w *walker) descend(d int) bool {
	if d == w.n {
		return w.settle()
	}
	if w.ctx.Err() != nil {
		return false
	}
	cells := w.choose(d)
	if d > 0 && len(w.freeCells[d]) <= maxTail {
		return w.descendTail(d, w.newTail(d), w.open[d]) // does the same with fewer cells, which fit into words
	}
	if w.branch(d, len(cells)) {
		for _, c := range cells {
			w.place(d, c)
			if !w.descend(d + 1) {
				return false
			}
		}
	}
	return true
}

// settle visits the complete board in w.queens if none of its symmetric images is less. Otherwise it counts it as given
// up.
func (w *walker) settle() bool {
	least, automorphisms := w.queens.least(w.buffer)
	if !least {
		w.givenUp[w.n]++
		return true
	}
	return w.visit(automorphisms)
}

// replay places the queens of a shard's prefix, and reports whether a valid board that is the least of its class may
// begin with them.
func (w *walker) replay(path []byte) bool {
	for d, column := range path {
		c := cell{d, int(column)}
		if !w.free(d, c) {
			return false
		}
		w.place(d, c)
	}
	return len(path) == w.n || len(w.choose(len(path))) > 0
}

// Walk tallies the boards of a shard.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.begin(ctx)
	w.finish(shard.Path, counted(tally))
	w.weigh(tally)
	return ctx.Err()
}

// counted returns a function that adds a valid class to the tally.
func counted(tally *enum.Tally) func(automorphisms uint64) bool {
	return func(automorphisms uint64) bool {
		tally.Add(valid, automorphisms, 1)
		return true
	}
}

func (w *walker) begin(ctx context.Context) {
	w.ctx = ctx
	w.pathCount = 0
	w.givenUp = [maxWalked + 1]uint64{}
}

// finish visits the valid boards that are the least of their class and begin with the queens in the columns of `path`.
// The other boards that begin with these queens belong to paths (placings of some queens) that are given up. w.givenUp
// counts these paths by their number of queens.
func (w *walker) finish(path []byte, visit func(automorphisms uint64) bool) {
	if !w.replay(path) {
		w.givenUp[len(path)]++
		return
	}
	w.visit = visit
	w.descend(len(path))
}

// weigh adds to a tally, as invalid, the (n-d)! boards of each path of d queens that was given up.
func (w *walker) weigh(tally *enum.Tally) {
	for d, prefixes := range w.givenUp[:w.n+1] {
		weight := boards(w.n - d)
		tally.AddBig(invalid, enum.NoClass, weight.Mul(weight, new(big.Int).SetUint64(prefixes)))
	}
}

// descent walks down one random path to estimate the numbers of a whole walk; it implements [enum.Descent]. For each
// queen it chooses one of several branches, with the same probability. A branch is a cell where she can stand in her
// row or column. One more branch stands for all cells of this line where she breaks a rule, if there are any, and ends
// the descent. When few cells are left for all further queens, descent counts all boards from there. The weight, by
// which the tally must be multiplied for an unbiased estimate, is the product of the numbers of branches.
func (w *walker) descent(ctx context.Context, random *rand.Rand, tally *enum.Tally, _ func(weight float64)) (float64, error) {
	w.begin(ctx)
	w.visit = counted(tally)
	weight := 1.0
	for d := 0; ; d++ {
		cells := w.choose(d)
		if len(cells) == 0 || d > 0 && len(w.freeCells[d]) <= maxTail {
			w.descend(d) // gives up the path, or counts all boards from here
			break
		}
		branches := min(len(cells)+1, w.n-d) // no further branch if all n-d cells are possible
		weight *= float64(branches)
		choice := random.IntN(branches)
		if choice == len(cells) {
			w.givenUp[d+1] = uint64(w.n - d - len(cells))
			break
		}
		w.place(d, cells[choice])
	}
	w.weigh(tally)
	return weight, ctx.Err()
}

// newLister returns a function that lists the classes of boards of n queens in the lexicographic order of their least
// boards. It finds valid classes by a walk. For invalid classes it goes through all boards, except those whose queens
// at the border show that a symmetric board is less.
func newLister(n int) (enum.Lister, error) {
	if _, err := walkable(n, enum.Means{}); err != nil {
		return nil, err
	}
	w := newWalker(n)
	w.byRows = true
	class := w.queens.class()
	l := &lister{board: make(board, n), buffer: w.buffer}
	l.class = l.board.class()
	return func(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
		if verdict == valid {
			w.begin(ctx)
			w.finish(shard.Path, func(automorphisms uint64) bool {
				class.Verdict, class.Automorphisms = valid, automorphisms
				return visit(class)
			})
			return ctx.Err()
		}
		l.ctx, l.path, l.verdict, l.visit = ctx, shard.Path, verdict, visit
		_, err := l.extend(0, 0)
		return err
	}, nil
}

// class returns the class whose least board is b. It is valid until b changes.
func (b board) class() enum.Class {
	return enum.Class{Game: b.String, Solution: func() single.Solution {
		conflict, err := b.conflict(context.Background())
		if err != nil {
			panic(err) // this context does not end
		}
		return b.solution(conflict)
	}}
}

type lister struct {
	ctx           context.Context
	path          []byte
	verdict       int
	visit         func(enum.Class) bool
	class         enum.Class // verdict and automorphisms are set for each board
	board, buffer board
}

// extend visits all boards that extend the first d queens, whose columns are the bits of `used`. It returns false when
// visit does.
func (l *lister) extend(d int, used uint32) (more bool, err error) {
	n := len(l.board)
	if d == n {
		return l.settle()
	}
	if n-d >= 8 && l.ctx.Err() != nil { // 8! boards take some milliseconds
		return false, l.ctx.Err()
	}

	first, last := 0, n-1
	if d < len(l.path) {
		first, last = int(l.path[d]), int(l.path[d])
	}
	for c := first; c <= last; c++ {
		switch {
		case used>>c&1 != 0:
			continue
		case d == 0 && c > n-1-c, d > 0 && nearCorner(n, d, c, l.board[0]):
			continue // an image of the board is less; see walker.free
		}

		l.board[d] = c
		if more, err := l.extend(d+1, used|1<<c); !more || err != nil {
			return more, err
		}
	}
	return true, nil
}

// settle visits a complete board that is the least of its class and has the verdict of the listing. It returns false if
// visit does.
func (l *lister) settle() (more bool, err error) {
	least, automorphisms := l.board.least(l.buffer)
	if !least {
		return true, nil
	}
	conflict, err := l.board.conflict(l.ctx)
	if err != nil {
		return false, err
	}
	verdict := conflict.verdict()
	if l.verdict != enum.AnyVerdict && verdict != l.verdict {
		return true, nil
	}
	l.class.Verdict, l.class.Automorphisms = verdict, automorphisms
	return l.visit(l.class), nil
}

// maxWalked is the largest number of queens for the method walk. One more queen takes about five times as long.
const maxWalked = 22

// nearCorner reports whether the cell in row r and column c is in the last row, or in the first or last column, of a
// board of n rows, and closer to the nearest corner than the given distance. If the distance is the column of the first
// row's queen, a queen on such a cell means that the board is not the least of its class, because a symmetry puts this
// queen into the first row, farther to the left.
func nearCorner(n, r, c, distance int) bool {
	if c == 0 || c == n-1 {
		return min(r, n-1-r) < distance
	}
	return r == n-1 && min(c, n-1-c) < distance
}
