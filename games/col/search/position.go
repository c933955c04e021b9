package search

import (
	"context"
	"fmt"

	"enumerate/solver/partizan"
)

// A Colour is what a vertex has.
type Colour uint8

// The colours. A side's own colour is Blue for Left, who is 0, and Red for Right, who
// is 1; see [Paint].
const (
	Uncoloured Colour = iota
	Blue
	Red
)

// Sides is how many sides there are: Left is 0, Right is 1.
const Sides = 2

// Paint returns the colour of a side.
func Paint(side int) Colour { return Blue + Colour(side) }

// A Vertex is a vertex of a position, with its colour and how many children it has, at
// most MaxChildren.
type Vertex struct {
	Colour   Colour
	Children uint8
}

// MaxChildren is the most children of a vertex.
const MaxChildren = 2

// Value returns the value of a position: rooted trees one after the other, every vertex
// before its children, and the first child with all below it before the second. So
// there is no need of arcs: o, B, o, o with 2, 0, 1 and 0 children is the tree o(B,oo).
//
// Which trees come up, and so the time and the memory, grows exponentially with trees
// that branch; with paths only as the square of their length, and the time as the
// cube. The error is one that names the limit, if the position is too large, the
// context's, soon after that has ended, or partizan.ErrRange.
func (s *Solver) Value(ctx context.Context, position []Vertex) (partizan.Value, error) {
	var sum partizan.Value
	err := s.do(ctx, position, func() error {
		roots, err := s.roots(ctx, position)
		if err != nil {
			return err
		}
		for _, root := range roots {
			value, err := s.total(ctx, root)
			if err != nil {
				return err
			}
			sum = s.arena.Add(sum, value)
		}
		return nil
	})
	return sum, err
}

// do runs f, which is about a position, with the arena interruptible.
func (s *Solver) do(ctx context.Context, position []Vertex, f func() error) error {
	if len(position) > MaxVertices {
		return fmt.Errorf("a position of %d vertices is too large to be searched, want at most %d", len(position), MaxVertices)
	}
	s.stack, s.sums = s.stack[:0], s.sums[:0] // an interruption may have left something
	var failed error
	err := s.arena.Do(ctx, func() { failed = f() })
	if err == nil {
		err = failed
	}
	return err
}

// roots returns the trees of a position, the last one first.
func (s *Solver) roots(ctx context.Context, position []Vertex) ([]stem, error) {
	s.open = s.open[:0]
	for v := len(position) - 1; v >= 0; v-- {
		var children [MaxChildren]stem
		left := len(s.open) - int(position[v].Children)
		copy(children[:], s.open[left:])
		s.open = s.open[:left]
		grown, err := s.grow(ctx, position[v].Colour, children[0], children[1])
		if err != nil {
			return nil, err
		}
		s.open = append(s.open, grown)
	}
	return s.open, nil
}

// An Option is a move from a position, and the value that it leads to.
type Option struct {
	Vertex int // that is coloured
	Value  partizan.Value
}

// Options returns the moves of a side, by vertex: of moves that leave the same, up to the
// order of children and of trees and to what does not matter, only the first. It fails
// as [Solver.Value] does.
func (s *Solver) Options(ctx context.Context, position []Vertex, side int) ([]Option, error) {
	var options []Option
	err := s.do(ctx, position, func() error {
		f := s.fell(position)
		sum := partizan.Zero
		for _, root := range f.roots {
			value, err := s.value(ctx, f.tops[root])
			if err != nil {
				return err
			}
			sum = s.arena.Add(sum, value)
		}
		seen := make(map[change]bool)
		for v := range position {
			if !f.legal(v, Paint(side)) {
				continue
			}
			c := f.color(v, Paint(side))
			if seen[c] {
				continue
			}
			seen[c] = true
			difference, err := s.difference(ctx, c)
			if err != nil {
				return err
			}
			options = append(options, Option{v, s.arena.Add(sum, difference)})
		}
		return nil
	})
	return options, err
}

// A change is what a move makes of a tree: what is left above the vertex, and the subtrees
// that come off below it, the smaller number first.
type change struct{ before, after, low, high top }

// difference returns what a change adds to the value.
func (s *Solver) difference(ctx context.Context, c change) (partizan.Value, error) {
	before, err := s.value(ctx, c.before)
	if err != nil {
		return before, err
	}
	after, err := s.value(ctx, c.after)
	if err != nil {
		return after, err
	}
	below, err := s.below(ctx, c.low, c.high)
	return s.arena.Add(s.arena.Sub(after, before), below), err
}

// A felled is a position without the arcs out of coloured vertices.
type felled struct {
	table    *table
	position []Vertex
	roots    []int32
	parents  []int32              // -1 of roots
	children [][MaxChildren]int32 // -1 for none
	tops     []top
}

// fell takes these arcs away.
func (s *Solver) fell(position []Vertex) *felled {
	f := &felled{
		table:    &s.table,
		position: position,
		parents:  make([]int32, len(position)),
		children: make([][MaxChildren]int32, len(position)),
		tops:     make([]top, len(position)),
	}
	var open []int32 // vertices that wait for their parents
	for v := len(position) - 1; v >= 0; v-- {
		f.children[v] = [MaxChildren]int32{-1, -1}
		left := len(open) - int(position[v].Children)
		below := open[left:]
		if position[v].Colour != Uncoloured {
			f.addRoots(below)
			below = nil
		}
		for i, child := range below {
			f.children[v][i] = child
			f.parents[child] = int32(v)
		}
		f.tops[v] = f.over(v, -1, nothing)
		open = append(open[:left], int32(v))
	}
	f.addRoots(open)
	return f
}

func (f *felled) addRoots(vertices []int32) {
	for _, v := range vertices {
		f.parents[v] = -1
	}
	f.roots = append(f.roots, vertices...)
}

// over returns the top of a vertex, with one of its children changed into another top.
func (f *felled) over(v int, changed int32, to top) top {
	if c := f.position[v].Colour; c != Uncoloured {
		return top(c)
	}
	tops := f.below(v)
	for i, child := range f.children[v] {
		if child >= 0 && child == changed {
			tops[i] = to
		}
	}
	return f.table.over(tops[0], tops[1])
}

// below returns the tops of the children of a vertex.
func (f *felled) below(v int) (tops [MaxChildren]top) {
	for i, child := range f.children[v] {
		if child >= 0 {
			tops[i] = f.tops[child]
		}
	}
	return tops
}

// legal reports whether a vertex may be given a colour.
func (f *felled) legal(v int, c Colour) bool {
	below := f.below(v)
	return f.position[v].Colour == Uncoloured && below[0] != top(c) && below[1] != top(c)
}

// color returns what colouring a vertex changes.
func (f *felled) color(v int, c Colour) change {
	below := f.below(v)
	ch := change{low: min(below[0], below[1]), high: max(below[0], below[1]), after: top(c)}
	for f.parents[v] >= 0 {
		child := int32(v)
		v = int(f.parents[v])
		ch.after = f.over(v, child, ch.after)
	}
	ch.before = f.tops[v]
	return ch
}
