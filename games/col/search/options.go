package search

import (
	"context"

	"enumerate/solver/partizan"
)

// An Option is a move from a position, and the value that it leads to.
type Option struct {
	Vertex int // that is coloured
	Value  partizan.Value
}

// Options returns the moves of a side, by vertex: of moves that leave the same, up to the
// order of children and of trees and to what matters to nobody, only the first. It fails
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
type change struct{ before, after, low, high Top }

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
	tops     []Top
}

// fell takes these arcs away.
func (s *Solver) fell(position []Vertex) *felled {
	f := &felled{
		table:    &s.table,
		position: position,
		parents:  make([]int32, len(position)),
		children: make([][MaxChildren]int32, len(position)),
		tops:     make([]Top, len(position)),
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
		f.tops[v] = f.over(v, -1, Nothing)
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
func (f *felled) over(v int, changed int32, to Top) Top {
	if c := f.position[v].Colour; c != Uncoloured {
		return Top(c)
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
func (f *felled) below(v int) (tops [MaxChildren]Top) {
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
	return f.position[v].Colour == Uncoloured && below[0] != Top(c) && below[1] != Top(c)
}

// color returns what colouring a vertex changes.
func (f *felled) color(v int, c Colour) change {
	below := f.below(v)
	ch := change{low: min(below[0], below[1]), high: max(below[0], below[1]), after: Top(c)}
	for f.parents[v] >= 0 {
		child := int32(v)
		v = int(f.parents[v])
		ch.after = f.over(v, child, ch.after)
	}
	ch.before = f.tops[v]
	return ch
}
