package col

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"enumerate/games/col/search"
)

// MaxDrawn is the most vertices of a position that is drawn.
const MaxDrawn = 1000

// svgFormat is the format of pictures.
const svgFormat = "svg"

// Measures of a picture, in pixels.
const (
	spacing = 40 // between vertices
	radius  = 12
	border  = 30
	footer  = 30
)

// Draw writes a picture of the position as SVG, trees side by side with their roots above,
// paths one below the other with their heads at the left, and below that the outcome and
// the value.
func (p Position) Draw(ctx context.Context, w io.Writer, format string) error {
	if format != svgFormat {
		return fmt.Errorf("there is no picture %q; there is: %s", format, svgFormat)
	}
	if len(p) > MaxDrawn {
		return fmt.Errorf("a drawing takes at most %d vertices, this position has %d", MaxDrawn, len(p))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	value := p.sum().value
	places := p.places()
	var right, bottom int
	for _, at := range places {
		right, bottom = max(right, at.x), max(bottom, at.y)
	}
	width, height := max(right+2*border, 150), bottom+2*border+footer

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	for v, parent := range p.parents() {
		if parent < 0 {
			continue
		}
		stroke := "#444444"
		if p[parent].Colour != search.Uncoloured { // this arc does not matter
			stroke = "#cccccc"
		}
		from, to := places[parent], places[v]
		fmt.Fprintf(&b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="2"/>`+"\n", from.x+border, from.y+border, to.x+border, to.y+border, stroke)
	}
	for v, at := range places {
		fill := [...]string{"#ffffff", "#1d4ed8", "#c0262d"}[p[v].Colour]
		fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="#222222" stroke-width="2"/>`+"\n", at.x+border, at.y+border, radius, fill)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="14">%s, value %s</text>`+"\n", border-radius, height-border/2, outcomeOf(value), value)
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// A place is where a vertex is drawn.
type place struct{ x, y int }

// places returns the places of the vertices.
func (p Position) places() []place {
	places := make([]place, len(p))
	parents := p.parents()
	if p.paths() {
		row := -1
		for v, parent := range parents {
			if parent < 0 {
				row++
				places[v] = place{0, row * spacing}
			} else {
				places[v] = place{places[parent].x + spacing, row * spacing}
			}
		}
		return places
	}
	// A leaf has a column of its own; other vertices are in the middle of their children.
	for v, parent := range parents {
		if parent >= 0 {
			places[v].y = places[parent].y + spacing
		}
	}
	columns := 0
	for _, v := range p {
		if v.Children == 0 {
			columns++
		}
	}
	var open []int // columns of the vertices that wait for their parents
	for v := len(p) - 1; v >= 0; v-- {
		left := len(open) - int(p[v].Children)
		if p[v].Children == 0 {
			columns--
			places[v].x = columns * spacing
		} else {
			places[v].x = (open[left] + open[len(open)-1]) / 2
		}
		open = append(open[:left], places[v].x)
	}
	return places
}
