package spies

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/games/spies/search"
	"enumerate/internal/ints"
	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// A board is one queen in each row and column: that of row r is in column b[r], both
// counted from 0. In texts both count from 1.
type board []int

// String returns the columns from 1, row by row: "2 4 1 3".
func (b board) String() string {
	var text []byte
	for r, c := range b {
		if r > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(c)+1, 10)
	}
	return string(text)
}

// cells returns the cells of the queens of some rows.
func (b board) cells(rows []int) []string {
	return lists.Map(rows, func(r int) string { return cellName(r, b[r]) })
}

// cellName returns the name of a cell, row and column from 1: "3,2".
func cellName(row, column int) string { return strconv.Itoa(row+1) + "," + strconv.Itoa(column+1) }

// symmetries is the order of the group of the square.
const symmetries = 8

// image puts the image of a board under one of the symmetries, 0 to 7, into another board
// of its size; see move. 0 is the identity.
func (b board) image(s int, into board) {
	for r, c := range b {
		r, c = move(s, len(b)-1, r, c)
		into[r] = c
	}
}

// move returns where a symmetry takes a cell of a board with last rows and columns behind
// the first: 1 in s reflects the columns, 2 the rows, and 4 then swaps rows and columns.
func move(s, last, row, column int) (r, c int) {
	if s&1 != 0 {
		column = last - column
	}
	if s&2 != 0 {
		row = last - row
	}
	if s&4 != 0 {
		row, column = column, row
	}
	return row, column
}

// least reports whether no image of a board is less, in lexicographic order, and if so
// how many of the eight are the board itself, its automorphisms. Images are written to
// the buffer, of the board's size.
func (b board) least(buffer board) (least bool, automorphisms uint64) {
	for s := range symmetries {
		b.image(s, buffer)
		switch slices.Compare(buffer, b) {
		case -1:
			return false, 0
		case 0:
			automorphisms++
		}
	}
	return true, automorphisms
}

// A conflict is the rows of the queens that make a board invalid, from 0 and in ascending
// order: two that attack each other, or three in line. A valid board has none.
type conflict []int

// certificate names what the conflict is.
func (f conflict) certificate() string {
	if len(f) == 2 {
		return "attack"
	}
	return "line"
}

// verdict returns the verdict that a conflict gives to a board.
func (f conflict) verdict() int {
	if f == nil {
		return valid
	}
	return invalid
}

// solution returns the verdict that a conflict gives to a board, with its certificate.
func (b board) solution(f conflict) enum.Solution {
	if f == nil {
		return enum.Solution{Verdict: verdicts[valid], Certificate: "queens", Names: strings.Fields(b.String())}
	}
	return enum.Solution{Verdict: verdicts[invalid], Certificate: f.certificate(), Names: b.cells(b.through(f))}
}

// through returns the rows of all queens on the line of a conflict: those of an attack are
// two, even where more queens are on their diagonal.
func (b board) through(f conflict) []int {
	if len(f) == 2 {
		return f
	}
	first, down, right := f[0], f[1]-f[0], b[f[1]]-b[f[0]]
	var rows []int
	for r, c := range b {
		if (r-first)*right == (c-b[first])*down {
			rows = append(rows, r)
		}
	}
	return rows
}

// conflict returns the first conflict of a board, nil if it is valid: the one whose last
// queen is highest on the board; of those an attack before a line; of those the one whose
// first queen is highest, then its second. Two queens in one column count as an
// attack, so b need not be a permutation. When the context ends conflict returns its error.
//
// Three queens are in line if a cell between two of them has the third. There are g-1
// such cells for queens that are a rows and b columns apart and g = ints.GCD(a, b), less
// than log n on average: so it takes some n^2 log n steps for a valid board.
func (b board) conflict(ctx context.Context) (conflict, error) {
	for last := range b {
		if (last%64 == 0 || last > 1000) && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for first := range last {
			if b.attack(first, last) {
				return conflict{first, last}, nil
			}
		}
		for first := range last {
			if between := b.between(first, last); between > 0 {
				return conflict{first, between, last}, nil
			}
		}
	}
	return nil, nil
}

// attack reports whether the queens of two rows attack each other.
func (b board) attack(r, s int) bool {
	across := b[s] - b[r]
	return across == 0 || across == s-r || across == r-s
}

// between returns the first row of a queen on the line from the queen of row r to that of
// row s > r, between them, or 0 if there is none.
func (b board) between(r, s int) int {
	down, right := s-r, b[s]-b[r]
	g := ints.GCD(down, max(right, -right))
	down, right = down/g, right/g
	for k := 1; k < g; k++ {
		if b[r+k*down] == b[r]+k*right {
			return r + k*down
		}
	}
	return 0
}

// A reader reads sizes and boards, from 1 to maxSize queens, in these forms:
//
//   - A size: a line with one number.
//   - A board: a line with several numbers, the columns of its queens from 1, row by
//     row. The line before may be its size, as the contest has it. A board of one
//     queen is a line "1" after a line "1".
//   - A board as text: a line for each row, with S for a queen and * or . for any other
//     cell, with or without white space between.
//
// A size is of a board to be found, so from 1 to search.MaxSize. Words, comments and ends of
// lines are those of package text. Empty lines are skipped, but none may stand between a
// size and its board, or within a text board.
//
// What is wrong with an entry is a [text.Error], the first one of it; the entries after it
// follow. A line of more than 1 MiB is an error. A reader holds no more than an entry and
// a line at a time.
type reader struct{ *text.Scanner }

func newReader(r io.Reader) reader { return reader{text.NewScanner(r)} }

// maxLine is the most bytes of a line: no line of maxSize columns has that many.
const maxLine = 1 << 20

// An entry is a size, or a board.
type entry struct {
	size  int
	board board       // nil if only its size is given
	rowOf map[int]int // of the queen of a column, from 1
	first text.Word   // where it begins
}

// next reads the next entry. Its error is io.EOF after the last.
func (r reader) next() (entry, error) {
	words, err := r.Words(maxLine)
	if err != nil {
		return entry{}, err
	}
	e := entry{rowOf: make(map[int]int), first: words[0]}
	switch {
	case isPicture(words):
		err = r.picture(&e, words)
		return e, err
	case len(words) > 1:
		err = e.columns(words, len(words))
		return e, err
	}
	if e.size, err = e.first.Number("size", 1, maxSize); err != nil {
		return e, err
	}
	// A single number behind a size is a size again, unless the size is 1.
	line, err := r.Line(maxLine)
	words = line.Words()
	if len(words) > 1 && !isPicture(words) || len(words) == 1 && e.size == 1 && words[0].Text == "1" {
		err = e.columns(words, e.size)
		return e, err
	}
	r.Unread(line, err)
	if e.size > search.MaxSize {
		return e, e.first.Errorf("no board of %d queens is searched for; want a size from 1 to %d, or the columns of the board", e.size, search.MaxSize)
	}
	return e, nil
}

// isPicture reports whether a line is a row of a text board.
func isPicture(words []text.Word) bool {
	return len(words) > 0 && strings.IndexByte("S*.", words[0].Text[0]) >= 0
}

// columns reads a line as the columns of a board of size queens.
func (e *entry) columns(words []text.Word, size int) error {
	if size > maxSize {
		return words[maxSize].Errorf("%d columns; want at most %d", size, maxSize)
	}
	if got := len(words); got != size {
		return words[min(got-1, size)].Errorf("%d columns; want %d, one for each row of a board of size %d", got, size, size)
	}
	e.size = size
	for _, w := range words {
		column, err := w.Number("column", 1, size)
		if err == nil {
			err = e.put(w, column)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// put puts the queen of the next row into a column, from 1.
func (e *entry) put(at text.Word, column int) error {
	row := len(e.board) + 1
	if before := e.rowOf[column]; before > 0 {
		return at.Errorf("the queens of rows %d and %d are both in column %d; want one in each column", before, row, column)
	}
	e.rowOf[column] = row
	e.board = append(e.board, column-1)
	return nil
}

// picture reads a board as text that begins with a line. It reads all lines that look like
// a row, so that the next entry begins behind them, and returns the first error.
func (r reader) picture(e *entry, words []text.Word) (err error) {
	for isPicture(words) {
		if err == nil {
			err = e.row(words)
		}
		line, failed := r.Line(maxLine)
		if words = line.Words(); !isPicture(words) {
			r.Unread(line, failed)
		}
	}
	if err == nil && len(e.board) < e.size {
		err = e.first.Errorf("a board of %d rows; want %d, as many as columns", len(e.board), e.size)
	}
	return err
}

// row reads a line as the next row of a board. The first one says the size.
func (e *entry) row(words []text.Word) error {
	var queen text.Word
	cells, column := 0, 0
	for _, w := range words {
		for ; w.Text != ""; w = w.From(1) {
			cells++
			switch cell := w.Text[0]; {
			case cell == 'S' && column > 0:
				return w.Errorf("a second queen in the row; want one in each row")
			case cell == 'S':
				column, queen = cells, w
			case cell != '*' && cell != '.':
				return w.Errorf("%s; want S for a queen, or * for another cell", w.Quoted())
			}
			if cells > maxSize || e.size > 0 && cells > e.size {
				return w.Errorf("a row of more than %d cells; want as many as in the first row, at most %d", cells-1, maxSize)
			}
		}
	}
	switch first := words[0]; {
	case e.size > 0 && cells < e.size:
		return first.Errorf("a row of %d cells; want %d, as in the first row", cells, e.size)
	case e.size > 0 && len(e.board) == e.size:
		return first.Errorf("a row more than columns; want %d rows, or an empty line before the next board", e.size)
	case column == 0:
		return first.Errorf("no queen in the row; want one, S, in each row")
	}
	e.size = cells
	return e.put(queen, column)
}
