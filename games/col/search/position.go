package search

import (
	"context"
	"fmt"

	"enumerate/solver/partizan"
)

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
