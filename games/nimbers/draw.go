package nimbers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
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
	var picture []byte
	switch format {
	case "svg":
		picture = svg(g.dag)
	case "dot":
		picture = dot(g.dag)
	default:
		return enum.Unknown("format", format, pictures())
	}
	_, err := w.Write(picture)
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
	pictureMargin = 30.0
	pictureStep   = 56.0 // from a vertex to the next one
	vertexRadius  = 14.0
	headLength    = 8.0
	headHalf      = 3.5
	letterWidth   = 8.0 // at most, on average
)

// svg returns the picture.
func svg(d *dag.DAG) []byte {
	order := slices.Clone(d.Order())
	slices.Reverse(order)
	x := make([]float64, len(order)) // of each vertex
	for i, v := range order {
		x[v] = pictureMargin + vertexRadius + float64(i)*pictureStep
	}
	longest := 0.0
	for a := range d.All() {
		longest = max(longest, x[a.To]-x[a.From])
	}
	width := max(x[order[len(order)-1]]+vertexRadius, letterWidth*float64(len(caption(d)))) + pictureMargin
	row := 50 + bend(longest)/2 + vertexRadius + pictureMargin
	height := row + vertexRadius + 46

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" `+
		`font-family="sans-serif" font-size="13" text-anchor="middle" fill="#222222">`+"\n", pixels(width), pixels(height))
	fmt.Fprintf(&b, "<title>%s</title>\n<rect width=\"%s\" height=\"%s\" fill=\"#ffffff\"/>\n", caption(d), pixels(width), pixels(height))
	fmt.Fprintf(&b, "<text x=\"%s\" y=\"32\" text-anchor=\"start\">%s</text>\n", pixels(pictureMargin), caption(d))
	b.WriteString("<g fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.4\">\n")
	for a := range d.All() {
		drawArc(&b, x[a.From], x[a.To], row)
	}
	b.WriteString("</g>\n")
	nimbers := d.Nimbers()
	for _, v := range order {
		if v < 2 {
			fmt.Fprintf(&b, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"none\" stroke=\"#222222\" stroke-width=\"2\"/>\n",
				pixels(x[v]), pixels(row), pixels(vertexRadius+4))
		}
		fmt.Fprintf(&b, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"#ffffff\" stroke=\"#222222\"/>\n", pixels(x[v]), pixels(row), pixels(vertexRadius))
		fmt.Fprintf(&b, "<text x=\"%s\" y=\"%s\">%d</text>\n", pixels(x[v]), pixels(row+4.5), v+1)
		fmt.Fprintf(&b, "<text x=\"%s\" y=\"%s\" fill=\"#d55e00\">%d</text>\n", pixels(x[v]), pixels(row+vertexRadius+22), nimbers[v])
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// bend returns how high above the row of vertices an arc of some length bends to: long
// arcs are steeper, so that those of one vertex part.
func bend(length float64) float64 { return length * min(0.35+length/1200, 0.8) }

// drawArc draws an arc between two places of the row of vertices, with its head.
func drawArc(b *bytes.Buffer, from, to, row float64) {
	rise, half := bend(to-from), (to-from)/2
	slope := math.Hypot(half, rise)
	across, up := half/slope, rise/slope // the direction in which the arc starts
	start, tip := from+vertexRadius*across, to-vertexRadius*across
	y := row - vertexRadius*up
	fmt.Fprintf(b, "<path d=\"M%s %s Q%s %s %s %s\"/>\n", pixels(start), pixels(y), pixels(from+half), pixels(row-rise), pixels(tip), pixels(y))
	base, above := tip-headLength*across, y-headLength*up
	fmt.Fprintf(b, "<polygon points=\"%s,%s %s,%s %s,%s\" fill=\"#0072b2\"/>\n", pixels(tip), pixels(y),
		pixels(base+headHalf*up), pixels(above-headHalf*across), pixels(base-headHalf*up), pixels(above+headHalf*across))
}

// pixels writes a length with at most one decimal, which hides the last bits, in which
// machines differ.
func pixels(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// dot returns the DAG in the DOT language.
func dot(d *dag.DAG) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph nimbers {\n\tlabel=%q\n\tlabelloc=t\n\trankdir=LR\n\tnode [shape=circle]\n", caption(d))
	for v, g := range d.Nimbers() {
		chip := ""
		if v < 2 {
			chip = " peripheries=2"
		}
		fmt.Fprintf(&b, "\t%d [label=%q xlabel=\"%d\"%s]\n", v+1, strconv.Itoa(v+1), g, chip)
	}
	for a := range d.All() {
		fmt.Fprintf(&b, "\t%d -> %d\n", a.From+1, a.To+1)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
