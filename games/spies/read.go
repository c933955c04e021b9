package spies

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"enumerate/games/spies/search"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// A reader reads sizes and boards, from 1 to maxSize queens, in these forms:
//
//   - A size: one number.
//   - A board: the columns of its queens on one line, from 1, row by row. The line before may be its size, as in the
//     contest. A board of one queen is a line "1" after a line "1".
//   - A picture: a line for each row, with S or Q for a queen and *, . or _ for any other cell, or with 1 and 0. There
//     may be white space between the cells.
//   - Points: row and column of each queen, all on one line, as (1,2) (2,4) or 1,2 2,4, or one point on each line.
//
// Brackets, commas and quotes may stand around and between columns, rows and cells, as in lists that programs print.
// Rows and columns count from 1, or from 0 if a 0 is among them. A guess is noted in a remark of the entry. Lines that
// may be different boards are refused.
//
// A size asks for a board, so it must be from 1 to search.MaxSize. Words, comments and ends of lines are those of
// package text. Empty lines are skipped, but none may stand between a size and its board, or within a picture or a list
// of points.
//
// The first fault of an entry is a [text.Error]; reading continues with the next entry. A reader keeps in memory one
// entry and the line after it, and all consecutive lines of two numbers, which may be one board.
type reader struct {
	*text.Scanner
	queue []line // lines that were read ahead, to decide how an earlier line is meant
}

func newReader(r io.Reader) *reader { return &reader{Scanner: text.NewScanner(r)} }

// maxLine is the largest number of bytes of a line; more are an error. A line with maxSize columns has fewer.
const maxLine = 1 << 20

type entry struct {
	size   int
	board  board       // nil if the entry is a size only
	rowOf  map[int]int // rowOf[c] is the row of the queen in column c, both from 1
	first  text.Word   // the first word of the entry
	remark string      // what was guessed about how to read the entry
}

// A line has the words of a line of text, cut at blanks and punctuation.
type line struct {
	words  []text.Word
	groups [][]text.Word // the words between brackets; or pairs with a comma, as in 1,2 2,4
	board  bool          // whether the line is known to be a board of two queens
}

const punctuation = "[](){},;|\"'"

// readLine returns the next line; an empty line has no words.
func (r *reader) readLine() (line, error) {
	if len(r.queue) > 0 {
		next := r.queue[0]
		r.queue = r.queue[1:]
		return next, nil
	}
	whole, err := r.Line(maxLine)
	if err != nil {
		return line{}, err
	}
	return cut(whole.Words()), nil
}

// cut cuts fields, the parts of a line between blanks, into words at punctuation. It also groups the words, which may
// be points or rows of a picture: if all fields are pairs such as 1,2, each field is a group, otherwise the words
// between two brackets. A line without pairs and brackets is one group.
func cut(fields []text.Word) line {
	var l line
	pairs := len(fields) > 1 // whether all fields so far are pairs
	var group []text.Word
	endGroup := func() {
		if len(group) > 0 {
			l.groups = append(l.groups, group)
			group = nil
		}
	}

	for _, w := range fields {
		pairs = pairs && isPair(w.Text)
		for w.Text != "" {
			end := strings.IndexAny(w.Text, punctuation)
			if end != 0 {
				if end < 0 {
					end = len(w.Text)
				}
				word := w
				word.Text = w.Text[:end]
				group = append(group, word)
				w = w.From(end)
				continue
			}
			if strings.IndexByte("[](){}", w.Text[0]) >= 0 {
				endGroup()
			}
			w = w.From(1)
		}
		if pairs {
			endGroup()
		}
	}

	endGroup()
	l.words = slices.Concat(l.groups...)
	// Without pairs and brackets the groups mean nothing.
	if !pairs && len(fields) > 1 && len(l.groups) > 1 && !slices.ContainsFunc(fields, hasBracket) {
		l.groups = [][]text.Word{l.words}
	}
	return l
}

func hasBracket(w text.Word) bool { return strings.ContainsAny(w.Text, "[](){}") }

func isPair(word string) bool {
	row, column, found := strings.Cut(word, ",")
	return found && isDigits(row) && isDigits(column)
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isCells reports whether a word consists of the digits 0 and 1.
func isCells(w text.Word) bool { return w.Text != "" && strings.Trim(w.Text, "01") == "" }

// begin returns the next line that has words.
func (r *reader) begin() (line, error) {
	for {
		l, err := r.readLine()
		if err != nil || len(l.words) > 0 {
			return l, err
		}
	}
}

// next reads the next entry. Its first line decides its form, whose method reads the other lines.
func (r *reader) next() (entry, error) {
	l, err := r.begin()
	if err != nil {
		return entry{}, err
	}
	e := entry{rowOf: make(map[int]int), first: l.words[0]}
	switch {
	case isPicture(l.words): // such as .Q..
		err = r.picture(&e, l, isPicture)
	case len(l.groups) > 1: // such as (1,2) (2,4)
		err = r.readGroups(&e, l)
	case len(l.words) == 1: // a size, or the first row of a picture such as 0100
		err = r.number(&e, l)
	case len(l.words) == 2 && !l.board: // such as 1 2, which may be a point, a board of two queens or a row of a picture
		err = r.pairs(&e, l)
	case areCells(l.words) && !l.board: // such as 0 1 0 0
		e.remark = cellsRemark
		err = r.picture(&e, l, cellsLike(l.words))
	default: // the columns of the queens
		err = e.columns(l.words, len(l.words))
	}
	return e, err
}

// number reads an entry whose first line l is a single number: a size, or the first row of a picture, such as 0100. The
// lines that follow decide.
func (r *reader) number(e *entry, l line) (err error) {
	if r.beginsCells(l) {
		e.remark = cellsRemark
		return r.picture(e, l, cellsLike(l.words))
	}
	if e.size, err = e.first.Number("size", 1, maxSize); err != nil {
		return err
	}

	// A single number after a size is another size, unless both are 1.
	next, err := r.readLine()
	words := next.words
	if err != nil {
		r.Unread(r.End(), err)
	}

	onlyCells := areCells(words) && len(words) > 2
	switch {
	case len(words) == 1 && e.size == 1 && words[0].Text == "1":
		return e.columns(words, e.size)
	case len(words) == 2 && e.size > 2 && len(next.groups) == 1:
		return r.sizedPairs(e, next)
	case len(words) > 1 && len(next.groups) == 1 && !isPicture(words) && !onlyCells:
		return e.columns(words, e.size)
	}

	if err == nil {
		r.queue = append([]line{next}, r.queue...)
	}
	if e.size > search.MaxSize {
		return e.first.Errorf("%d queens are too many to search for a board; expected a size from 1 to %s, or the columns of the board", e.size, rows.Count(search.MaxSize))
	}
	return nil
}

// beginsCells reports whether the word of line l is the first row of a picture, such as 0100, and not a size, such as
// 10. A word of 0 and 1 that begins with 0 is a row. One that begins with 1 is a row only if the next line is such a
// word of the same length that begins with 0: two rows cannot both have their queen in the first column.
func (r *reader) beginsCells(l line) bool {
	w := l.words[0]
	if !isCells(w) || len(w.Text) < 2 {
		return false
	}
	if w.Text[0] == '0' {
		return true
	}
	next, err := r.readLine()
	if err != nil {
		r.Unread(r.End(), err)
		return false
	}
	r.queue = append([]line{next}, r.queue...)
	return len(next.words) == 1 && isCells(next.words[0]) && next.words[0].Text[0] == '0' && len(next.words[0].Text) == len(w.Text)
}

const (
	cellsRemark  = "0 and 1 are read as the cells of a board, 1 for a queen"
	pointsRemark = "pairs of numbers are read as row and column"
	zeroRemark   = "columns are counted from 0"
	zeroesRemark = "pairs of numbers are read as row and column, counted from 0"
)

// isPicture reports whether the words of a line are a row of a picture, in the characters of the constants `queens` and
// `others`. The first character decides, but a first word such as -1 is a number.
func isPicture(words []text.Word) bool {
	if len(words) == 0 {
		return false
	}
	first, size := utf8.DecodeRuneInString(words[0].Text)
	if first == '-' {
		return !strings.ContainsAny(words[0].Text[size:], "0123456789")
	}
	return strings.ContainsRune(queens, first) || strings.ContainsRune(others, first)
}

func areCells(words []text.Word) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w text.Word) bool { return !isCells(w) })
}

// cellsLike returns a function that recognizes the further rows of a picture in 0 and 1, given its first row.
func cellsLike(first []text.Word) func([]text.Word) bool {
	width := cellsOf(first)
	return func(words []text.Word) bool { return areCells(words) && cellsOf(words) == width }
}

func cellsOf(words []text.Word) (cells int) {
	for _, w := range words {
		cells += len(w.Text)
	}
	return cells
}

const (
	queens = "SsQq♕♛"
	others = "*._-·"
)

// columns reads words as the columns of a board with the given number of queens.
func (e *entry) columns(words []text.Word, size int) error {
	if size > maxSize {
		return words[maxSize].Errorf("%d columns; expected at most %s", size, rows.Count(maxSize))
	}
	if got := len(words); got != size {
		return words[min(got-1, size)].Errorf("%d columns; expected %d, one for each row of a board of size %d", got, size, size)
	}
	e.size = size
	least := 1 // the number of the first column
	if countsFromZero(words, size) {
		least, e.remark = 0, zeroRemark
	}
	for _, w := range words {
		column, err := w.Number("column", least, size-1+least)
		if err == nil {
			err = e.put(w, column+1-least)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// countsFromZero reports whether row or column numbers count from 0: a 0 is among them, and `size`, which occurs only
// if they count from 1, is not among them.
func countsFromZero(words []text.Word, size int) bool {
	zero := false
	for _, w := range words {
		n, err := w.Number("", 0, size)
		if err == nil && n == size {
			return false
		}
		zero = zero || err == nil && n == 0
	}
	return zero
}

// put puts the queen of the next row into a column, counted from 1.
func (e *entry) put(at text.Word, column int) error {
	row := len(e.board) + 1
	if before := e.rowOf[column]; before > 0 {
		return at.Errorf("the queens of rows %d and %d are both in column %d; each column has one queen", before, row, column)
	}
	e.rowOf[column] = row
	e.board = append(e.board, column-1)
	return nil
}

// readGroups reads a line of several groups: points, such as (1,2) (2,4), or the rows of a picture, such as [0,1]
// [1,0]. If both are possible, they must give the same board.
func (r *reader) readGroups(e *entry, l line) error {
	n := len(l.groups)
	square := !slices.ContainsFunc(l.groups, func(g []text.Word) bool { return len(g) != n || !areCells(g) })
	points := !slices.ContainsFunc(l.groups, func(g []text.Word) bool { return len(g) != 2 })
	switch {
	case square && points:
		return e.either(l.groups, []reading{{"the cells of a board, 1 for a queen", (*entry).cells}, {"row and column of each queen", (*entry).points}},
			"write the columns of the queens, as in 2 1")
	case square:
		return e.cells(l.groups)
	case points:
		return e.points(l.groups)
	}
	return e.first.Errorf("%d lists of numbers; expected one board on each line, or row and column of each queen, as in (1,2) (2,4)", n)
}

// sizedPairs reads the board that follows a size, if the first line after the size has two numbers. Such a line is
// either the first of a list of points, each the row and column of a queen, or a whole board of two queens, given by
// their columns. The lines are a list of points if there are as many consecutive lines of two numbers as the size says.
// Otherwise the first line must be the whole board.
func (r *reader) sizedPairs(e *entry, first line) error {
	block, err := r.block(first)
	if err != nil {
		return err
	}
	if len(block) != e.size {
		r.queue = append(block[1:], r.queue...)
		return e.columns(first.words, e.size)
	}
	return e.points(groupsOf(block))
}

// pairs reads an entry whose first line has two numbers, together with the lines of two numbers that follow it. These
// lines, the block, may have one of three forms:
//
//   - boards of two queens: each line has the columns of both queens, such as 1 2;
//   - one board in points: each line has the row and column of a queen, such as the lines 1 2, 2 4, 3 1, 4 3;
//   - one board of two queens as a picture: each line has two cells, 1 for a queen, such as the lines 1 0, 0 1.
//
// A block that can be read in more than one way is an error.
func (r *reader) pairs(e *entry, first line) error {
	block, err := r.block(first)
	if err != nil {
		return err
	}
	groups := groupsOf(block)
	eachIsBoard := !slices.ContainsFunc(groups, func(g []text.Word) bool { return (&entry{rowOf: make(map[int]int)}).columns(g, 2) != nil })
	togetherArePoints := (&entry{rowOf: make(map[int]int)}).points(groups) == nil
	switch {
	case eachIsBoard && togetherArePoints && len(block) == 2: // two boards or one, such as 1 2 and 2 1
		readings := []reading{{"two boards of two queens", (*entry).twoBoards}, {"row and column of each queen", (*entry).points}, {"the cells of a board", (*entry).cells}}
		return e.either(groups, readings, "separate boards by an empty line, or write the points in parentheses")
	case togetherArePoints, len(block) > 2 && !eachIsBoard && beyondTwo(groups):
		// One board in points. Either all lines are points, or some line is neither a point nor a board of two queens;
		// e.points then returns this fault.
		return e.points(groups)
	}
	// Each line is a separate board. The others wait in the queue.
	for i := range block {
		block[i].board = true
	}
	r.queue = append(block[1:], r.queue...)
	return e.columns(first.words, 2)
}

// beyondTwo reports whether some line has anything but the numbers 0 to 2, so that it cannot be a board of two queens.
func beyondTwo(groups [][]text.Word) bool {
	return slices.ContainsFunc(groups, func(g []text.Word) bool {
		return slices.ContainsFunc(g, func(w text.Word) bool { _, err := w.Number("", 0, 2); return err != nil })
	})
}

// block returns the given line of two numbers, and all such lines that follow it without a gap.
func (r *reader) block(first line) ([]line, error) {
	lines := []line{first}
	for {
		next, err := r.readLine()
		if err != nil {
			r.Unread(r.End(), err)
			return lines, nil
		}
		if len(next.words) != 2 || len(next.groups) != 1 || isPicture(next.words) {
			r.queue = append([]line{next}, r.queue...)
			return lines, nil
		}
		if len(lines) == maxSize {
			return nil, next.words[0].Errorf("more than %s lines of two numbers; expected at most %[1]s queens", rows.Count(maxSize))
		}
		lines = append(lines, next)
	}
}

func groupsOf(block []line) [][]text.Word {
	return lists.Map(block, func(l line) []text.Word { return l.words })
}

type reading struct {
	words string // what the numbers are in this reading, for errors
	read  func(e *entry, groups [][]text.Word) error
}

// errTwoBoards is returned by twoBoards: two boards are a possible reading, but not the one board of an entry.
var errTwoBoards = errors.New("two boards")

func (e *entry) twoBoards([][]text.Word) error { return errTwoBoards }

// either reads groups of numbers in each of the given readings. If the possible readings give different boards, the
// error ends with the argument choose, the advice how to write what is meant. If no reading is possible, either returns
// the error of the last one.
func (e *entry) either(groups [][]text.Word, readings []reading, choose string) error {
	var fits []string
	var failed error
	var found entry
	differ := false

	for _, reading := range readings {
		try := entry{rowOf: make(map[int]int), first: e.first}
		if err := reading.read(&try, groups); err != nil && err != errTwoBoards {
			failed = err
			continue
		}
		fits = append(fits, "as "+reading.words)
		if len(fits) == 1 {
			found = try
		}
		differ = differ || !slices.Equal(found.board, try.board)
	}

	switch {
	case len(fits) == 0:
		return failed
	case differ:
		return e.first.Errorf("%d readings are possible, %s: %s", len(fits), strings.Join(fits, " and "), choose)
	}
	*e = found
	return nil
}

// cells reads groups of 0 and 1 as the rows of a picture.
func (e *entry) cells(groups [][]text.Word) error {
	e.remark = cellsRemark
	for _, g := range groups {
		if err := e.row(g); err != nil {
			return err
		}
	}
	return nil
}

// points reads row and column of each queen, in any order.
func (e *entry) points(groups [][]text.Word) error {
	n := len(groups)
	if n > maxSize {
		return groups[maxSize][0].Errorf("%d points; expected at most %s", n, rows.Count(maxSize))
	}
	least := 1 // the number of the first row and column
	e.remark = pointsRemark
	if countsFromZero(slices.Concat(groups...), n) {
		least, e.remark = 0, zeroesRemark
	}

	columns := make(board, n)
	at := make([]text.Word, n) // the word with the column of each row's queen
	for _, g := range groups {
		row, err := g[0].Number("row", least, n-1+least)
		if err != nil {
			return err
		}
		column, err := g[1].Number("column", least, n-1+least)
		if err != nil {
			return err
		}
		if at[row-least].Text != "" {
			return g[0].Errorf("a second queen in row %d; each row has one queen", row)
		}
		columns[row-least], at[row-least] = column+1-least, g[1]
	}

	e.size = n
	for row, column := range columns {
		if err := e.put(at[row], column); err != nil {
			return err
		}
	}
	return nil
}

// picture reads a board from a picture whose first line is l. isRow reports whether words look like a row of this
// picture. After an error, picture skips the other rows. The line after the picture, or the error of reading it, is put
// back for the next call of readLine.
func (r *reader) picture(e *entry, l line, isRow func([]text.Word) bool) (err error) {
	for isRow(l.words) {
		for _, row := range rowsOf(l) {
			if err == nil {
				err = e.row(row)
			}
		}
		next, failed := r.readLine()
		if failed != nil {
			r.Unread(r.End(), failed)
			break
		}
		l = next
		if !isRow(l.words) {
			r.queue = append([]line{next}, r.queue...)
		}
	}
	if err == nil && len(e.board) < e.size {
		err = e.first.Errorf("a board of %d rows; expected %d, the number of columns", len(e.board), e.size)
	}
	return err
}

// rowsOf returns the rows of a picture that are on one line: each pair of brackets, as in [.Q] [Q.], or each word if
// every word has as many characters as there are words, as in .Q Q., or the whole line.
func rowsOf(l line) [][]text.Word {
	if len(l.groups) > 1 {
		return l.groups
	}
	n := len(l.words)
	if n < 2 || slices.ContainsFunc(l.words, func(w text.Word) bool { return utf8.RuneCountInString(w.Text) != n }) {
		return [][]text.Word{l.words}
	}
	return lists.Map(l.words, func(w text.Word) []text.Word { return []text.Word{w} })
}

// row reads words as the next row of a board. The first row determines the size.
func (e *entry) row(words []text.Word) error {
	var queen text.Word
	cells, column := 0, 0 // cells so far, and the column of the queen, from 1, or 0 before it is found
	queens, others := queens, others
	if areCells(words) {
		queens, others = "1", "0"
	}

	for _, w := range words {
		for w.Text != "" {
			cells++
			cell, size := utf8.DecodeRuneInString(w.Text)
			isQueen := strings.ContainsRune(queens, cell)
			switch {
			case isQueen && column > 0:
				return w.Errorf("a second queen in the row; each row has one queen")
			case isQueen:
				column, queen = cells, w
			case !strings.ContainsRune(others, cell):
				return w.Errorf("%s; expected S or Q for a queen, and *, . or _ for another cell", w.Quoted())
			}
			if cells > maxSize || e.size > 0 && cells > e.size {
				return w.Errorf("a row of more than %d cells; expected at most %s cells in the first row, and as many in every other row", cells-1, rows.Count(maxSize))
			}
			w = w.From(size)
		}
	}

	switch first := words[0]; {
	case e.size > 0 && cells < e.size:
		return first.Errorf("a row of %d cells; expected %d, as in the first row", cells, e.size)
	case e.size > 0 && len(e.board) == e.size:
		return first.Errorf("more rows than columns; expected %d rows, or an empty line before the next board", e.size)
	case column == 0:
		return first.Errorf("no queen in the row; each row has one queen, S or Q")
	}
	e.size = cells
	return e.put(queen, column)
}
