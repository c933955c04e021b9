package text

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/internal/rows"
)

// A Scanner splits text into lines or words.
type Scanner struct {
	Marks string // characters that Next returns as separate words
	Word  Word   // read last by Next

	in           *bufio.Reader
	line, column int   // the place of the next character
	err          error // the error that ended the input
	begun        bool
	text         []byte   // a buffer for a line or a word
	words        []Word   // a buffer for the words of a line
	unread       []unread // lines that Line returns next, in reverse order
}

// NewScanner returns a scanner of a text.
func NewScanner(r io.Reader) *Scanner {
	return &Scanner{in: bufio.NewReaderSize(r, 1<<16), line: 1, column: 1}
}

// Err returns the error that ended the input, nil if the input has not ended, or ended without an error.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// End returns a Word for the end of input, at the current place, for errors about a missing part.
func (s *Scanner) End() Word { return Word{EndOfInput, s.line, s.column, ""} }

// All yields the items of the scanner's input. The function next reads one item, and returns io.EOF at the end. If an
// item is wrong, All yields the error, and continues with the item after it. An error of the input itself is the last.
func All[T any](s *Scanner, next func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			read, err := next()
			switch {
			case s.err == errUTF16, s.err == errZip: // the input is no text: return an error at its beginning
				err = Whole("").Errorf("%v", s.err)
			case s.Err() != nil: // the input ended with an error; Err returns nil for io.EOF, the usual end
				err = s.err
			}
			if err != nil {
				var none T
				read = none
			}
			if err == io.EOF || !yield(read, err) || s.Err() != nil {
				return
			}
		}
	}
}

// Line returns the part of the current line that was not read yet, usually the whole line, without the line end. If
// this part has more than `limit` bytes, Line returns an [Error], and the next call returns the next line. At the end
// of the input, all calls return io.EOF or the error of the input.
func (s *Scanner) Line(limit int) (Word, error) {
	if last := len(s.unread) - 1; last >= 0 {
		next := s.unread[last]
		s.unread = s.unread[:last]
		return next.line, next.err
	}
	line := s.End()
	if len(s.ahead()) == 0 {
		return line, s.err
	}

	// Of a line that is longer than the buffer, keep only the limit and two bytes more, enough to tell that it is too
	// long.
	most := limit + len("\r\n")
	text, err := s.in.ReadSlice('\n')
	text = text[:min(len(text), most)]
	if err == bufio.ErrBufferFull {
		s.text = append(s.text[:0], text...)
		for err == bufio.ErrBufferFull {
			text, err = s.in.ReadSlice('\n')
			s.text = append(s.text, text[:min(len(text), most-len(s.text))]...)
		}
		text = s.text
	}

	if s.err = err; s.Err() != nil {
		return line, s.err
	}
	if s.err == nil {
		s.line, s.column = s.line+1, 1
	} else {
		s.column += utf8.RuneCount(text)
	}

	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if len(text) > limit {
		return line, line.Errorf("a line of more than %s bytes; expected shorter lines", rows.Count(uint64(limit)))
	}
	line.Kind, line.Text = Plain, string(text)
	return line, nil
}

type unread struct {
	line Word
	err  error
}

// Unread puts back a line, or the rest of a line, and the error with which it was read: they are the next results of
// Line. The last of several lines must be put back first.
func (s *Scanner) Unread(line Word, err error) {
	s.unread = append(s.unread, unread{line, err})
}

// Words returns the words of the next line that has any: it skips empty lines and comments, which begin with #. The
// words are valid until the next call. The limit, in bytes, and the error are those of Line.
func (s *Scanner) Words(limit int) ([]Word, error) {
	for {
		line, err := s.Line(limit)
		line.Text, _, _ = strings.Cut(line.Text, "#")
		s.words = line.AppendFields(s.words[:0])
		if err != nil || len(s.words) > 0 {
			return s.words, err
		}
	}
}

// maxWord is the number of bytes after which Next cuts a word. No number is longer.
const maxWord = 64

// Begin reads the first word of the next line that has words, and returns io.EOF at the end of the input.
func (s *Scanner) Begin() error {
	for s.Next(); s.Word.Kind == EndOfLine; s.Next() {
	}
	if s.Word.Kind == EndOfInput {
		return io.EOF
	}
	return nil
}

// SkipLine reads to the end of the line, unless Next has just read this end.
func (s *Scanner) SkipLine() {
	for s.Word.Kind == Plain {
		s.Next()
	}
}

// Next reads the next word into s.Word. If the line or the input ends before another word, s.Word becomes a Word of the
// kind EndOfLine or EndOfInput. A word of more than 64 bytes is cut and ends in "...".
func (s *Scanner) Next() {
	s.while(func(c rune) bool { return c != '\n' && unicode.IsSpace(c) })
	s.Word = s.End()
	if s.peek() == '#' {
		s.while(func(c rune) bool { return c != '\n' })
	}

	switch c := s.peek(); {
	case c == end:
		return
	case c == '\n':
		_, _ = s.in.Discard(1) // cannot fail
		s.line, s.column = s.line+1, 1
		s.Word.Kind = EndOfLine
		return
	case strings.ContainsRune(s.Marks, c):
		n := utf8.RuneLen(c)
		s.Word.Text = string(s.ahead()[:n])
		_, _ = s.in.Discard(n)
		s.column++
	default:
		s.while(func(c rune) bool { return c != '#' && !unicode.IsSpace(c) && !strings.ContainsRune(s.Marks, c) })
		if s.Word.Text = string(s.text); len(s.text) > maxWord {
			s.Word.Text = s.Word.Text[:maxWord] + "..."
		}
	}
	s.Word.Kind = Plain
}

const end = -1

// peek returns the next character without reading it, or end.
func (s *Scanner) peek() rune {
	ahead := s.ahead()
	switch {
	case len(ahead) == 0:
		return end
	case ahead[0] < utf8.RuneSelf:
		return rune(ahead[0])
	}
	c, _ := utf8.DecodeRune(ahead)
	return c
}

// ahead returns the buffered input, which has at least one whole character unless the input has ended.
func (s *Scanner) ahead() []byte {
	if s.err != nil {
		return nil
	}
	ahead, _ := s.in.Peek(s.in.Buffered())
	if len(ahead) > 0 && ahead[0] < utf8.RuneSelf && s.begun {
		return ahead
	}

	// Read one character, to fill the buffer; it is put back below. At the start of the input, skip a byte order mark,
	// and refuse a text in UTF-16 and a zip archive.
	c, _, err := s.in.ReadRune()
	switch {
	case s.begun:
	case c == '\ufeff':
		_, _, err = s.in.ReadRune()
	case c == utf8.RuneError && (s.starts("\xff\xfe") || s.starts("\xfe\xff")):
		err = errUTF16
	case c == 'P' && s.starts("PK\x03\x04"):
		err = errZip
	}

	s.begun = true
	if s.err = err; err != nil {
		return nil
	}
	_ = s.in.UnreadRune()
	ahead, _ = s.in.Peek(s.in.Buffered())
	return ahead
}

// errUTF16 is the error of a text in UTF-16, which some spreadsheet programs call Unicode.
var errUTF16 = errors.New("text in UTF-16 cannot be read; save it as UTF-8")

// errZip is the error of a zip archive, the usual format of spreadsheet programs.
var errZip = errors.New("an archive, such as a spreadsheet, instead of text: save it as CSV")

// starts reports whether the input starts with the mark. The caller has just read the first character. The method
// compares one more byte at a time, so that it does not wait for a terminal after the first difference.
func (s *Scanner) starts(mark string) bool {
	_ = s.in.UnreadRune() // until the end of the comparison
	same := true
	for n := 1; same && n <= len(mark); n++ {
		ahead, _ := s.in.Peek(n)
		same = string(ahead) == mark[:n]
	}
	_, _, _ = s.in.ReadRune()
	return same
}

// while skips characters as long as `ok` returns true for them, and keeps the first ones, enough for a word, in s.text.
func (s *Scanner) while(ok func(rune) bool) {
	s.text = s.text[:0]
	for ahead := s.ahead(); len(ahead) > 0; ahead = s.ahead() {
		c, size := utf8.DecodeRune(ahead)
		if !ok(c) {
			return
		}
		if len(s.text) <= maxWord {
			s.text = append(s.text, ahead[:size]...)
		}
		_, _ = s.in.Discard(size) // cannot fail
		s.column++
	}
}
