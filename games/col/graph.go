package col

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/digraph"
	"enumerate/games/col/search"
	"enumerate/internal/svg"
	"enumerate/solver/partizan"
)

// A graph is a position on any digraph. It is a single.Game.
type graph struct {
	digraph.Position
	// trees is nil unless the position was written as trees in which a vertex has more than two children.
	trees position
}

// graphOf returns trees with at most digraph.MaxVertices vertices as a digraph.
func graphOf(trees position) graph {
	g := graph{digraph.Position{Out: make([]uint64, len(trees))}, trees}
	for v, parent := range trees.parents() {
		if parent >= 0 {
			g.Out[parent] |= 1 << v
		}
		if c := trees[v].Colour; c != search.Uncoloured {
			g.ColourClasses[c-search.Blue] |= 1 << v
		}
	}
	return g
}

func (g graph) colour(v int) search.Colour {
	for side, set := range g.ColourClasses {
		if set>>v&1 != 0 {
			return search.Paint(side)
		}
	}
	return search.Uncoloured
}

func (g graph) with(vertex, side int) graph {
	next := graph{g.With(vertex, side), nil}
	if g.trees != nil {
		next.trees = g.trees.with(vertex, side)
	}
	return next
}

// String returns the position in the form in which it can be read: as trees, or as the colours of the vertices and,
// after a colon, the arcs, "ooB: 1-2 2-3 3-1".
func (g graph) String() string {
	if g.trees != nil {
		return g.trees.String()
	}
	var text []byte
	for v := range g.Out {
		text = append(text, letters[g.colour(v)])
	}
	text = append(text, ':')
	for v, out := range g.Out {
		for ; out != 0; out &= out - 1 {
			text = fmt.Appendf(text, " %d-%d", v+1, bits.TrailingZeros64(out)+1)
		}
	}
	return string(text)
}

// MarshalText returns the text of String, for JSON.
func (g graph) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Solve returns the outcome, the value and the best moves of the position.
func (g graph) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	solver := digraph.NewReducing(g.Out)
	switch how.Algorithm {
	case "", auto:
	case exhaustive:
		solver = digraph.NewExhaustive(g.Out)
	case formula:
		return nil, fmt.Errorf("the algorithm %s takes trees with at most %d children at each vertex; expected %s or %s", formula, search.MaxChildren, auto, exhaustive)
	default:
		return nil, single.Unknown("algorithm", how.Algorithm, []string{auto, exhaustive, formula})
	}
	return g.answerFrom(ctx, solver)
}

func (g graph) answer(ctx context.Context) (answer, error) {
	return g.answerFrom(ctx, digraph.NewReducing(g.Out))
}

func (g graph) answerFrom(ctx context.Context, solver *digraph.Solver) (answer, error) {
	value, err := solver.Value(ctx, g.Position)
	if err != nil {
		return answer{}, err
	}
	return answerBy(solver.Arena(), value, g, func(v, side int) (partizan.Value, error) { return solver.Value(ctx, g.With(v, side)) })
}

func (g graph) legal(side int) (vertices []int) {
	for legal := g.Legal(side); legal != 0; legal &= legal - 1 {
		vertices = append(vertices, bits.TrailingZeros64(legal))
	}
	return vertices
}

func (g graph) playable() (playing.Position, bool) { return turn{g, playing.Left}, true }

func (g graph) painted(vertex, side int) game { return g.with(vertex, side) }

// classify returns an error, because only trees have classes.
func (g graph) classify(context.Context) (single.Form, error) {
	return single.Form{}, fmt.Errorf("this position has no class: only trees with at most %d children at each vertex have classes", search.MaxChildren)
}

// shape places a digraph that was written as trees like trees, and any other on a circle, clockwise from the top.
func (g graph) shape() (colours []search.Colour, arcs [][2]int, places func(corner svg.Point) []svg.Point) {
	for v, out := range g.Out {
		colours = append(colours, g.colour(v))
		for ; out != 0; out &= out - 1 {
			arcs = append(arcs, [2]int{v, bits.TrailingZeros64(out)})
		}
	}
	if g.trees != nil {
		return colours, arcs, g.trees.places
	}
	return colours, arcs, g.places
}

// places returns places on a circle, clockwise from the top.
func (g graph) places(corner svg.Point) []svg.Point {
	n := float64(len(g.Out))
	around := max(spacing, n*spacing*0.75/(2*math.Pi)) // the radius
	centre := corner.Plus(svg.At(around+radius+maxOffset, around+radius+maxOffset))
	places := make([]svg.Point, len(g.Out))
	for v := range places {
		angle := 2 * math.Pi * float64(v) / n
		places[v] = centre.Plus(svg.At(math.Sin(angle)*around, -math.Cos(angle)*around))
	}
	return places
}
