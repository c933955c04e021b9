package nimbers

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
)

const (
	// maxDrawn is the largest number of vertices of a DAG that is drawn.
	maxDrawn = 60
	// maxArcs is the largest number of arcs of a DAG that is drawn, so that a reader can follow an arc.
	maxArcs = 300
)

// picture returns a picture of the DAG, with chips on its first two vertices. The vertices are in a row such that all
// arcs lead to the right, each with its nimber below. Vertices with a chip have a ring. If a move wins, its arc is
// thick. A DAG with too many vertices or arcs is an error.
func (g game) picture(ctx context.Context, _ single.How) (single.Answer, error) {
	if n := g.dag.Vertices(); n > maxDrawn {
		return nil, fmt.Errorf("%d vertices are too many to draw: choose a DAG of at most %d", n, maxDrawn)
	}
	if m := g.dag.Arcs(); m > maxArcs {
		return nil, fmt.Errorf("%d arcs are too many to draw: choose a DAG of at most %d", m, maxArcs)
	}
	d := &drawing{dag: g.dag, nimbers: g.dag.Nimbers(), push: dag.Arc{From: -1}} // push is a winning move, at first none
	chips := chips{dag: d.dag, nimbers: d.nimbers, at: [2]int{0, 1}}
	move, winner, err := chips.Best(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if winner == chips.side {
		d.push = chips.pushed(move)
	}
	return d.picture(), nil
}

// pushed returns the arc along which a move, an index into Moves, pushes a chip.
func (c chips) pushed(move int) dag.Arc {
	to := c.Moves()[move].(chips).at
	for chip, from := range c.at {
		if to[chip] != from {
			return dag.Arc{From: from, To: to[chip]}
		}
	}
	panic("nimbers: a move that pushes no chip")
}

type drawing struct {
	svg.Canvas
	dag     *dag.DAG
	nimbers []int
	push    dag.Arc // the arc of the winning move; its From is -1 if no move wins
}

// caption returns a sentence that says who wins, and by which move.
func (d *drawing) caption() string {
	a, b := d.nimbers[0], d.nimbers[1]
	who := "the second player wins, whatever the first one does"
	if d.push.From >= 0 {
		who = fmt.Sprintf("the first player wins by pushing the chip from %d to %d", d.push.From+1, d.push.To+1)
	}
	return fmt.Sprintf("Two chips on %d vertices and %s: Grundy value %d xor %d = %d; %s",
		d.dag.Vertices(), rows.Counted(d.dag.Arcs(), "arc", "arcs"), a, b, a^b, who)
}

// Lengths of a picture, in pixels.
const (
	vertexStep   = 56 // the distance between two neighbours in the row
	vertexRadius = 14
)

func (d *drawing) picture() *svg.Canvas {
	whole := chip.Solution(d.dag)
	d.Title = d.caption()
	d.Description = fmt.Sprintf("%s  %s: %s", whole.Verdict, whole.Proof, strings.Join(whole.Names, " "))
	top := d.Head(d.legend()...)
	order := slices.Clone(d.dag.Order())
	slices.Reverse(order)
	places := make([]svg.Point, len(order)) // places[v] is the middle of vertex v
	for i, v := range order {
		places[v].X = svg.Margin + vertexRadius + 4 + float64(i)*vertexStep
	}
	longest := 0.0
	for a := range d.dag.All() {
		longest = max(longest, places[a.To].X-places[a.From].X)
	}
	for v := range places {
		places[v].Y = top.Y + bend(longest)/2 + vertexRadius
	}

	for a := range d.dag.All() {
		if a != d.push {
			d.arc(places[a.From], places[a.To], false)
		}
	}
	if d.push.From >= 0 { // the winning arc lies over all others
		d.arc(places[d.push.From], places[d.push.To], true)
	}
	for v, nimber := range d.nimbers {
		d.vertex(places[v], strconv.Itoa(v+1), v < 2)
		d.Write(svg.Text{Text: strconv.Itoa(nimber), At: places[v].Down(vertexRadius + 18), Anchor: "middle", Color: svg.Vermillion})
	}
	return &d.Canvas
}

// arc draws an arc as a curve above the row of vertices.
func (d *drawing) arc(from, to svg.Point, wins bool) {
	style := svg.Style{Stroke: svg.Blue, Width: 1.4}
	if wins {
		style = svg.Style{Stroke: svg.Vermillion, Width: 3.5}
	}
	middle := from.Plus(to).Times(0.5).Down(-bend(to.X - from.X))
	d.Arrow(from.Plus(from.Towards(middle).Times(vertexRadius)), middle, to.Plus(to.Towards(middle).Times(vertexRadius)), style)
}

// bend returns how high an arc of the given length rises above the row of vertices. Long arcs rise higher in proportion
// to their length, so that the arcs of a vertex separate.
func bend(length float64) float64 { return length * min(0.35+length/1200, 0.8) }

func (d *drawing) vertex(at svg.Point, name string, chip bool) {
	if chip {
		d.Disk(at, vertexRadius+4, svg.Style{Stroke: svg.Ink, Width: 2})
	}
	d.Disk(at, vertexRadius, svg.Style{Fill: svg.White, Stroke: svg.Ink})
	d.Write(svg.Text{Text: name, At: at, Anchor: "middle"})
}

// legend explains the marks that occur in the picture.
func (d *drawing) legend() []svg.Entry {
	const small = 8
	entries := []svg.Entry{
		svg.Mark("a vertex with a chip", func(at svg.Point) {
			d.Disk(at, small, svg.Style{Stroke: svg.Ink, Width: 2})
			d.Disk(at, small-3, svg.Style{Fill: svg.White, Stroke: svg.Ink})
		}),
		svg.Mark("its Grundy value, below a vertex", func(at svg.Point) {
			d.Write(svg.Text{Text: "0", At: at, Anchor: "middle", Color: svg.Vermillion})
		}),
	}
	arc := func(s svg.Style) func(from, to svg.Point) {
		return func(from, to svg.Point) { d.Arrow(from, from.Plus(to).Times(0.5), to, s) }
	}
	if d.dag.Arcs() > 0 {
		entries = append(entries, svg.Entry{Width: 36, Text: "an arc", Draw: arc(svg.Style{Stroke: svg.Blue, Width: 1.4})})
	}
	if d.push.From >= 0 {
		entries = append(entries, svg.Entry{Width: 36, Text: "a move that wins", Draw: arc(svg.Style{Stroke: svg.Vermillion, Width: 3.5})})
	}
	return entries
}
