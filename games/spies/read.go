package spies

import (
	"io"
	"iter"
	"strings"

	"enumerate/games/spies/search"
	"enumerate/internal/text"
)

// An Entry is a size, or a board.
type Entry struct {
	Size  int
	Board board     // nil if only its size is given
	First text.Word // where it begins
}

// ReadEntries reads sizes and boards, from 1 to maxSize queens, in these forms:
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
// What is wrong with an entry is a [text.Fault], the first one of it; the entries after it
// follow. A line of more than 1 MiB is a fault. Any other error is one of r, and the
// last. ReadEntries holds no more than an entry and a line at a time.
func ReadEntries(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		in := &entryReader{in: text.NewScanner(r, maxLine, "")}
		for in.skip() {
			e, err := in.entry()
			if !yield(e, err) {
				return
			}
		}
		if in.err != io.EOF {
			yield(Entry{}, in.err)
		}
	}
}

// maxLine is the most bytes of a line: so many has no line of maxSize columns.
const maxLine = 1 << 20

// An entryReader reads entries. It stands at a line, or before one that is not read yet.
type entryReader struct {
	in    *text.Scanner
	words []text.Word // of the line
	long  error       // the line's, if it is longer than maxLine, and has no words
	read  bool        // the line is read and not done
	err   error       // why no line follows
}

// load reads the next line if the last one is done, and reports whether there is one.
func (r *entryReader) load() bool {
	if r.read || r.err != nil {
		return r.read
	}
	r.long = nil
	words, err := r.in.Line()
	if long, ok := err.(text.Fault); ok {
		r.long = long
	} else if err != nil {
		r.err = err
		return false
	}
	r.words = words
	r.read = true
	return true
}

// skip goes to the next line that is not empty, and reports whether there is one.
func (r *entryReader) skip() bool {
	for r.load() {
		if r.long != nil || len(r.words) > 0 {
			return true
		}
		r.read = false
	}
	return false
}

// entry reads the entry that begins with the line.
func (r *entryReader) entry() (Entry, error) {
	if r.long != nil {
		r.read = false
		return Entry{}, r.long
	}
	first := r.words[0]
	e := Entry{First: first}
	switch {
	case isPicture(first):
		return r.picture(e)
	case len(r.words) > 1:
		return r.columns(e, len(r.words))
	}
	r.read = false
	size, err := first.Number("size", 1, maxSize)
	if err != nil {
		return Entry{}, err
	}
	if r.load() && r.hasColumns(size) {
		return r.columns(e, size)
	}
	if e.Size = size; size > search.MaxSize {
		return Entry{}, first.Fault("no board of %d queens is searched for; want a size from 1 to %d, or the columns of the board", size, search.MaxSize)
	}
	return e, nil
}

// isPicture reports whether a line that begins with the word is a row of a text board.
func isPicture(w text.Word) bool { return strings.IndexByte("S*.", w.Text[0]) >= 0 }

// hasColumns reports whether the line has the columns of a board, when the line before
// has a size: a single number is a size again, unless the size is 1.
func (r *entryReader) hasColumns(size int) bool {
	switch len(r.words) {
	case 0:
		return false
	case 1:
		return size == 1 && r.words[0].Text == "1"
	}
	return !isPicture(r.words[0])
}

// columns reads the line as the columns of a board of so many queens.
func (r *entryReader) columns(e Entry, size int) (Entry, error) {
	r.read = false
	if size > maxSize {
		return Entry{}, r.words[maxSize].Fault("%d columns; want at most %d", size, maxSize)
	}
	if got := len(r.words); got != size {
		return Entry{}, r.words[min(got-1, size)].Fault("%d columns; want %d, one for each row of a board of size %d", got, size, size)
	}
	e.Size, e.Board = size, make(board, size)
	rowOf := make([]int, size) // of the queen of a column, from 1
	for row, w := range r.words {
		column, err := w.Number("column", 1, size)
		if err != nil {
			return Entry{}, err
		}
		if before := rowOf[column-1]; before > 0 {
			return Entry{}, w.Fault("the queens of rows %d and %d are both in column %d; want one in each column", before, row+1, column)
		}
		rowOf[column-1] = row + 1
		e.Board[row] = column - 1
	}
	return e, nil
}

// picture reads a board as text. It reads all lines that look like a row, so that the next
// entry begins after them, and returns the first fault.
func (r *entryReader) picture(e Entry) (Entry, error) {
	var failed error
	rowOf := make(map[int]int)
	for r.load() && r.long == nil && len(r.words) > 0 && isPicture(r.words[0]) {
		if failed == nil {
			failed = r.row(&e, rowOf)
		}
		r.read = false
	}
	if failed == nil && len(e.Board) < e.Size {
		failed = e.First.Fault("a board of %d rows; want %d, as many as columns", len(e.Board), e.Size)
	}
	if failed != nil {
		return Entry{}, failed
	}
	return e, nil
}

// row reads the line as the next row of a board. The first one says the size.
func (r *entryReader) row(e *Entry, rowOf map[int]int) error {
	var at text.Word // of the queen
	cells, queen := 0, -1
	for _, w := range r.words {
		for i, cell := range []byte(w.Text) {
			here := w.Part(i, i+1)
			switch {
			case cell == 'S' && queen >= 0:
				return here.Fault("a second queen in the row; want one in each row")
			case cell == 'S':
				queen, at = cells, here
			case cell != '*' && cell != '.':
				return here.Fault("%s; want S for a queen, or * for another cell", here.Quoted())
			}
			cells++
			if cells > maxSize || e.Size > 0 && cells > e.Size {
				return here.Fault("a row of more than %d cells; want as many as in the first row, at most %d", cells-1, maxSize)
			}
		}
	}
	row := len(e.Board) + 1
	switch first := r.words[0]; {
	case e.Size > 0 && cells < e.Size:
		return first.Fault("a row of %d cells; want %d, as in the first row", cells, e.Size)
	case e.Size > 0 && row > e.Size:
		return first.Fault("a row more than columns; want %d rows, or an empty line before the next board", e.Size)
	case queen < 0:
		return first.Fault("no queen in the row; want one, S, in each row")
	case rowOf[queen] > 0:
		return at.Fault("the queens of rows %d and %d are both in column %d; want one in each column", rowOf[queen], row, queen+1)
	}
	rowOf[queen] = row
	e.Size = cells
	e.Board = append(e.Board, queen)
	return nil
}
