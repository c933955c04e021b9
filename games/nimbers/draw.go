package nimbers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/svg"
)

// maxDrawn is the most vertices of a DAG that is drawn.
const maxDrawn = 60

// pictures names the formats of draw.
func pictures() []string { return []string{"svg", "dot"} }

// draw writes a picture of the DAG with all its arcs: the vertices in a row, so that all
// arcs lead to the right, with their nimbers below, and rings round those with a chip; or
// the same as a graph in the DOT language.
func (g game) draw(ctx context.Context, w io.Writer, format string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if n := g.dag.Vertices(); n > maxDrawn {
		return fmt.Errorf("a drawing takes at most %d vertices, this DAG has %d", maxDrawn, n)
	}
	var drawn []byte
	switch format {
	case "svg":
		drawn = picture(g.dag)
	case "dot":
		drawn = dot(g.dag)
	default:
		return enum.Unknown("format", format, pictures())
	}
	_, err := w.Write(drawn)
	return err
}

// caption says what a picture shows.
func caption(d *dag.DAG) string {
	s := solutionOf(d)
	return fmt.Sprintf("Two chips on %d vertices and %d arcs: nimbers %s and %s, the %s player wins",
		d.Vertices(), d.Arcs(), s.Names[0], s.Names[1], s.Verdict)
}

// Lengths of a picture, in pixels.
const (
	vertexStep   = 56 // from a vertex to the next one
	vertexRadius = 14
)

// picture returns the picture.
func picture(d *dag.DAG) []byte {
	order := slices.Clone(d.Order())
	slices.Reverse(order)
	places := make([]svg.Point, len(order)) // of the vertices
	for i, v := range order {
		places[v].X = svg.Margin + vertexRadius + 4 + float64(i)*vertexStep
	}
	longest := 0.0
	for a := range d.All() {
		longest = max(longest, places[a.To].X-places[a.From].X)
	}
	for v := range places {
		places[v].Y = svg.Margin + 50 + bend(longest)/2 + vertexRadius
	}

	var c svg.Canvas
	c.Write(svg.Text{Text: caption(d), At: svg.At(svg.Margin, svg.Margin+8)})
	c.Begin("g", "fill", "none", "stroke-width", 1.4)
	for a := range d.All() {
		from, to := places[a.From], places[a.To]
		middle := from.Plus(to).Times(0.5).Down(-bend(to.X - from.X))
		c.Arrow(from.Plus(from.Towards(middle).Times(vertexRadius)), middle, to.Plus(to.Towards(middle).Times(vertexRadius)), svg.Blue, false)
	}
	c.End()
	for v, nimber := range d.Nimbers() {
		if v < 2 {
			c.Disk(places[v], vertexRadius+4, "fill", "none", "stroke", svg.Ink, "stroke-width", 2)
		}
		c.Disk(places[v], vertexRadius, "fill", svg.White, "stroke", svg.Ink)
		c.Write(svg.Text{Text: strconv.Itoa(v + 1), At: places[v], Anchor: "middle"})
		c.Write(svg.Text{Text: fmt.Sprint(nimber), At: places[v].Down(vertexRadius + 18), Anchor: "middle", Color: svg.Vermillion})
	}
	return c.Finish(caption(d), "")
}

// bend returns how high above the row of vertices an arc of some length bends to: long
// arcs are steeper, so that those of one vertex part.
func bend(length float64) float64 { return length * min(0.35+length/1200, 0.8) }

// dot returns the DAG in the DOT language.
func dot(d *dag.DAG) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph nimbers {\n\tlabel=%q\n\tlabelloc=t\n\trankdir=LR\n\tnode [shape=circle]\n", caption(d))
	for v, g := range d.Nimbers() {
		chip := ""
		if v < 2 {
			chip = " peripheries=2"
		}
		fmt.Fprintf(&b, "\t%d [label=\"%[1]d\" xlabel=\"%[2]d\"%[3]s]\n", v+1, g, chip)
	}
	for a := range d.All() {
		fmt.Fprintf(&b, "\t%d -> %d\n", a.From+1, a.To+1)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
