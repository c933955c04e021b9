package spies

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
)

// A SyntaxError is a mistake in sizes or boards as written. Line and Column count from
// 1, columns in bytes. Message says what is wrong and what would be right.
type SyntaxError struct {
	Line, Column int
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// An Entry is a size, or a board.
type Entry struct {
	Size         int
	Board        Board // nil if only its size is given
	Line, Column int   // where it begins
}

// ReadEntries reads sizes and boards, from 1 to MaxSize queens, in these forms:
//
//   - A size: a line with one number.
//   - A board: a line with several numbers, the columns of its queens from 1, row by
//     row. The line before may be its size, as the contest has it. A board of one
//     queen is a line "1" after a line "1".
//   - A board as text: a line for each row, with S for a queen and * or . for any other
//     cell, with or without white space between.
//
// White space is blanks and tabs. A '#' starts a comment that goes to the end of the
// line. Empty lines are skipped, but none may stand between a size and its board, or
// within a text board. Lines may end in CRLF.
//
// What is wrong with an entry is a [SyntaxError], the first fault of it; the entries after
// it follow. A line of more than 1 MiB is a fault. Any other error is one of r, and the
// last. ReadEntries holds no more than an entry and a line at a time.
func ReadEntries(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		in := &entryReader{in: bufio.NewReaderSize(r, 1<<16)}
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

const maxLine = 1 << 20 // bytes, without its end

// An entryReader reads entries. It stands at a line, or before one that is not read yet.
type entryReader struct {
	in    *bufio.Reader
	line  int
	words []word // of the line
	read  bool   // the line is read and not done
	long  bool   // it was longer than maxLine, and has no words
	err   error  // why no line follows
}

// A word is a word of a line, which begins at a column.
type word struct {
	text   string
	column int
}

// load reads the next line if the last one is done, and reports whether there is one.
func (r *entryReader) load() bool {
	if r.read || r.err != nil {
		return r.read
	}
	var text []byte
	for some := false; ; some = true {
		part, err := r.in.ReadSlice('\n')
		if len(text) <= maxLine+len("\r\n") { // the rest of a long line is of no interest
			text = append(text, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			r.err = err
			if err != io.EOF || !some && len(part) == 0 {
				return false
			}
		}
		break
	}
	r.line++
	r.read = true
	line := strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	if r.long = len(line) > maxLine; r.long {
		line = ""
	}
	r.words = words(line)
	return true
}

// words splits a line into words, up to a comment.
func words(line string) []word {
	line, _, _ = strings.Cut(line, "#")
	var list []word
	for i := 0; i < len(line); {
		end := strings.IndexAny(line[i:], " \t")
		switch {
		case end < 0:
			return append(list, word{line[i:], i + 1})
		case end > 0:
			list = append(list, word{line[i : i+end], i + 1})
		}
		i += end + 1
	}
	return list
}

// skip goes to the next line that is not empty, and reports whether there is one.
func (r *entryReader) skip() bool {
	for r.load() {
		if r.long || len(r.words) > 0 {
			return true
		}
		r.read = false
	}
	return false
}

// fault returns a fault of the line.
func (r *entryReader) fault(column int, format string, args ...any) error {
	return &SyntaxError{r.line, column, fmt.Sprintf(format, args...)}
}

// entry reads the entry that begins with the line.
func (r *entryReader) entry() (Entry, error) {
	if r.long {
		r.read = false
		return Entry{}, r.fault(1, "a line of more than %d bytes; want the columns of at most %d queens", maxLine, MaxSize)
	}
	first := r.words[0]
	e := Entry{Line: r.line, Column: first.column}
	switch {
	case isPicture(first):
		return r.picture(e)
	case len(r.words) > 1:
		return r.columns(e, len(r.words))
	}
	r.read = false
	size, err := r.number(first, "a size", MaxSize)
	if err != nil {
		return Entry{}, err
	}
	if r.load() && r.hasColumns(size) {
		return r.columns(e, size)
	}
	e.Size = size
	return e, nil
}

// isPicture reports whether a line that begins with the word is a row of a text board.
func isPicture(w word) bool { return strings.IndexByte("S*.", w.text[0]) >= 0 }

// hasColumns reports whether the line has the columns of a board, when the line before
// has a size: a single number is a size again, unless the size is 1.
func (r *entryReader) hasColumns(size int) bool {
	switch len(r.words) {
	case 0:
		return false
	case 1:
		return size == 1 && r.words[0].text == "1"
	}
	return !isPicture(r.words[0])
}

// number reads a number from 1 to a limit.
func (r *entryReader) number(w word, what string, limit int) (int, error) {
	x, err := strconv.ParseUint(w.text, 10, 64)
	switch {
	case err != nil && strings.Trim(w.text, "0123456789") != "":
		return 0, r.fault(w.column, "%s is no number; want %s from 1 to %d", quote(w.text), what, limit)
	case err != nil || x < 1 || x > uint64(limit):
		return 0, r.fault(w.column, "%s; want %s from 1 to %d", short(w.text), what, limit)
	}
	return int(x), nil
}

// quote and short return words as they stand in messages: long ones cut.
func quote(text string) string { return strconv.Quote(short(text)) }

func short(text string) string {
	const most = 24
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}

// columns reads the line as the columns of a board of so many queens.
func (r *entryReader) columns(e Entry, size int) (Entry, error) {
	r.read = false
	if size > MaxSize {
		return Entry{}, r.fault(1, "%d columns; want at most %d", size, MaxSize)
	}
	if got := len(r.words); got != size {
		column := r.words[min(got-1, size)].column
		return Entry{}, r.fault(column, "%d columns; want %d, one for each row of a board of size %d", got, size, size)
	}
	e.Size, e.Board = size, make(Board, size)
	rowOf := make([]int, size) // of the queen of a column, from 1
	for row, w := range r.words {
		column, err := r.number(w, "a column", size)
		if err != nil {
			return Entry{}, err
		}
		if before := rowOf[column-1]; before > 0 {
			return Entry{}, r.fault(w.column, "the queens of rows %d and %d are both in column %d; want one in each column", before, row+1, column)
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
	for r.load() && !r.long && len(r.words) > 0 && isPicture(r.words[0]) {
		if failed == nil {
			failed = r.row(&e, rowOf)
		}
		r.read = false
	}
	if failed == nil && len(e.Board) < e.Size {
		failed = &SyntaxError{e.Line, e.Column, fmt.Sprintf("a board of %d rows; want %d, as many as columns", len(e.Board), e.Size)}
	}
	if failed != nil {
		return Entry{}, failed
	}
	return e, nil
}

// row reads the line as the next row of a board. The first one says the size.
func (r *entryReader) row(e *Entry, rowOf map[int]int) error {
	cells, queen, at := 0, -1, 0
	for _, w := range r.words {
		for i, cell := range []byte(w.text) {
			column := w.column + i
			switch {
			case cell == 'S' && queen >= 0:
				return r.fault(column, "a second queen in the row; want one in each row")
			case cell == 'S':
				queen, at = cells, column
			case cell != '*' && cell != '.':
				return r.fault(column, "%q; want S for a queen, or * for another cell", cell)
			}
			cells++
			if cells > MaxSize || e.Size > 0 && cells > e.Size {
				return r.fault(column, "a row of more than %d cells; want as many as in the first row, at most %d", cells-1, MaxSize)
			}
		}
	}
	row := len(e.Board) + 1
	switch first := r.words[0].column; {
	case e.Size > 0 && cells < e.Size:
		return r.fault(first, "a row of %d cells; want %d, as in the first row", cells, e.Size)
	case e.Size > 0 && row > e.Size:
		return r.fault(first, "a row more than columns; want %d rows, or an empty line before the next board", e.Size)
	case queen < 0:
		return r.fault(first, "no queen in the row; want one, S, in each row")
	case rowOf[queen] > 0:
		return r.fault(at, "the queens of rows %d and %d are both in column %d; want one in each column", rowOf[queen], row, queen+1)
	}
	rowOf[queen] = row
	e.Size = cells
	e.Board = append(e.Board, queen)
	return nil
}
