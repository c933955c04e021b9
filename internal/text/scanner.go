package text

import (
	"bytes"
	"io"
)

// A Scanner cuts text into words.
type Scanner struct {
	in     io.Reader
	limit  int
	class  [256]class // of each byte
	buffer []byte     // what was read last; from next on nobody has looked at it
	next   int
	err    error // why no more can be read

	line, column int // of the next byte
	text         []byte
	words        []Word // of a line
}

// A class is what a byte is for.
type class uint8

const (
	plain class = iota // a part of a word
	blank
	lineBreak
	comment // the start of one
	mark    // a word by itself
)

// NewScanner returns a scanner of a text. Limit is the most bytes of a word, and of a line
// if that is read as one; marks are the bytes that are words by themselves.
func NewScanner(r io.Reader, limit int, marks string) *Scanner {
	s := &Scanner{in: r, limit: limit, buffer: make([]byte, 0, 1<<16), line: 1, column: 1}
	for _, c := range []byte(marks) {
		s.class[c] = mark
	}
	s.class[' '], s.class['\t'], s.class['\r'] = blank, blank, blank
	s.class['\n'], s.class['#'] = lineBreak, comment
	return s
}

// Err returns the error of the input that ended it, nil if it is not at its end or if
// that is the end of all.
func (s *Scanner) Err() error {
	if s.next < len(s.buffer) || s.err == io.EOF {
		return nil
	}
	return s.err
}

// End returns the end of the input where the scanner stands, for the fault of a text in
// which something is missing.
func (s *Scanner) End() Word { return Word{EndOfInput, s.line, s.column, ""} }

// Next returns the next word, or the end of the line or the input. Behind the end of the
// input there are only more of them. A word of more bytes than the limit is cut, and ends
// in "...".
func (s *Scanner) Next() Word {
	if s.line == 1 && s.column == 1 {
		s.skipMark()
	}
	s.skip(blank)
	w := s.End()
	c, ok := s.peek()
	if ok && s.class[c] == comment {
		s.skipComment()
		c, ok = s.peek()
	}
	if !ok {
		return w
	}
	switch s.class[c] {
	case lineBreak:
		w.Kind = EndOfLine
		s.next++
		s.line++
		s.column = 1
		return w
	case mark:
		w.Text = string(s.buffer[s.next : s.next+1])
		s.pass(1)
	default:
		w.Text = s.word()
	}
	w.Kind = Plain
	return w
}

// Line returns the words of the next line, or of what is left of this one; there are none
// if it is empty. They are good until the next call. The error is a [Fault] if the last
// word ends beyond the limit of bytes; the next line follows then. Or it is io.EOF
// after the last line, or one of the input, and all calls after return it again.
func (s *Scanner) Line() ([]Word, error) {
	start := s.End()
	s.words = s.words[:0]
	long := false
	w := s.Next()
	for ; w.Kind == Plain; w = s.Next() {
		if long = long || s.column-start.Column > s.limit; !long {
			s.words = append(s.words, w)
		}
	}
	switch {
	case s.Err() != nil:
		return nil, s.err
	case long:
		return nil, start.Fault("a line of more than %d bytes; want shorter lines", s.limit)
	case w.Kind == EndOfInput && len(s.words) == 0:
		return nil, io.EOF
	}
	return s.words, nil
}

// peek returns the next byte, unless the input is at its end.
func (s *Scanner) peek() (c byte, ok bool) {
	if s.next == len(s.buffer) {
		s.next, s.buffer = 0, s.buffer[:0]
		s.fill()
	}
	if s.next == len(s.buffer) {
		return 0, false
	}
	return s.buffer[s.next], true
}

// fill reads something behind what is in the buffer, unless the input is at its end.
func (s *Scanner) fill() {
	for range 100 { // a reader may return nothing, and no error
		if s.err != nil {
			return
		}
		n := 0
		n, s.err = s.in.Read(s.buffer[len(s.buffer):cap(s.buffer)])
		s.buffer = s.buffer[:len(s.buffer)+n]
		if n > 0 {
			return
		}
	}
	s.err = io.ErrNoProgress
}

// pass goes behind some bytes of the line that are in the buffer.
func (s *Scanner) pass(n int) {
	s.next += n
	s.column += n
}

// skipMark skips a byte order mark.
func (s *Scanner) skipMark() {
	mark := []byte("\ufeff")
	for {
		s.peek()
		ahead := s.buffer[s.next:]
		if bytes.HasPrefix(ahead, mark) {
			s.pass(len(mark))
			return
		}
		// Whoever types may have no more to say than one byte.
		if len(ahead) == 0 || s.err != nil || !bytes.HasPrefix(mark, ahead) {
			return
		}
		s.fill()
	}
}

// skip skips bytes of a class.
func (s *Scanner) skip(class class) {
	for c, ok := s.peek(); ok && s.class[c] == class; c, ok = s.peek() {
		s.pass(1)
	}
}

// skipComment goes to the end of the line.
func (s *Scanner) skipComment() {
	for _, ok := s.peek(); ok; _, ok = s.peek() {
		ahead := s.buffer[s.next:]
		if end := bytes.IndexByte(ahead, '\n'); end >= 0 {
			s.pass(end)
			return
		}
		s.pass(len(ahead))
	}
}

// word reads a word of plain bytes.
func (s *Scanner) word() string {
	s.text = s.text[:0]
	for {
		ahead := s.buffer[s.next:]
		end := 0
		for end < len(ahead) && s.class[ahead[end]] == plain {
			end++
		}
		s.pass(end)
		s.text = append(s.text, ahead[:min(end, s.limit+1-len(s.text))]...)
		if end < len(ahead) {
			break
		}
		if _, ok := s.peek(); !ok {
			break
		}
	}
	if len(s.text) > s.limit {
		s.text = append(s.text[:s.limit], "..."...)
	}
	return string(s.text)
}
