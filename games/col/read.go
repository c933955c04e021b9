package col

import (
	"io"
	"iter"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/games/col/search"
	"enumerate/internal/text"
)

// MaxRead is the most vertices of a position that is read.
const MaxRead = 10_000_000

// input says how positions are written.
func input() string {
	return `A position on each line: trees with + between them, or 0 for none. A tree is its root,
o (uncoloured), B (blue, Left's) or R (red, Right's), and in brackets its children, one
or two in any order: o(o,B(o)). A single child may stand without brackets: oB(o) and
oBo are o(B(o)). A '#' starts a comment. Answers name all best moves if at most
` + strconv.Itoa(maxQuick) + ` vertices are uncoloured, and else the first to each value.
`
}

// Read reads games as input says, whatever the settings, and yields each as a
// Position, or a [text.Fault] with the first thing wrong with it. After a fault it goes on
// with the next line. Any other error is one of r, and the last.
func (settings) Read(r io.Reader) iter.Seq2[enum.Game, error] {
	return func(yield func(enum.Game, error) bool) {
		s := newReader(r)
		for {
			s.next()
			var p Position
			var err error
			if s.word.Kind == text.Plain {
				p, err = s.position()
				s.skip()
			}
			switch {
			case s.in.Err() != nil:
				yield(nil, s.in.Err())
				return
			case err != nil && !yield(nil, err), p != nil && !yield(p, nil):
				return
			case s.word.Kind == text.EndOfInput:
				return
			}
		}
	}
}

// A reader reads positions symbol by symbol.
type reader struct {
	in   *text.Scanner
	word text.Word // the symbol
}

// Symbols but vertices.
const (
	opening  = "("
	closing  = ")"
	comma    = ","
	plusSign = "+"
	nothing  = "0"
)

func newReader(r io.Reader) *reader {
	const maxWord = 20 // of what is no symbol, and only quoted
	return &reader{in: text.NewScanner(r, maxWord, letters+opening+closing+comma+plusSign+nothing)}
}

// next goes on to the next symbol.
func (s *reader) next() { s.word = s.in.Next() }

// skip goes on to the end of the line.
func (s *reader) skip() {
	for s.word.Kind == text.Plain {
		s.next()
	}
}

// unexpected returns the fault of a symbol that is not what is wanted.
func (s *reader) unexpected(want string) error {
	if s.word.Kind != text.Plain {
		return s.word.Fault("the position ends too early; want %s", want)
	}
	return s.word.Fault("%s is out of place; want %s", s.word.Quoted(), want)
}

// vertex returns the colour of the symbol, if it is a vertex.
func (s *reader) vertex() (search.Colour, bool) {
	if len(s.word.Text) != 1 {
		return 0, false
	}
	colour := strings.Index(letters, s.word.Text)
	return search.Colour(colour), colour >= 0
}

// position reads a position up to the end of the line. The symbol is its first.
func (s *reader) position() (Position, error) {
	p := Position{}
	if s.word.Text == nothing {
		if s.next(); s.word.Kind == text.Plain {
			return nil, s.unexpected("the end of the line after 0")
		}
		return p, nil
	}
	for {
		var err error
		if p, err = s.tree(p); err != nil {
			return nil, err
		}
		switch {
		case s.word.Kind != text.Plain:
			return p, nil
		case s.word.Text != plusSign:
			return nil, s.unexpected("+ or the end of the line")
		}
		s.next()
	}
}

// tree reads a tree and the symbol behind it.
func (s *reader) tree(p Position) (Position, error) {
	var open []int32 // vertices whose brackets are open
	for {
		colour, ok := s.vertex()
		if !ok {
			return nil, s.unexpected("a vertex, which is o, B or R")
		}
		if len(p) == MaxRead {
			return nil, s.word.Fault("this is vertex %d; want at most %d", MaxRead+1, MaxRead)
		}
		v := int32(len(p))
		p = append(p, search.Vertex{Colour: colour})
		s.next()
		if _, single := s.vertex(); single {
			p[v].Children = 1
			continue
		}
		if s.word.Text == opening {
			open = append(open, v)
			p[v].Children = 1
			s.next()
			continue
		}
		for len(open) > 0 && s.word.Text == closing {
			open = open[:len(open)-1]
			s.next()
		}
		if len(open) == 0 {
			return p, nil
		}
		if s.word.Text != comma {
			return nil, s.unexpected("a comma or a closing bracket")
		}
		last := open[len(open)-1]
		if p[last].Children == search.MaxChildren {
			return nil, s.word.Fault("a third child; want at most %d", search.MaxChildren)
		}
		p[last].Children++
		s.next()
	}
}
