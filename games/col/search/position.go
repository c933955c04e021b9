package search

import (
	"context"
	"fmt"

	"enumerate/internal/rows"
	"enumerate/solver/partizan"
)

// A Colour is the colour of a vertex.
type Colour uint8

// Left, side 0, colours vertices blue; Right, side 1, colours them red.
const (
	Uncoloured Colour = iota
	Blue
	Red
)

// Paint returns the colour of a side: Left is 0, Right is 1.
func Paint(side int) Colour { return Blue + Colour(side) }

// A Vertex is a vertex of a position.
type Vertex struct {
	Colour   Colour
	Children uint8
}

// MaxChildren is the largest number of children of a vertex.
const MaxChildren = 2

// Value returns the value of a position, a list of rooted trees, one after another. Every vertex comes before its
// children, and the first child with everything below it comes before the second child. So no arcs need to be listed:
// o, B, o, o with 2, 0, 1 and 0 children is the tree o(B,oo).
//
// Time and memory grow with the number of trees that play can reach: exponentially for trees that branch. For paths the
// memory grows with the square of their length, and the time with the cube. The error says which limit the position
// exceeds, or is partizan.ErrRange if a number does not fit, or the context's error, soon after the context ends.
func (s *Solver) Value(ctx context.Context, position []Vertex) (partizan.Value, error) {
	if len(position) > MaxVertices {
		return 0, fmt.Errorf("a position of %d vertices is too large to be searched, expected at most %s", len(position), rows.Count(MaxVertices))
	}
	s.ctx, s.stack, s.sums = ctx, s.stack[:0], s.sums[:0] // an interrupted call may have left values
	var sum partizan.Value
	err := s.arena.Do(ctx, func() {
		for _, root := range s.roots(position) {
			sum = s.arena.Add(sum, s.total(root))
		}
	})
	return sum, err
}

// roots returns the trees of a position as stems (trees without the parts below coloured vertices), the last tree
// first. It goes backwards, and keeps on the stack s.open the stems whose parents have not come yet. A vertex replaces
// the stems of its children by its own.
func (s *Solver) roots(position []Vertex) []stem {
	s.open = s.open[:0]
	for v := len(position) - 1; v >= 0; v-- {
		var children [MaxChildren]stem
		left := len(s.open) - int(position[v].Children) // the stems of the children are on top, from this index on
		copy(children[:], s.open[left:])
		s.open = append(s.open[:left], s.grow(position[v].Colour, children[0], children[1]))
	}
	return s.open
}

// grow returns the stem of the subtree whose root has colour c, given the stems a and b of its children; the zero stem
// stands for a missing child. A stem is a subtree without the parts below coloured vertices. Its `view` is its effect
// on its parent, and its `rest` the sum of the values of the parts that were cut off. A coloured root is cut off from
// its subtrees, because they no longer affect it, so their values are added to `rest`.
func (s *Solver) grow(c Colour, a, b stem) stem {
	rest := s.arena.Add(a.rest, b.rest)
	if c == Uncoloured {
		return stem{s.table.over(a.view, b.view), rest}
	}
	return stem{view(c), s.arena.Add(rest, s.below(a.view, b.view))}
}
