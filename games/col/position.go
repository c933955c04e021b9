package col

import (
	"slices"

	"enumerate/games/col/search"
)

// A Position is the vertices of some rooted trees, one tree after the other, every vertex
// before its children, and the first child with all below it before the second. So there
// is no need of arcs: o, B, o, o with 2, 0, 1 and 0 children is the tree o(B,oo). A
// Position implements enum.Drawable and enum.Writable, and a [Playable] enum.Advised.
type Position []search.Vertex

// parents returns the parent of each vertex, -1 of a root.
func (p Position) parents() []int32 {
	parents := make([]int32, len(p))
	var open []int32 // vertices that wait for children, a place for each child
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
func (p Position) paths() bool {
	return !slices.ContainsFunc(p, func(v search.Vertex) bool { return v.Children > 1 })
}

// uncoloured returns how many vertices have no colour.
func (p Position) uncoloured() int {
	n := 0
	for _, v := range p {
		if v.Colour == search.Uncoloured {
			n++
		}
	}
	return n
}

// legal returns the vertices that a side can colour, first ones first.
func (p Position) legal(side int) []int {
	shut := make([]bool, len(p))
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

// with returns the position with one vertex coloured by a side.
func (p Position) with(vertex, side int) Position {
	q := slices.Clone(p)
	q[vertex].Colour = search.Paint(side)
	return q
}
