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

// maxRead is the most vertices of a position that is read.
const maxRead = 10_000_000

// input says how positions are written.
func input() string {
	return `A position on each line: trees with + between them, or 0 for none. A tree is its root,
o (uncoloured), B (blue, Left's) or R (red, Right's), and in brackets its children, one
or two in any order: o(o,B(o)). A single child may stand without brackets: oB(o) and
oBo are o(B(o)). A '#' starts a comment. Answers name all best moves if at most
` + strconv.Itoa(maxQuick) + ` vertices are uncoloured, and else the first to each value.
`
}

// read reads games as input says, whatever the settings, and yields each as a position, or
// a [text.Error] with the first thing wrong with it. After an error it continues with the
// next line. Any other error is one of the input, and the last.
func (settings) read(in io.Reader) iter.Seq2[enum.Game, error] {
	s := reader{text.NewScanner(in)}
	s.Marks = letters + "(),+0"
	return text.All(s.Scanner, func() (enum.Game, error) {
		if err := s.Begin(); err != nil {
			return nil, err
		}
		p, err := s.position()
		s.SkipLine()
		return p, err
	})
}

// A reader reads positions symbol by symbol.
type reader struct{ *text.Scanner }

// expected returns the error of a symbol that is not what is expected.
func (s reader) expected(want string) error {
	if s.Word.Kind != text.Plain {
		return s.Word.Errorf("the position ends too early; want %s", want)
	}
	return s.Word.Errorf("%s is out of place; want %s", s.Word.Quoted(), want)
}

// vertex returns the colour of the symbol, if it is a vertex.
func (s reader) vertex() (search.Colour, bool) {
	if len(s.Word.Text) != 1 {
		return 0, false
	}
	colour := strings.Index(letters, s.Word.Text)
	return search.Colour(colour), colour >= 0
}

// position reads a position up to the end of the line. Its first symbol was read.
func (s reader) position() (p position, err error) {
	if s.Word.Text == "0" {
		if s.Next(); s.Word.Kind == text.Plain {
			return nil, s.expected("the end of the line after 0")
		}
		return position{}, nil
	}
	for {
		if p, err = s.tree(p); err != nil || s.Word.Kind != text.Plain {
			return p, err
		}
		if s.Word.Text != "+" {
			return nil, s.expected("+ or the end of the line")
		}
		s.Next()
	}
}

// tree reads a tree and the symbol behind it.
func (s reader) tree(p position) (position, error) {
	var open []int32 // vertices whose brackets are open
	for {
		colour, ok := s.vertex()
		if !ok {
			return nil, s.expected("a vertex, which is o, B or R")
		}
		if len(p) == maxRead {
			return nil, s.Word.Errorf("this is vertex %d; want at most %d", maxRead+1, maxRead)
		}
		v := int32(len(p))
		p = append(p, search.Vertex{Colour: colour})
		s.Next()
		if _, single := s.vertex(); single {
			p[v].Children = 1
			continue
		}
		if s.Word.Text == "(" {
			open = append(open, v)
			p[v].Children = 1
			s.Next()
			continue
		}
		for len(open) > 0 && s.Word.Text == ")" {
			open = open[:len(open)-1]
			s.Next()
		}
		if len(open) == 0 {
			return p, nil
		}
		if s.Word.Text != "," {
			return nil, s.expected("a comma or a closing bracket")
		}
		last := open[len(open)-1]
		if p[last].Children == search.MaxChildren {
			return nil, s.Word.Errorf("a third child; want at most %d", search.MaxChildren)
		}
		p[last].Children++
		s.Next()
	}
}
