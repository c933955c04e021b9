package heaps

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// A Fault is what is wrong with a position as written. Line and Column count from 1,
// columns in bytes. Message says what is wrong and what would be right.
type Fault struct {
	Line, Column int
	Message      string
}

func (f Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Message)
}

// A scanner reads text byte by byte, and knows where it is.
type scanner struct {
	in           *bufio.Reader
	line, column int  // of the next byte
	following    byte // the next byte; a line break at the end of the input
	err          error
	word         []byte
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{in: bufio.NewReaderSize(r, 1<<16), line: 1, column: 1}
	if mark, _ := s.in.Peek(3); string(mark) == "\ufeff" {
		s.in.Discard(len(mark)) // which are there
		s.column += len(mark)
	}
	s.advance()
	return s
}

// advance reads the byte that follows.
func (s *scanner) advance() {
	if s.following, s.err = s.in.ReadByte(); s.err != nil {
		s.following = '\n'
	}
}

// peek returns the next byte.
func (s *scanner) peek() byte { return s.following }

// take goes behind the next byte, unless the input is at its end, and returns it.
func (s *scanner) take() byte {
	c := s.following
	if s.err != nil {
		return c
	}
	s.column++
	if c == '\n' {
		s.line++
		s.column = 1
	}
	s.advance()
	return c
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// ends reports whether a byte begins a comment or ends the line.
func ends(c byte) bool { return c == '\n' || c == '#' }

// space goes behind blanks.
func (s *scanner) space() {
	for blank(s.peek()) {
		s.take()
	}
}

// skip goes behind the end of the line.
func (s *scanner) skip() {
	for s.take() != '\n' {
	}
}

// maxWord is how much of a word is kept: no number of sticks is longer.
const maxWord = 20

// next reads the bytes up to a blank, a comma, or the end of what the line holds. It
// returns the first ones, as many as are shown.
func (s *scanner) next() string {
	s.word = s.word[:0]
	for c := s.peek(); !blank(c) && !ends(c) && c != ','; c = s.peek() {
		if len(s.word) <= maxWord {
			s.word = append(s.word, c)
		}
		s.take()
	}
	return string(s.word)
}

// fault returns a fault at a column of this line.
func (s *scanner) fault(column int, format string, arguments ...any) error {
	return Fault{s.line, column, fmt.Sprintf(format, arguments...)}
}

// quoted returns a word in quotes, shortened if it is long.
func quoted(word string) string {
	if len(word) > maxWord {
		word = word[:maxWord] + "..."
	}
	return strconv.Quote(word)
}

// heap reads a heap, which may be 0.
func (s *scanner) heap() (uint64, error) {
	column := s.column
	word := s.next()
	if word == "" {
		if c := s.peek(); c == ',' {
			return 0, s.fault(column, "there is no heap before the comma; want a number from 1 to %d", uint64(MaxHeap))
		}
		return 0, s.fault(column, "the line ends, want a heap after the comma")
	}
	n := uint64(0)
	for _, c := range []byte(word) {
		if c < '0' || c > '9' || n > MaxHeap {
			n = MaxHeap + 1
			break
		}
		n = n*10 + uint64(c-'0')
	}
	if n > MaxHeap {
		return 0, s.fault(column, "a heap is a number of sticks from 1 to %d, not %s", uint64(MaxHeap), quoted(word))
	}
	return n, nil
}
