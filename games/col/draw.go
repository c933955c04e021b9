package col

import (
	"context"
	"fmt"
	"slices"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/search"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
)

const maxDrawn = 200

// Pixels.
const (
	spacing   = 44 // between vertices
	radius    = 12 // of a vertex
	maxOffset = 8  // between a vertex and a ring around it
)

// draw draws a position with its value, who wins, and the best move of each side. Trees are side by side, with their
// roots at the top.
func draw(g game, ctx context.Context, _ single.How) (single.Answer, error) {
	var d drawing
	d.colours, d.arcs, d.places = g.shape()
	if n := len(d.colours); n > maxDrawn {
		return nil, fmt.Errorf("%d vertices are too many to draw: choose a position of at most %d", n, maxDrawn)
	}
	var err error
	if d.answer, err = g.answer(ctx); err != nil {
		return nil, err
	}
	d.text = g.String()
	for side := range d.best {
		d.best[side] = d.answer.chosen(side)
	}
	return d.picture(), nil
}

// shape returns what a picture of the trees shows, and a function that places the vertices.
func (p position) shape() (colours []search.Colour, arcs [][2]int, places func(corner svg.Point) []svg.Point) {
	for v, parent := range p.parents() {
		colours = append(colours, p[v].Colour)
		if parent >= 0 {
			arcs = append(arcs, [2]int{int(parent), v})
		}
	}
	return colours, arcs, p.places
}

type drawing struct {
	svg.Canvas
	text    string
	colours []search.Colour
	arcs    [][2]int
	answer  answer
	best    [2]move // the best move of each side
	places  func(corner svg.Point) []svg.Point
}

// picture draws the position of d. The title says who wins, and the description has the position's text.
func (d *drawing) picture() *svg.Canvas {
	who := map[string]string{
		"L": "Left wins, whoever begins", "R": "Right wins, whoever begins", "N": "whoever begins wins", "P": "whoever begins loses",
	}[d.answer.outcome]
	d.Title = fmt.Sprintf("Myopic Col, %s: %s, value %s; %s", rows.Counted(len(d.colours), "vertex", "vertices"), d.answer.outcome, d.answer.value, who)
	d.Description = "position: " + d.text + "  " + d.outcomeSentence(playing.Left) + "  " + d.outcomeSentence(playing.Right)
	places := d.places(d.Head(d.legend()...))
	for _, arc := range d.arcs {
		d.arc(places[arc[0]], places[arc[1]], d.colours[arc[0]] != search.Uncoloured)
	}
	for v, at := range places {
		d.vertex(at, radius, d.colours[v])
		for side, best := range d.best {
			if best.vertex == v { // Left's ring is smaller, so that both are seen on the same vertex
				d.Group(d.outcomeSentence(side), false, func() {
					d.ring(at, radius+[...]float64{playing.Left: maxOffset / 2, playing.Right: maxOffset}[side], side)
				})
			}
		}
	}
	return &d.Canvas
}

// outcomeSentence returns a sentence on the side if it begins: whether it wins, and its best move.
func (d *drawing) outcomeSentence(side int) string {
	name, best := [...]string{playing.Left: "Left", playing.Right: "Right"}[side], d.best[side]
	switch {
	case best.vertex < 0:
		return name + " begins: no move, and loses"
	case best.Wins:
		return name + " begins: wins, by the move to " + best.Value
	}
	return name + " begins: loses, at best by the move to " + best.Value
}

// legend explains the colours, arcs and rings that the picture has.
func (d *drawing) legend() []svg.Entry {
	const small = 7.5
	var entries []svg.Entry
	for colour, text := range []string{"not painted", "painted by Left", "painted by Right"} {
		if slices.Contains(d.colours, search.Colour(colour)) {
			entries = append(entries, svg.Mark(text, func(at svg.Point) { d.vertex(at, small, search.Colour(colour)) }))
		}
	}

	var arcs [2]bool // whether there are arcs that matter, and arcs that no longer do
	for _, arc := range d.arcs {
		arcs[min(1, d.colours[arc[0]])] = true
	}

	for done, text := range []string{"to a child", "to a child, from a painted vertex: no longer matters"} {
		if arcs[done] {
			entries = append(entries, svg.Entry{Width: 28, Text: text, Draw: func(from, to svg.Point) {
				d.arc(from.Right(-radius), to.Right(radius), done == 1)
			}})
		}
	}

	for side := range d.best {
		entries = append(entries, svg.Mark(d.outcomeSentence(side), func(at svg.Point) {
			if d.best[side].vertex >= 0 {
				d.ring(at, small, side)
			}
		}))
	}
	return entries
}

func (d *drawing) vertex(at svg.Point, radius float64, colour search.Colour) {
	d.Disk(at, radius, svg.Style{Fill: [...]string{svg.White, svg.Blue, svg.Vermillion}[colour], Stroke: svg.Ink, Width: 2})
	d.Write(svg.Text{Text: [...]string{"", "B", "R"}[colour], At: at, Anchor: "middle", Bold: true, Color: svg.White, Size: radius + 1})
}

func (d *drawing) ring(at svg.Point, radius float64, side int) {
	d.Disk(at, radius, [...]svg.Style{
		playing.Left:  {Stroke: svg.Blue, Width: 2.5},
		playing.Right: {Stroke: svg.Vermillion, Width: 2.5, Dashed: true},
	}[side])
}

// arc draws the arc from a vertex to a child. `done` means that the arc no longer matters.
func (d *drawing) arc(from, to svg.Point, done bool) {
	style := svg.Style{Stroke: svg.Ink, Width: 1.4}
	if done {
		style = svg.Style{Stroke: svg.Gray, Dashed: true}
	}
	along := from.Towards(to).Times(radius + 2)
	from, to = from.Plus(along), to.Minus(along)
	d.Arrow(from, from.Plus(to).Times(0.5), to, style)
}

// places returns where the vertices of the trees are drawn, given the upper left corner of the picture. Children are
// one row below their parent. Every leaf has its own column; other vertices are above the middle of their children.
func (p position) places(corner svg.Point) []svg.Point {
	corner = corner.Plus(svg.At(radius+maxOffset, radius+maxOffset))
	places := make([]svg.Point, len(p))
	leaf := 0
	for v, parent := range p.parents() {
		places[v] = corner
		if parent >= 0 {
			places[v].Y = places[parent].Y + spacing
		}
		if p[v].Children == 0 {
			places[v].X += float64(leaf * spacing)
			leaf++
		}
	}
	// Go backwards for the other columns. The stack `open` has the columns of the vertices whose parents are not placed
	// yet; a vertex replaces its children, which are on top.
	var open []float64
	for v, vertex := range slices.Backward(p) {
		rest := len(open) - int(vertex.Children)
		if vertex.Children > 0 {
			places[v].X = (open[rest] + open[len(open)-1]) / 2
		}
		open = append(open[:rest], places[v].X)
	}
	return places
}
