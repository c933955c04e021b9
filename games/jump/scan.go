package jump

import (
	"io"

	"enumerate/internal/text"
)

// A scanner cuts text into words. A slash ends a line as a line break does.
type scanner struct {
	*text.Scanner
	empty bool // the line has had no words so far
	blank bool // an empty line has just ended
}

func newScanner(r io.Reader) *scanner {
	const maxWord = 20 // no number of a game is longer
	return &scanner{Scanner: text.NewScanner(r, maxWord, "/"), empty: true}
}

// next returns the next word, or an end.
func (s *scanner) next() text.Word {
	w := s.Next()
	if w.Text == "/" {
		w.Kind, w.Text = text.EndOfLine, ""
	}
	s.blank, s.empty = s.empty && w.Kind == text.EndOfLine, w.Kind == text.EndOfLine
	return w
}

// skip goes behind the next empty line, or to the end.
func (s *scanner) skip() {
	for !s.blank && s.next().Kind != text.EndOfInput {
	}
}

// end reads the end of a line, behind what it holds.
func (s *scanner) end(what string) error {
	if w := s.next(); w.Kind == text.Plain {
		return w.Fault("%s is too much; want the end of the line after %s", w.Quoted(), what)
	}
	return nil
}
