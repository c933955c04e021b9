package jump

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// A Fault is what is wrong with a game as written. Line and Column count from 1,
// columns in bytes. Message says what is wrong and what would be right.
type Fault struct {
	Line, Column int
	Message      string
}

func (f Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Message)
}

// A kind is what a token is.
type kind int

const (
	endOfLine  kind = iota // or a slash
	endOfInput             // or an error of the input
	word                   // anything else
)

// A token is a piece of text.
type token struct {
	kind         kind
	line, column int // of its first byte
	text         string
}

func (t token) fault(format string, arguments ...any) error {
	return Fault{t.line, t.column, fmt.Sprintf(format, arguments...)}
}

// A scanner cuts text into tokens.
type scanner struct {
	in           *bufio.Reader
	line, column int    // of the next byte
	empty        bool   // the line has had no words so far
	blank        bool   // an empty line has just ended
	text         []byte // of the token
	err          error  // why no byte follows
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{in: bufio.NewReaderSize(r, 1<<16), line: 1, column: 1, empty: true}
	if mark, _ := s.in.Peek(3); string(mark) == "\ufeff" {
		s.read()
		s.read()
		s.read()
	}
	return s
}

// read returns the next byte, unless the input is at its end.
func (s *scanner) read() (c byte, ok bool) {
	if s.err != nil {
		return 0, false
	}
	if c, s.err = s.in.ReadByte(); s.err != nil {
		return 0, false
	}
	s.column++
	return c, true
}

func (s *scanner) unread() {
	if s.in.UnreadByte() == nil { // after a read it never fails
		s.column--
	}
}

// maxWord is how much of a word is kept: no number of a game is longer.
const maxWord = 20

// next returns the next token.
func (s *scanner) next() token {
	t := token{line: s.line, column: s.column}
	c, ok := s.read()
	for ok && (c == ' ' || c == '\t' || c == '\r') {
		t.column = s.column
		c, ok = s.read()
	}
	switch {
	case !ok:
		t.kind = endOfInput
		return t
	case c == '\n' || c == '/':
		if c == '\n' {
			s.line++
			s.column = 1
		}
		s.blank, s.empty = s.empty, true
		return t
	}
	t.kind = word
	s.blank, s.empty = false, false
	s.text = s.text[:0]
	for ; ok && c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '/'; c, ok = s.read() {
		if len(s.text) <= maxWord {
			s.text = append(s.text, c)
		}
	}
	if ok {
		s.unread()
	}
	t.text = string(s.text)
	return t
}

// number returns the value of a word, which has to be a number from least to most; what
// says what it is.
func (s *scanner) number(t token, what string, least, most int) (int, error) {
	switch t.kind {
	case endOfLine:
		return 0, t.fault("the line ends, want %s", what)
	case endOfInput:
		return 0, t.fault("the input ends, want %s", what)
	}
	n := 0
	for _, c := range []byte(t.text) {
		if c < '0' || c > '9' || n > most {
			n = -1
			break
		}
		n = n*10 + int(c-'0')
	}
	if n < least || n > most {
		text := t.text
		if len(text) > maxWord {
			text = text[:maxWord] + "..."
		}
		return 0, t.fault("%s is a number from %d to %d, not %s", what, least, most, strconv.Quote(text))
	}
	return n, nil
}
