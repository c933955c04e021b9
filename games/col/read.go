package col

import (
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/games/col/digraph"
	"enumerate/games/col/search"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

const maxRead = 10_000_000

func input() string {
	return `one position on each line: trees with + between them, or 0 for none. A tree is its root,
o (uncoloured), B (blue, Left's) or R (red, Right's), and in brackets its children in any
order: o(o,B(o)). A single child may stand without brackets: oB(o), oBo and o B o are o(B(o)).
Any other digraph is written as the colours of its vertices, which are numbered from 1, a
colon, and its arcs: ooB: 1-2 2-3 3-1. A '#' starts a comment. A digraph has at most ` + strconv.Itoa(digraph.MaxVertices) + ` vertices;
so does a tree with a vertex of more than ` + strconv.Itoa(search.MaxChildren) + ` children. For these positions, and for those
with at most ` + strconv.Itoa(maxQuick) + ` uncoloured vertices, answers name all best moves; for others, only the first
best move to each value.
`
}

// read yields each line of the input as a [game], or a [text.Error] for its first fault. Any other error ends the
// sequence.
func (settings) read(in io.Reader) iter.Seq2[single.Game, error] {
	s := &reader{Scanner: text.NewScanner(in)}
	s.Marks = letters + "(),+:-"
	return text.All(s.Scanner, func() (single.Game, error) {
		if err := s.Begin(); err != nil {
			return nil, err
		}
		s.bracketed, s.joined, s.apart = false, false, false
		g, err := s.game()
		s.SkipLine()
		return g, err
	})
}

// A reader reads positions symbol by symbol.
type reader struct {
	*text.Scanner
	bracketed bool // the line has a bracket
	// `joined` says whether two neighbouring vertices of the line have no blank between them, `apart` whether two have
	// one. A line with both, such as oBo o, is an error, because it may be meant as two positions.
	joined, apart bool
}

func (s *reader) expected(want string) error {
	if s.Word.Kind != text.Plain {
		return s.Word.Errorf("the position ends too early; expected %s", want)
	}
	return s.Word.Errorf("%s is out of place; expected %s", s.Word.Quoted(), want)
}

// vertex returns the colour of the symbol if it is a vertex.
func (s *reader) vertex() (search.Colour, bool) {
	if len(s.Word.Text) != 1 {
		return 0, false
	}
	colour := strings.Index(letters, s.Word.Text)
	return search.Colour(colour), colour >= 0
}

// game reads a game up to the end of the line. It returns a position if the game is written as trees whose vertices
// have at most search.MaxChildren children, and otherwise a graph. The caller must have read the first symbol, s.Word.
func (s *reader) game() (single.Game, error) {
	p, err := s.position()
	switch {
	case err != nil:
		return nil, err
	case s.Word.Text == ":":
		return s.graph(p)
	case !slices.ContainsFunc(p, func(v search.Vertex) bool { return v.Children > search.MaxChildren }):
		return p, nil
	case len(p) > digraph.MaxVertices:
		return nil, s.Word.Errorf("%d vertices; expected at most %d if a vertex has more than %d children", len(p), digraph.MaxVertices, search.MaxChildren)
	}
	return graphOf(p), nil
}

// graph reads the arcs of a digraph. Its vertices, and the colon after them, were read as if they were a path.
func (s *reader) graph(vertices position) (single.Game, error) {
	n := len(vertices)
	if n > digraph.MaxVertices {
		return nil, s.Word.Errorf("a digraph of %d vertices; expected at most %d", n, digraph.MaxVertices)
	}

	for v := range vertices {
		vertices[v].Children = 0
	}
	g := graphOf(vertices)
	g.trees = nil

	s.Next()
	for s.Word.Kind == text.Plain {
		start := s.Word
		from, err := start.Number("vertex", 1, n)
		if err != nil {
			return nil, err
		}
		if s.Next(); s.Word.Text != "-" {
			return nil, s.expected("- and the vertex that the arc leads to")
		}

		s.Next()
		to, err := s.Word.Number("vertex", 1, n)
		switch {
		case err != nil:
			return nil, err
		case to == from:
			return nil, start.Errorf("an arc from %d to itself; expected another vertex", from)
		case g.Out[from-1]>>(to-1)&1 != 0:
			return nil, start.Errorf("the arc %d-%d is repeated; write each arc once", from, to)
		}

		g.Out[from-1] |= 1 << (to - 1)
		if s.Next(); s.Word.Text == "," {
			s.Next()
		}
	}
	return g, nil
}

// position reads trees with + between them, or 0 for no trees, up to the end of the line. The vertices of a digraph,
// such as "ooB:", look like a path, so `position` reads them as a path, and stops at the colon. The caller must have
// read the first symbol, s.Word.
func (s *reader) position() (p position, err error) {
	if s.Word.Text == "0" {
		if s.Next(); s.Word.Kind == text.Plain {
			return nil, s.expected("the end of the line after 0")
		}
		return position{}, nil
	}
	for {
		if p, err = s.tree(p); err != nil || s.Word.Kind != text.Plain {
			return p, err // a fault, or the end of the line
		}
		if s.Word.Text == ":" && p.treeEnd(0) == len(p) && p.paths() && !s.bracketed {
			return p, nil
		}
		if s.Word.Text != "+" {
			return nil, s.expected("+ or the end of the line")
		}
		s.Next()
	}
}

// tree appends a tree to p, and reads the symbol after the tree.
func (s *reader) tree(p position) (position, error) {
	var open []int32 // a stack of the vertices whose brackets are open
	for {
		colour, ok := s.vertex()
		if !ok {
			return nil, s.expected("a vertex, which is o, B or R")
		}
		if len(p) == maxRead {
			return nil, s.Word.Errorf("too many vertices; expected at most %s", rows.Count(maxRead))
		}
		v, after := int32(len(p)), s.Word.From(1)
		p = append(p, search.Vertex{Colour: colour})
		s.Next()

		if _, single := s.vertex(); single {
			near := s.Word.Column == after.Column
			s.joined, s.apart = s.joined || near, s.apart || !near
			if s.joined && s.apart {
				return nil, s.Word.Errorf("blanks between some vertices and none between others; use blanks between all or none, + between trees, and a line for each position")
			}
			p[v].Children = 1
			continue
		}
		if s.Word.Text == "(" {
			s.bracketed = true
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
		if p[last].Children == digraph.MaxVertices {
			return nil, s.Word.Errorf("child %d of a vertex; expected at most %d", digraph.MaxVertices+1, digraph.MaxVertices)
		}
		p[last].Children++
		s.Next()
	}
}
