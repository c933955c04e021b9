package search

import (
	"context"
	"fmt"
	"slices"

	"enumerate/solver/partizan"
)

// A Colour is what a vertex has.
type Colour uint8

// The colours. Left, side 0, colours vertices blue; Right, side 1, colours them red. See
// [Paint].
const (
	Uncoloured Colour = iota
	Blue
	Red
)

// Sides is the number of sides: Left is 0, Right is 1.
const Sides = 2

// Paint returns the colour of a side.
func Paint(side int) Colour { return Blue + Colour(side) }

// A Vertex is a vertex of a position, with its colour and its number of children, at most
// MaxChildren.
type Vertex struct {
	Colour   Colour
	Children uint8
}

// MaxChildren is the most children that a vertex can have.
const MaxChildren = 2

// An Option is a move from a position, and the value that it leads to.
type Option struct {
	Vertex int // that is coloured
	Value  partizan.Value
}

// Value returns the value of a position: rooted trees one after the other, every vertex
// before its children, and the first child with all below it before the second. So
// there is no need to list arcs: o, B, o, o with 2, 0, 1 and 0 children is the tree o(B,oo).
//
// The number of trees that play can reach, and so the time and the memory, grows
// exponentially for trees that branch. For paths it grows as the square of their length, and
// the time as the cube. The error says which limit the position exceeds, or is
// partizan.ErrRange, or is the context's, soon after the context ends.
func (s *Solver) Value(ctx context.Context, position []Vertex) (partizan.Value, error) {
	var sum partizan.Value
	err := s.do(ctx, position, func() {
		for _, root := range s.roots(position) {
			sum = s.arena.Add(sum, s.total(root))
		}
	})
	return sum, err
}

// roots returns the trees of a position, the last one first.
func (s *Solver) roots(position []Vertex) []stem {
	s.open = s.open[:0]
	for v := len(position) - 1; v >= 0; v-- {
		var children [MaxChildren]stem
		left := len(s.open) - int(position[v].Children)
		copy(children[:], s.open[left:])
		s.open = append(s.open[:left], s.grow(position[v].Colour, children[0], children[1]))
	}
	return s.open
}

// grow puts a vertex over two subtrees; the zero stem is no subtree. The subtrees of a
// coloured vertex come off.
func (s *Solver) grow(c Colour, a, b stem) stem {
	rest := s.arena.Add(a.rest, b.rest)
	if c == Uncoloured {
		return stem{s.table.over(a.view, b.view), rest}
	}
	return stem{view(c), s.arena.Add(rest, s.below(a.view, b.view))}
}

// Options returns the moves of a side, by vertex. Of moves that lead to the same position,
// up to the order of children and of trees and to what does not matter, it returns only the
// first. The errors are those of [Solver.Value].
func (s *Solver) Options(ctx context.Context, position []Vertex, side int) ([]Option, error) {
	var options []Option
	err := s.do(ctx, position, func() {
		f := s.fell(position)
		sum := partizan.Zero
		for _, root := range f.roots {
			sum = s.arena.Add(sum, s.value(root))
		}
		seen := make(map[change]bool)
		for v := range position {
			if !f.legal(v, Paint(side)) {
				continue
			}
			if c := f.color(v, Paint(side)); !seen[c] {
				seen[c] = true
				difference := s.arena.Add(s.arena.Sub(s.value(c.after), s.value(c.before)), s.below(c.low, c.high))
				options = append(options, Option{v, s.arena.Add(sum, difference)})
			}
		}
	})
	return options, err
}

// do runs f, which is about a position. It returns the error with which f was interrupted.
func (s *Solver) do(ctx context.Context, position []Vertex, f func()) error {
	if len(position) > MaxVertices {
		return fmt.Errorf("a position of %d vertices is too large to be searched, want at most %d", len(position), MaxVertices)
	}
	s.ctx, s.stack, s.sums = ctx, s.stack[:0], s.sums[:0] // an interruption may have left something
	return s.arena.Do(ctx, f)
}

// A change is what a move makes of a tree: what is left above the vertex, and the subtrees
// that come off below it, the smaller number first.
type change struct{ before, after, low, high view }

// A felled is a position without the arcs out of coloured vertices.
type felled struct {
	table    *table
	position []Vertex
	roots    []view
	views    []view // by vertex
	// parents has the parent of each vertex, -1 of roots, and places which child of it the
	// vertex is.
	parents []int32
	places  []uint8
	below   [][MaxChildren]view // of the children of each vertex
}

// fell takes these arcs away.
func (s *Solver) fell(position []Vertex) *felled {
	n := len(position)
	f := &felled{
		table: &s.table, position: position, views: make([]view, n),
		parents: make([]int32, n), places: make([]uint8, n), below: make([][MaxChildren]view, n),
	}
	var open []int32 // vertices whose parents come later
	for v := n - 1; v >= 0; v-- {
		left := len(open) - int(position[v].Children)
		if c := position[v].Colour; c != Uncoloured {
			f.addRoots(open[left:])
			f.views[v] = view(c)
		} else {
			for i, child := range open[left:] {
				f.below[v][i] = f.views[child]
				f.parents[child], f.places[child] = int32(v), uint8(i)
			}
			f.views[v] = s.table.over(f.below[v][0], f.below[v][1])
		}
		open = append(open[:left], int32(v))
	}
	f.addRoots(open)
	return f
}

func (f *felled) addRoots(vertices []int32) {
	for _, v := range vertices {
		f.parents[v] = -1
		f.roots = append(f.roots, f.views[v])
	}
}

// legal reports whether a vertex may be given a colour.
func (f *felled) legal(v int, c Colour) bool {
	return f.position[v].Colour == Uncoloured && !slices.Contains(f.below[v][:], view(c))
}

// color returns what colouring a vertex changes.
func (f *felled) color(v int, c Colour) change {
	below := f.below[v]
	ch := change{low: min(below[0], below[1]), high: max(below[0], below[1]), after: view(c)}
	for f.parents[v] >= 0 {
		place := f.places[v]
		v = int(f.parents[v])
		below := f.below[v]
		below[place] = ch.after
		ch.after = f.table.over(below[0], below[1])
	}
	ch.before = f.views[v]
	return ch
}
