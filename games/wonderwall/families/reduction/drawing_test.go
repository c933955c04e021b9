package reduction

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"enumerate/internal/svg"
)

var update = flag.Bool("update", false, "write the drawings of docs/papers/np-complete.md")

// drawn is the formula of the pictures: (not x or z) and (x or y or not z) and (not y or z).
var drawn = [][]int{{-1, 3}, {1, 2, -3}, {-2, 3}}

type drawing struct {
	svg.Canvas
	t      *testing.T
	l      Linkage
	at     map[string]svg.Point
	styles map[[2]string]svg.Style // of arcs that are not thin
}

const radius = 17 // of a vertex

var (
	up    = svg.Style{Stroke: svg.Blue, Width: 3.4}
	down  = svg.Style{Stroke: svg.Vermillion, Width: 2.6, Dashed: true}
	free  = svg.Style{Stroke: svg.Green, Width: 2}
	other = svg.Style{Stroke: svg.Gray, Width: 1}
)

// path sets the style of the arcs along a path.
func (d *drawing) path(style svg.Style, names ...string) {
	for i := range names[1:] {
		d.styles[[2]string(names[i:i+2])] = style
	}
}

// draw draws all vertices that have places, and the arcs between them. The test fails if d.styles has a style for an
// arc that is not drawn, e.g. because the digraph has no such arc.
func (d *drawing) draw() {
	for v, name := range d.l.Names {
		from, placed := d.at[name]
		for _, to := range d.l.Out[v] {
			end := d.l.Names[to]
			arc := [2]string{name, end}
			at, ends := d.at[end]
			if v < sinks || !placed || !ends {
				continue
			}
			style, is := d.styles[arc]
			if delete(d.styles, arc); !is {
				style = other
			}
			way := from.Towards(at).Times(radius)
			from, to := from.Plus(way), at.Minus(way)
			d.Arrow(from, from.Plus(to).Times(0.5), to, style)
		}
	}
	for arc := range d.styles {
		d.t.Errorf("there is no arc %v to draw", arc)
	}
	for name, at := range d.at {
		if !slices.Contains(d.l.Names, name) {
			d.t.Errorf("there is no vertex %s at %v", name, at)
		}
	}
	for _, name := range d.l.Names {
		if at, placed := d.at[name]; placed {
			d.Disk(at, radius, svg.Style{Fill: svg.White, Stroke: svg.Ink, Width: 1.4})
			d.Write(svg.Text{Text: name, At: at, Anchor: "middle"})
		}
	}
}

func (d *drawing) key(text string, style svg.Style) svg.Entry {
	return svg.Entry{Width: 34, Text: text, Draw: func(from, to svg.Point) { d.Arrow(from, from.Plus(to).Times(0.5), to, style) }}
}

// compare compares a drawing with the file in docs/pictures, or writes this file with -update.
func (d *drawing) compare(name string) {
	path := filepath.Join("..", "..", "..", "..", "docs", "pictures", name)
	if *update {
		if err := os.WriteFile(path, d.SVG(), 0o666); err != nil {
			d.t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(d.SVG(), want) {
		d.t.Errorf("%s is not the drawing (%v); -update writes it", path, err)
	}
}

// The picture has switch 4 of docs/papers/np-complete.md, a small digraph that stands for a literal. It shows both ways
// in which two disjoint paths P and Q pass the switch, and the lane, a path of two vertices, that they leave free.
func TestDocsDrawASwitch(t *testing.T) {
	d := drawing{t: t, l: NewLinkage(drawn), Canvas: svg.Canvas{
		Title:       "Switch 4 and the two ways in which P and Q pass it",
		Description: "Twice the same digraph. P goes by C4, b4, c4 to C5 and Q by B4, c'4, a4 to B3, so the lane a'4, b'4 is free. Or P goes by b'4, c'4, Q by c4, a'4, and the lane a4, b4 is free.",
	}}
	corner := d.Head(d.key("P, to t", up), d.key("Q, to s", down), d.key("the lane that is left", free), d.key("other arcs", other))
	for i, ways := range [2][3][]string{
		{{"C4", "b4", "c4", "C5"}, {"B4", "c'4", "a4", "B3"}, {"u2", "a'4", "b'4", "u3"}},
		{{"C4", "b'4", "c'4", "C5"}, {"B4", "c4", "a'4", "B3"}, {"h2", "a4", "b4", "q3"}},
	} {
		origin := corner.Plus(svg.At(20, 110+float64(i)*460))
		d.styles, d.at = make(map[[2]string]svg.Style), map[string]svg.Point{}
		for j, column := range [][]string{{"h2", "a4", "", "a'4", "u2"}, {"q3", "b4", "", "b'4", "u3"}, {"", "c4", "", "c'4"}} {
			for k, name := range column {
				if name != "" {
					d.at[name] = origin.Plus(svg.At(230+float64(j)*150, float64(k-1)*90))
				}
			}
		}
		d.at["B3"], d.at["C4"] = origin.Plus(svg.At(0, 90)), origin.Plus(svg.At(110, 90))
		d.at["B4"], d.at["C5"] = origin.Plus(svg.At(640, 90)), origin.Plus(svg.At(750, 90))
		d.path(up, ways[0]...)
		d.path(down, ways[1]...)
		d.path(free, ways[2]...)
		d.draw()
	}
	d.compare("np-switch.svg")
}

// The picture has the second clause of the formula `drawn`. Each literal of the clause has a switch, a small digraph,
// of which the picture shows the two lanes, paths of two vertices.
func TestDocsDrawAClause(t *testing.T) {
	d := drawing{t: t, l: NewLinkage(drawn), at: make(map[string]svg.Point), styles: make(map[[2]string]svg.Style), Canvas: svg.Canvas{
		Title:       "The clause (x or y or not z), and how Q passes it",
		Description: "From q2 an arc leads to a3 and one to h2, from which arcs lead to a4 and a5. These lead to b3, b4 and b5, and these to q3. In the box of each switch is the lane a', b' too, which is part of a branch of its variable.",
	}}
	corner := d.Head(d.key("Q, if y is true and x is not", down), d.key("other arcs", other)).Down(10)
	for i, literal := range []string{"x", "y", "not z"} {
		number := string(rune('3' + i))
		top := corner.Plus(svg.At(230, float64(i)*150))
		d.Rectangle(top, 260, 130, svg.Style{Fill: svg.Paler, Round: 10})
		d.Write(svg.Text{Text: "switch " + number + ", of " + literal, At: top.Plus(svg.At(130, 65)), Anchor: "middle", Color: svg.Gray})
		for name, at := range map[string]svg.Point{"a": svg.At(40, 30), "b": svg.At(220, 30), "a'": svg.At(40, 100), "b'": svg.At(220, 100)} {
			d.at[name+number] = top.Plus(at)
		}
	}
	d.at["q2"], d.at["h2"], d.at["q3"] = corner.Plus(svg.At(20, 30)), corner.Plus(svg.At(120, 255)), corner.Plus(svg.At(640, 180))
	d.Paragraph(corner.Plus(svg.At(0, 470)), "The lower lane of each box is part of a branch: of x false, of y false, of z true. Q has come by one branch of each variable, so where it took the lower lane the upper one is not free.")
	d.path(down, "q2", "h2", "a4", "b4", "q3")
	d.draw()
	d.compare("np-clause.svg")
}
