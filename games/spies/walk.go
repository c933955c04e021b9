package spies

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/internal/ints"
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

	queens board                           // of the path
	cells  [maxWalked]int                  // r*n+c of each
	used   [maxWalked + 1]uint32           // the columns of the first queens
	shut   [maxWalked + 1][maxWords]uint64 // the cells that these rule out below them

	followed uint64                // prefixes that were followed
	givenUp  [maxWalked + 1]uint64 // by length: prefixes that were given up
	buffer   board
}

// newWalker returns a walker with no queen on its path, for n from 1 to maxWalked.
func newWalker(n int) *walker {
	l := newLayout(n)
	w := &walker{
		layout: l, lines: newLines(l), ctx: context.Background(),
		queens: make(board, n), buffer: make(board, n),
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

// Walk tallies the boards with the shard's prefix.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.begin(ctx)
	w.finish(shard.Path, func(automorphisms uint64) bool {
		tally.Add(valid, automorphisms, 1)
		return true
	})
	w.weigh(tally)
	return ctx.Err()
}

// begin clears what was counted.
func (w *walker) begin(ctx context.Context) {
	w.ctx = ctx
	w.followed = 0
	w.givenUp = [maxWalked + 1]uint64{}
}

// finish visits every valid board with a prefix that is the least of its class, in
// lexicographic order. It counts all others with the prefix as given up.
func (w *walker) finish(path []byte, visit func(automorphisms uint64) bool) {
	if !w.replay(path) {
		w.givenUp[len(path)]++
		return
	}
	w.descend(len(path), w.n, func() bool {
		least, automorphisms := w.queens.least(w.buffer)
		if !least {
			w.givenUp[w.n]++
			return true
		}
		return visit(automorphisms)
	})
}

// weigh adds what was given up to a tally: (n-d)! boards for a prefix of d queens.
func (w *walker) weigh(tally *enum.Tally) {
	for d, prefixes := range w.givenUp[:w.n+1] {
		weight := boards(w.n - d)
		tally.AddBig(invalid, enum.NoClass, weight.Mul(weight, new(big.Int).SetUint64(prefixes)))
	}
}

// descent goes down to a prefix that leaves some rows, choosing at each row with equal
// chances among the prefixes that are followed and, as one, all those that are given up. It is an
// [enum.Descent].
func (w *walker) descent(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	const rows = 12
	w.begin(ctx)
	var path []byte
	weight := 1.0
	for len(path) < w.n-rows {
		var alive []byte
		d := len(path)
		w.replay(path)
		w.descend(d, d+1, func() bool {
			alive = append(alive, byte(w.queens[d]))
			return true
		})
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		branches := len(alive)
		if w.givenUp[d+1] > 0 {
			branches++
		}
		weight *= float64(branches)
		choice := random.IntN(branches)
		if choice == len(alive) {
			w.weigh(tally)
			return weight, ctx.Err()
		}
		w.givenUp[d+1] = 0
		path = append(path, alive[choice])
	}
	return weight, w.Walk(ctx, enum.Shard{Path: path}, tally)
}

// newLister returns what visits the classes of one size whose least board has a shard's
// prefix, in lexicographic order of these. Valid ones are found as a walk finds them; for the
// others all boards are looked at whose border could be that of a least board.
func newLister(n int) (enum.Lister, error) {
	if _, err := walkable(n, enum.Means{}); err != nil {
		return nil, err
	}
	w := newWalker(n)
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

// class returns a class on a listing whose least board this is, for now.
func (b board) class() enum.Class {
	return enum.Class{Game: b.String, Solution: func() enum.Solution {
		conflict, err := b.conflict(context.Background())
		if err != nil {
			panic(err) // this context does not end
		}
		return b.solution(conflict)
	}}
}

// A lister visits the least boards with a prefix, one by one.
type lister struct {
	ctx           context.Context
	path          []byte
	verdict       int
	visit         func(enum.Class) bool
	class         enum.Class // of the board, but for its verdict and automorphisms
	board, buffer board
}

// extend visits all boards that extend the first d queens, which have these columns. It
// reports false when visit does.
func (l *lister) extend(d int, used uint32) (on bool, err error) {
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
			continue // its image is less: see newLines
		}
		l.board[d] = c
		if on, err := l.extend(d+1, used|1<<c); !on || err != nil {
			return on, err
		}
	}
	return true, nil
}

// settle visits the board if it is the least of its class and has the verdict.
func (l *lister) settle() (on bool, err error) {
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
	g := ints.GCD(down, max(right, -right))
	down, right = down/g, right/g
	for r2, c2 := r+down, c+right; r2 < l.n && 0 <= c2 && c2 < l.n; r2, c2 = r2+down, c2+right {
		word, bit := l.bit(r2, c2)
		t.through[r][word][(c*r+s)*l.n+e] |= bit
	}
}
