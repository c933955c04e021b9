package col

import (
	"context"
	"io"
	"slices"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/search"
)

// A position is a list of the vertices of rooted trees, one tree after another. Every vertex comes before its children,
// and the first child with everything below it comes before the second child. So no arcs need to be stored: o, B, o, o
// with 2, 0, 1 and 0 children is the tree o(B,oo). A position is a single.Game and a single.Answer.
type position []search.Vertex

// parents returns the parent of each vertex, or -1 for a root: the last vertex before it that still lacks a child.
func (p position) parents() []int32 {
	parents := make([]int32, len(p))
	var open []int32 // a stack that has a vertex once for each child it still needs
	for v, vertex := range p {
		parents[v] = -1
		if last := len(open) - 1; last >= 0 {
			parents[v] = open[last]
			open = open[:last]
		}
		for range vertex.Children {
			open = append(open, int32(v))
		}
	}
	return parents
}

// paths reports whether no vertex has two children.
func (p position) paths() bool {
	return !slices.ContainsFunc(p, func(v search.Vertex) bool { return v.Children > 1 })
}

func (p position) uncoloured() int {
	n := 0
	for _, v := range p {
		if v.Colour == search.Uncoloured {
			n++
		}
	}
	return n
}

// legal returns the vertices that a side can colour, in order: the uncoloured vertices without a child of the side's
// colour. The colour of the parent does not matter.
func (p position) legal(side int) []int {
	shut := make([]bool, len(p)) // whether a vertex has a child of the side's colour
	for v, parent := range p.parents() {
		if parent >= 0 && p[v].Colour == search.Paint(side) {
			shut[parent] = true
		}
	}
	var legal []int
	for v := range p {
		if p[v].Colour == search.Uncoloured && !shut[v] {
			legal = append(legal, v)
		}
	}
	return legal
}

func (p position) with(vertex, side int) position {
	q := slices.Clone(p)
	q[vertex].Colour = search.Paint(side)
	return q
}

// maxListed limits the total number of vertices of all positions after one move, which are listed when people play:
// some megabytes.
const maxListed = 1_000_000

// playable returns the position with Left to move, or false if the positions after its moves have too many vertices to
// be listed.
func (p position) playable() (playing.Position, bool) {
	return turn{p, playing.Left}, p.uncoloured()*len(p) <= maxListed
}

func (p position) painted(vertex, side int) game { return p.with(vertex, side) }

func (p position) answer(ctx context.Context) (answer, error) { return p.byFormula(ctx, false) }

const textFormat = "text"

// Contents has the position on a line.
func (p position) Contents() single.Contents {
	return single.Contents{Others: []single.Format{{Name: textFormat, Write: func(w io.Writer) error {
		_, err := w.Write(append(p.append(nil), '\n'))
		return err
	}}}}
}

// String returns the position in the form in which it can be read: its trees joined by " + ", or "0" if there are none.
// A path is the list of its vertices, "ooB"; any other tree is its root with its children in brackets, "o(o,B(o))".
func (p position) String() string { return string(p.append(nil)) }

// MarshalText returns the text of String, for JSON.
func (p position) MarshalText() ([]byte, error) { return p.append(nil), nil }

const letters = "oBR"

// append appends the text of the position; see String.
func (p position) append(text []byte) []byte {
	if len(p) == 0 {
		return append(text, '0')
	}
	for v := 0; v < len(p); {
		if v > 0 {
			text = append(text, " + "...)
		}
		end := p.treeEnd(v)
		text = p[v:end].appendTree(text)
		v = end
	}
	return text
}

// treeEnd returns the index after the last vertex of the subtree with root v. It counts the missing subtrees: each
// vertex begins one, and adds one for each child.
func (p position) treeEnd(v int) int {
	for missing := 1; missing > 0; v++ {
		missing += int(p[v].Children) - 1
	}
	return v
}

// appendTree appends the text of a position that is one tree.
func (p position) appendTree(text []byte) []byte {
	path := p.paths() // a path is written without brackets
	var open []uint8  // for each vertex whose bracket is open, how many of its children are still to be written
	for _, v := range p {
		text = append(text, letters[v.Colour])
		if path {
			continue
		}
		if v.Children > 0 {
			text = append(text, '(')
			open = append(open, v.Children)
			continue
		}

		// After a leaf, write a comma, or close the brackets of all vertices whose children are written.
		for len(open) > 0 {
			last := len(open) - 1
			open[last]--
			if open[last] > 0 {
				text = append(text, ',')
				break
			}
			text = append(text, ')')
			open = open[:last]
		}
	}
	return text
}
