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
)

// A Scanner cuts text into lines or words.
type Scanner struct {
	Marks string // characters that Next takes for words by themselves
	Word  Word   // what Next has read last

	in           *bufio.Reader
	line, column int   // of the next character
	err          error // why no more can be read
	begun        bool
	text         []byte   // of a line or word
	words        []Word   // of a line
	unread       []unread // what Line returns next, the last first
}

// NewScanner returns a scanner of a text.
func NewScanner(r io.Reader) *Scanner {
	return &Scanner{in: bufio.NewReaderSize(r, 1<<16), line: 1, column: 1}
}

// Err returns the error of the input that ended it, nil if it is not at its end or if
// that is the end of all.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// End returns the end of the input where the scanner stands, for the error of a text in
// which something is missing.
func (s *Scanner) End() Word { return Word{EndOfInput, s.line, s.column, ""} }

// All returns what next reads from the scanner, or its error, until that is io.EOF. An
// error of the input is the last, and takes the place of what next returns with it.
func All[T any](s *Scanner, next func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			read, err := next()
			switch {
			case s.err == errUTF16, s.err == errZip:
				err = Whole("").Errorf("%v", s.err)
			case s.Err() != nil:
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

// Line returns what is left of the line, without its end. The error is an [Error] if that
// has more bytes than the limit; the next line follows then. Or it is io.EOF after the
// last line, or one of the input, and all calls after return it again.
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
	most := limit + len("\r\n") // bytes that are looked at
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
		return line, line.Errorf("a line of more than %d bytes; want shorter lines", limit)
	}
	line.Kind, line.Text = Plain, string(text)
	return line, nil
}

// An unread is a line that was read, and is to be read again.
type unread struct {
	line Word
	err  error
}

// Unread makes a line, or the rest of one, the next that Line returns, with its error. Several lines
// are given back in reverse order.
func (s *Scanner) Unread(line Word, err error) {
	s.unread = append(s.unread, unread{line, err})
}

// Words returns the words of the next line that has some, until it is called again. The error
// is that of Line.
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

// maxWord is the most bytes of a word that Next returns: no number has more.
const maxWord = 64

// Begin reads the first word of the next line that has one. Its error is io.EOF after the
// last.
func (s *Scanner) Begin() error {
	for s.Next(); s.Word.Kind == EndOfLine; s.Next() {
	}
	if s.Word.Kind == EndOfInput {
		return io.EOF
	}
	return nil
}

// SkipLine reads up to the end of the line, unless that was read last.
func (s *Scanner) SkipLine() {
	for s.Word.Kind == Plain {
		s.Next()
	}
}

// Next reads the next word, or the end of the line or the input. Behind the end of the
// input there are only more of them. A word of more than 64 bytes is cut, and ends in
// "...".
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
		_, _ = s.in.Discard(1) // which is there
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

// end is what is peeked at the end of the input.
const end = -1

// peek returns the next character, or end.
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

// ahead returns what of the input is in the buffer, at least a whole character. It is empty
// at the end.
func (s *Scanner) ahead() []byte {
	if s.err != nil {
		return nil
	}
	ahead, _ := s.in.Peek(s.in.Buffered())
	if len(ahead) > 0 && ahead[0] < utf8.RuneSelf && s.begun {
		return ahead
	}
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

// errUTF16 is the error of an input in the encoding that some spreadsheets call Unicode.
var errUTF16 = errors.New("the text is UTF-16; save it as UTF-8")

// errZip is the error of an archive, as spreadsheet programs save if they are not asked for CSV.
var errZip = errors.New("an archive, such as a spreadsheet, instead of text: save it as CSV")

// starts reports whether the input, of which one character was read, starts with the mark. It waits
// for no byte behind the first that differs.
func (s *Scanner) starts(mark string) bool {
	_ = s.in.UnreadRune()
	same := true
	for n := 1; same && n <= len(mark); n++ {
		ahead, _ := s.in.Peek(n)
		same = string(ahead) == mark[:n]
	}
	_, _, _ = s.in.ReadRune()
	return same
}

// while goes behind the characters up to one that is not ok. The first ones are the text then.
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
		_, _ = s.in.Discard(size) // which are there
		s.column++
	}
}
