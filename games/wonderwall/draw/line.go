package draw

import (
	"fmt"

	"enumerate/internal/svg"
)

// line draws a solution: the players on a line, and below it a row for each that
// shows the player, its wonderwall and its ninja in their places on the line.
func (d *drawing) line(at svg.Point) {
	order := d.certificate.Order
	widest := d.widest(order)
	at = d.heading(at, "A solution")
	at = d.sentence(at, "The players on a line, and a row for each: its wonderwall stands between it and its ninja.")
	at = d.marks(at.Down(4))

	pitch, turned := pitch(len(order), widest)
	left := at.X + widest + 24
	head := at.Down(svg.LineHeight / 2)
	if turned {
		head = at.Down(widest*0.71 + svg.LineHeight)
	}
	place := make([]float64, len(d.game))
	for i, p := range order {
		place[p] = left + (float64(i)+0.5)*pitch
	}
	right := left + float64(len(order))*pitch
	line := head.Down(20)
	top := line.Down(14)
	bottom := top.Down(float64(len(order)) * rowHeight)

	const far = 20 // players from whom on the names are written on the far sides too
	end := right
	if len(order) > far {
		end = right + 24 + widest
	}
	for row := 1; row < len(order); row += 2 {
		corner := top.Down(float64(row) * rowHeight)
		d.Rectangle(corner, end-corner.X, rowHeight, "fill", svg.Paler)
	}
	d.Begin("g", "stroke", svg.Pale)
	for _, p := range order {
		d.Line(svg.At(place[p], line.Y), svg.At(place[p], bottom.Y))
	}
	d.End()

	d.heads(head, place, turned, -45)
	d.Line(svg.At(left, line.Y), svg.At(right, line.Y), "stroke", svg.Ink, "stroke-width", 2)
	for _, p := range order {
		d.Disk(svg.At(place[p], line.Y), nodeRadius)
	}
	for row, p := range order {
		d.row(p, svg.At(at.X, top.Y+(float64(row)+0.5)*rowHeight), left, place)
	}
	if len(order) > far {
		d.heads(bottom.Down(svg.LineHeight), place, turned, 45)
		for row, p := range order {
			d.Write(svg.Text{Text: d.labels[p].Text, At: svg.At(right+12, top.Y+(float64(row)+0.5)*rowHeight)})
		}
	}
}

// marks says what the marks mean, and returns the place of the line below.
func (d *drawing) marks(at svg.Point) svg.Point {
	mark := func(draw func(at svg.Point)) func(from, to svg.Point) {
		return func(from, _ svg.Point) { draw(from.Right(9)) }
	}
	return d.legend(at,
		entry{14, "player", mark(d.playerMark)},
		entry{14, "its wonderwall", mark(d.wonderwallMark)},
		entry{14, "its ninja", mark(d.ninjaMark)},
	).Down(8)
}

// pitch returns how far players on the line are from each other, and whether their
// names, of which the widest is given, are turned because they are too wide for it.
func pitch(players int, widest float64) (pitch float64, turned bool) {
	const room, least, narrow = 800, 44, 24
	pitch = max(least, widest+14)
	if pitch*float64(players) <= room {
		return pitch, false
	}
	return narrow, true
}

// heads writes the names of all players at their places on a level line.
func (d *drawing) heads(at svg.Point, place []float64, turned bool, turn float64) {
	for p, x := range place {
		s := svg.Text{Text: d.labels[p].Text, At: svg.At(x, at.Y), Anchor: "middle"}
		if turned {
			s.Anchor, s.Turn = "", turn
		}
		d.Write(s)
	}
}

// row draws the row of a player, whose name starts at the given place and ends
// at left.
func (d *drawing) row(p int, at svg.Point, left float64, place []float64) {
	on := func(q int) svg.Point { return svg.At(place[q], at.Y) }
	wonderwall, ninja := on(d.game[p].Wonderwall), on(d.game[p].Ninja)
	d.Begin("g")
	defer d.End()
	d.Title(fmt.Sprintf("%s: %s stands between %[1]s and %[3]s", d.whole(p), d.whole(d.game[p].Wonderwall), d.whole(d.game[p].Ninja)))
	d.Write(svg.Text{Text: d.labels[p].Text, At: svg.At(left-12, at.Y), Anchor: "end"})
	d.Line(on(p), wonderwall, "stroke", svg.Blue, "stroke-width", 3)
	d.Line(wonderwall, ninja, "stroke", svg.Vermillion, "stroke-width", 2, "stroke-dasharray", svg.Dashes)
	d.playerMark(on(p))
	d.wonderwallMark(wonderwall)
	d.ninjaMark(ninja)
}
