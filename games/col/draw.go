package col

import (
	"context"
	"fmt"
	"io"
	"slices"

	"enumerate/games/col/search"
	"enumerate/internal/svg"
)

// maxDrawn is the most vertices of a position that is drawn.
const maxDrawn = 1000

// Measures of a picture, in pixels.
const (
	spacing = 40 // between vertices
	radius  = 12
)

// draw writes a picture of the position, trees side by side with their roots above,
// paths one below the other with their heads at the left.
func (p position) draw(ctx context.Context, w io.Writer, format string) error {
	if len(p) > maxDrawn {
		return fmt.Errorf("a drawing takes at most %d vertices, this position has %d", maxDrawn, len(p))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	value := p.sum().value
	caption := fmt.Sprintf("%s, value %s", outcomeOf(value), value)
	c := svg.Canvas{Title: "A position of Myopic Col: " + caption}
	places := p.places(c.Head())
	for v, parent := range p.parents() {
		if parent < 0 {
			continue
		}
		stroke := svg.Ink
		if p[parent].Colour != search.Uncoloured { // this arc does not matter
			stroke = svg.Pale
		}
		c.Line(places[parent], places[v], svg.Style{Stroke: stroke, Width: 2})
	}
	for v, at := range places {
		colour := p[v].Colour
		c.Disk(at, radius, svg.Style{Fill: [...]string{svg.White, svg.Blue, svg.Vermillion}[colour], Stroke: svg.Ink, Width: 2})
		c.Write(svg.Text{Text: [...]string{"", "B", "R"}[colour], At: at, Anchor: "middle", Bold: true, Color: svg.White})
	}
	return c.Encode(ctx, w, format)
}

// places returns where the vertices are drawn, given the upper left corner.
func (p position) places(corner svg.Point) []svg.Point {
	places := make([]svg.Point, len(p))
	next := corner.Plus(svg.At(radius, radius)) // the place of a root
	paths, parents := p.paths(), p.parents()
	for v, parent := range parents {
		switch {
		case parent < 0 && paths:
			places[v], next = next, next.Down(spacing)
		case parent < 0:
			places[v] = next
		case paths:
			places[v] = places[parent].Right(spacing)
		default:
			places[v] = places[parent].Down(spacing)
		}
	}
	if paths {
		return places
	}
	// A leaf has a column of its own; other vertices are in the middle of their children,
	// which stand behind them.
	leaf := 0
	for v, vertex := range p {
		if vertex.Children == 0 {
			places[v].X += float64(leaf * spacing)
			leaf++
		}
	}
	var open []float64 // columns of the vertices that wait for their parents, the last child first
	for v, vertex := range slices.Backward(p) {
		rest := len(open) - int(vertex.Children)
		if vertex.Children > 0 {
			places[v].X = (open[rest] + open[len(open)-1]) / 2
		}
		open = append(open[:rest], places[v].X)
	}
	return places
}
