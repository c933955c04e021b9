package spies

import (
	"io"
	"strings"

	"enumerate/games/spies/search"
	"enumerate/internal/text"
)

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

// maxLine is the most bytes of a line: so many has no line of maxSize columns.
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

// columns reads a line as the columns of a board of so many queens.
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
