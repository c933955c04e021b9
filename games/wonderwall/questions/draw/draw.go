// Package draw draws one game of Ninja Assassin Wonderwall and the proof of its verdict.
//
// A proof is a solution, which is an order of the players, or a core: some players whose choices contradict each
// other.
//
// The upper part of a picture shows the choices: the players on a circle, with a solid arrow from each player to its
// wonderwall and a dashed arrow to its ninja, and next to it a table. The lower part shows the proof. A solution
// is a line of players, with a row for each player: a ball marks the player, a wall its wonderwall and a star its
// ninja, so that the reader sees the wall between the other two. A core is a list of its players' choices and a table
// of contradictions: every way to satisfy these choices puts a player before itself.
//
// The smallest example is A: B C, B: C A, C: B A. Its core is A and B: B must stand between A and C, and C between B
// and A. If A < B < C, then B < C < A gives A < B < C < A, and A < C < B gives B < C < B.
//
// Places draws players in space and their projection onto a line. Steps draws what an algorithm knows after each of its
// assumptions.
//
// Pictures distinguish things by form, not by colour alone. The same game gives the same bytes.
//
// draw.go has the page with its table, circle.go the circle, fan.go the ends of its arrows, and proof.go
// solutions and cores.
package draw

import (
	"fmt"
	"math"
	"slices"

	"enumerate/internal/svg"
	"enumerate/solver/betweenness"
)

// The widths at which names are shortened, in em: most names at about 20 letters (maxLabel), those of many players side
// by side at about 8 (narrowLabel), and those with a whole line of a narrow picture at about 32 (wholeLabel).
const (
	maxLabel    = 15
	narrowLabel = 6
	wholeLabel  = 24
)

// A drawing is a picture under construction.
type drawing struct {
	svg.Canvas
	names        []string
	game         betweenness.Game
	proof        betweenness.Proof
	labels       []svg.Label
	inCore       []bool
	chooserCount []int // by player: the number of players who chose it
	crowd        bool  // there are so many players that only the proof is drawn
	above        bool  // in the rows of a solution, names stand above the marks, because they are too wide for a place at the left
}

// mostPlayers is the largest number of players for which a narrow picture shows all choices. More would be a tangle of
// arrows.
const mostPlayers = 30

func newDrawing(names []string, game betweenness.Game, proof betweenness.Proof) *drawing {
	d := &drawing{names: names, game: game, proof: proof}
	d.labels, d.inCore, d.chooserCount = svg.Labels(names, maxLabel), make([]bool, len(game)), make([]int, len(game))
	for _, p := range proof.Core {
		d.inCore[p] = true
	}
	d.countChosen()
	return d
}

func (d *drawing) countChosen() {
	clear(d.chooserCount)
	for p, c := range d.game {
		if d.choosing(p) {
			d.chooserCount[c.Wonderwall]++
			d.chooserCount[c.Ninja]++
		}
	}
}

// choosing reports whether the choices of player p are drawn.
func (d *drawing) choosing(p int) bool { return !d.crowd || d.inCore[p] }

// Picture returns a picture of a valid game and its proof. The players' names must be distinct and UTF-8. Names
// wider than about 20 letters are shortened, and a browser shows the whole name under the pointer. A picture of 100
// players has about 2,500 by 4,000 pixels, and one of 200 players 5,000 by 7,000.
func Picture(names []string, game betweenness.Game, proof betweenness.Proof) *svg.Canvas {
	return newDrawing(names, game, proof).picture()
}

// narrowRoom is the width of a narrow picture without margins, in pixels. With margins, it fills the screen of a phone.
const narrowRoom = 312

// Narrow returns a picture for a phone. It has the circle of players and the solution, but not the table of choices or
// the explanation of a core. For more than 30 players it has only the solution, or only a circle of the players of the
// core and those whom they choose. Wide names are shortened, and listed whole at the end. If a solution of more than 30
// players has a wide name, every name has a separate line.
func Narrow(names []string, game betweenness.Game, proof betweenness.Proof) *svg.Canvas {
	crowd := len(game) > mostPlayers
	if crowd && !proof.Solvable() {
		names, game, proof = involved(names, game, proof)
	}
	d := newDrawing(names, game, proof)
	d.crowd = crowd
	d.countChosen()
	d.Width, d.labels = narrowRoom, svg.Labels(names, narrowLabel)
	if crowd && proof.Solvable() && slices.ContainsFunc(d.labels, func(l svg.Label) bool { return l.Text != l.Whole }) {
		d.above, d.labels = true, svg.Labels(names, wholeLabel)
	}
	return d.picture()
}

// involved reduces a game without a solution to the players of its core and those whom they choose, with new numbers.
// Only the players of the core still have choices.
func involved(names []string, game betweenness.Game, proof betweenness.Proof) ([]string, betweenness.Game, betweenness.Proof) {
	in := make([]bool, len(game))
	for _, p := range proof.Core {
		in[p], in[game[p].Wonderwall], in[game[p].Ninja] = true, true, true
	}

	number := make([]int, len(game)) // the new number of each player that remains
	var some []string                // their names
	for p := range game {
		if in[p] {
			number[p] = len(some)
			some = append(some, names[p])
		}
	}

	choices := make(betweenness.Game, len(some))
	var core []int
	for _, p := range proof.Core {
		choices[number[p]] = betweenness.Choice{Wonderwall: number[game[p].Wonderwall], Ninja: number[game[p].Ninja]}
		core = append(core, number[p])
	}
	return some, choices, betweenness.Proof{Core: core}
}

func (d *drawing) picture() *svg.Canvas {
	d.Title = fmt.Sprintf("Ninja Assassin Wonderwall: %d players, %s", len(d.game), d.verdict())
	d.Description = d.summary()

	head := d.Head
	if d.Width > 0 {
		head = func(legend ...svg.Entry) svg.Point { return d.Legend(svg.At(svg.Margin, svg.Margin), legend...) }
	}

	if d.crowd && d.proof.Solvable() {
		d.line(svg.At(svg.Margin, svg.Margin))
		return &d.Canvas
	}

	at := head(d.arrows()...)
	corner := d.circle(at)
	d.Reach(corner)
	if d.Width == 0 {
		corner.Y = max(corner.Y, d.table(svg.At(corner.X+48, at.Y+28), corner.Y-at.Y-28))
	}

	at = svg.At(svg.Margin, corner.Y+44)
	if d.proof.Solvable() {
		at = d.line(at)
	} else if d.Width == 0 {
		d.drawExplanation(at)
	}
	if d.Width > 0 {
		d.key(at)
	}
	return &d.Canvas
}

func (d *drawing) verdict() string {
	if d.proof.Solvable() {
		return "solvable"
	}
	return "unsolvable"
}

// summary describes the proof in words, for readers who cannot see the picture.
func (d *drawing) summary() string {
	words := d.verdict() + "  order:"
	if !d.proof.Solvable() {
		words = d.verdict() + "  core:"
	}
	for _, p := range slices.Concat(d.proof.Order, d.proof.Core) {
		words += " " + d.wholeName(p)
	}
	return words
}

// wholeName returns the whole name of a player, for use within a sentence.
func (d *drawing) wholeName(p int) string { return svg.Isolated(d.labels[p].Whole) }

// short returns the drawn name of a player, for use within a sentence.
func (d *drawing) short(p int) string { return svg.Isolated(d.labels[p].Text) }

func (d *drawing) choice(p int) string {
	return fmt.Sprintf("%s: wonderwall %s, ninja %s", d.wholeName(p), d.wholeName(d.game[p].Wonderwall), d.wholeName(d.game[p].Ninja))
}

func widest(labels []svg.Label) float64 {
	var width float64
	for _, l := range labels {
		width = max(width, l.Width*svg.FontSize)
	}
	return width
}

func (d *drawing) heading(at svg.Point, text string) svg.Point {
	d.Write(svg.Text{Text: text, At: at, Bold: true, Size: 16})
	return at.Down(26)
}

func (d *drawing) arrowEntry(text string, s svg.Style) svg.Entry {
	return svg.Entry{Width: 44, Text: text, Draw: func(from, to svg.Point) { d.Arrow(from, from.Plus(to).Times(0.5), to, s) }}
}

// arrows returns the legend of the circle, which explains its arrows and dots.
func (d *drawing) arrows() []svg.Entry {
	entries := []svg.Entry{
		d.arrowEntry("to the player's wonderwall", svg.Style{Stroke: svg.Blue, Width: 1.6}),
		d.arrowEntry("to the player's ninja", svg.Style{Stroke: svg.Vermillion, Width: 1.6, Dashed: true}),
	}
	larger := false
	for p, outline := range d.outlines() {
		larger = larger || d.dotRadius(p, outline) > nodeRadius+1
	}
	if larger {
		entries = append(entries, svg.Mark("larger dot: chosen by many players", func(at svg.Point) { d.Disk(at, 1.6*nodeRadius, svg.Style{}) }))
	}
	if d.proof.Core != nil {
		entries = append(entries, svg.Entry{Width: 44, Text: "choices that contradict each other", Draw: func(from, to svg.Point) {
			at, middle := from.Right(8), from.Plus(to).Times(0.5)
			d.Arrow(at.Plus(svg.At(8, -3)), middle.Down(-5), to.Down(-5), svg.Style{Stroke: svg.Blue, Width: thick})
			d.Arrow(at.Plus(svg.At(8, 3)), middle.Down(5), to.Down(5), svg.Style{Stroke: svg.Vermillion, Width: thick, Dashed: true})
			d.Disk(at, nodeRadius, svg.Style{})
			d.ring(at, nodeRadius)
		}})
	}
	return entries
}

// rowHeight is the height of a row of a table, in pixels.
const rowHeight = 22

// table draws the table of choices, with the given upper left corner. If the rows do not fit into the given height, the
// table continues in further columns. table returns the y of its lower end.
func (d *drawing) table(at svg.Point, height float64) float64 {
	const least, gap = 8, 48                    // the least number of rows in a column, and the pixels between columns
	rows := max(least, int(height/rowHeight)-1) // without the row of headings
	columns := (len(d.game) + rows - 1) / rows
	rows = (len(d.game) + columns - 1) / columns // equally many in each column
	bottom := at.Y
	for first := 0; first < len(d.game); first += rows {
		corner := d.column(at, first, min(first+rows, len(d.game)))
		bottom = max(bottom, corner.Y)
		at.X = corner.X + gap
	}
	return bottom
}

// column draws the rows of the players first to end-1, with their upper left corner at the point `at`. It returns the
// lower right corner.
func (d *drawing) column(at svg.Point, first, end int) svg.Point {
	const indent, gap = 20, 20
	heads := [3]string{"player", "wonderwall", "ninja"}
	marks := [3]func(at svg.Point){d.playerMark, d.wonderwallMark, d.ninjaMark}
	var left [4]svg.Point // of the three columns, and the right end of the last
	cell := func(p, i int) svg.Text {
		q := [3]int{p, d.game[p].Wonderwall, d.game[p].Ninja}[i]
		return svg.Text{Text: d.labels[q].Text, At: left[i].Down(float64(p-first+1) * rowHeight), Bold: d.inCore[p]}
	}

	left[0] = at
	for i, head := range heads {
		t := svg.Text{Text: head, At: left[i].Right(indent), Bold: true}
		width := indent + t.Width()
		for p := first; p < end; p++ {
			width = max(width, cell(p, i).Width())
		}
		marks[i](left[i].Right(7))
		d.Write(t)
		left[i+1] = left[i].Right(width + gap)
	}

	right := left[3].Right(-gap)
	d.Line(at.Down(rowHeight/2), right.Down(rowHeight/2), svg.Style{})

	for p := first; p < end; p++ {
		if d.inCore[p] {
			d.Rectangle(at.Plus(svg.At(-10, (float64(p-first)+0.5)*rowHeight)), 4, rowHeight, svg.Style{})
		}
		for i := range heads {
			d.Write(cell(p, i))
		}
	}
	return right.Down((float64(end-first) + 0.5) * rowHeight)
}

// The marks of a player, its wonderwall and its ninja are a ball, a wall and a throwing star.

func (d *drawing) playerMark(at svg.Point) { d.Disk(at, 5, svg.Style{}) }

func (d *drawing) wonderwallMark(at svg.Point) {
	d.Rectangle(at.Minus(svg.At(3, 8)), 6, 16, svg.Style{Fill: svg.Blue})
}

// ninjaMark draws a throwing star, whose corners are alternately far from and near to the center.
func (d *drawing) ninjaMark(at svg.Point) {
	const tips = 4
	star := make([]svg.Point, 2*tips)
	for i := range star {
		radius := 9.0
		if i%2 != 0 {
			radius = 3
		}
		sin, cos := math.Sincos(float64(i) * math.Pi / tips)
		star[i] = at.Plus(svg.At(sin, -cos).Times(radius))
	}
	d.Polygon(star, svg.Style{Fill: svg.Vermillion})
}

func (d *drawing) ring(center svg.Point, radius float64) {
	d.Disk(center, radius+ringGap, svg.Style{Stroke: svg.Ink, Width: 2})
}
