package draw

import (
	"context"
	"fmt"
	"slices"

	"enumerate/internal/lists"
	"enumerate/internal/svg"
	"enumerate/solver/betweenness/cases"
)

// line draws a solution: the players on a line, and below it a row for each player that marks the places of the player,
// its wonderwall and its ninja. It returns the point below the rows.
func (d *drawing) line(at svg.Point) svg.Point {
	order := d.proof.Order
	widest := widest(d.labels)
	at = d.heading(at, "A solution")
	if d.Width == 0 {
		at = d.Paragraph(at, "The players on a line, and a row for each: its wonderwall stands between it and its ninja.")
	}
	at = d.Legend(at.Down(4),
		svg.Mark("player", d.playerMark), svg.Mark("its wonderwall", d.wonderwallMark), svg.Mark("its ninja", d.ninjaMark)).Down(6)

	pitch, turned := d.pitch(len(order), widest)
	left := at.X + widest + 24
	height, below := float64(rowHeight), 0. // of a row, and how far its marks are below its middle
	if d.above {                            // each name is above its marks, which take the whole width
		left = at.X + nodeRadius
		height, below = 38, 8
	}
	head := at.Down(svg.LineHeight / 2)
	turn, rise := -45., 0.71 // the angle of turned names, and its sine: the height of a name of width 1
	if d.Width > 0 {
		turn, rise = -90, 1
	}
	if turned && !d.crowd {
		head = at.Down(widest*rise + svg.LineHeight)
	}
	place := make([]float64, len(d.game)) // by player: the horizontal place
	for i, p := range order {
		place[p] = left + (float64(i)+0.5)*pitch
	}
	right := left + float64(len(order))*pitch
	line := head.Down(20)
	if d.crowd {
		line = at
	}
	top := line.Down(14)
	bottom := top.Down(float64(len(order)) * height)
	middle := func(row int) float64 { return top.Y + (float64(row)+0.5)*height }

	const far = 20 // from this number of players on, names are on both sides, because the eye loses a long row
	end := right
	if len(order) > far && d.Width == 0 {
		end = right + 24 + widest
	}

	for row := 1; row < len(order); row += 2 {
		corner := top.Down(float64(row) * height)
		d.Rectangle(corner, end-corner.X, height, svg.Style{Fill: svg.Paler})
	}
	for _, p := range order {
		d.Line(svg.At(place[p], line.Y), svg.At(place[p], bottom.Y), svg.Style{Stroke: svg.Pale})
	}

	if !d.crowd {
		d.heads(head, place, turned, turn)
	}
	d.Line(svg.At(left, line.Y), svg.At(right, line.Y), svg.Style{Width: 2})
	for _, p := range order {
		if !d.crowd {
			d.Disk(svg.At(place[p], line.Y), nodeRadius, svg.Style{})
		}
	}
	for row, p := range order {
		name := svg.Text{Text: d.labels[p].Text, At: svg.At(left-12, middle(row)), Anchor: "end"}
		if d.above {
			name.At, name.Anchor = svg.At(at.X, middle(row)-below), ""
			d.Rectangle(top.Down(float64(row)*height), right-at.X, 2*below+4, svg.Style{Fill: [2]string{svg.White, svg.Paler}[row%2]}) // over the vertical lines
		}
		d.row(p, name, middle(row)+below, place)
	}
	if end > right {
		d.heads(bottom.Down(svg.LineHeight), place, turned, 45)
		for row, p := range order {
			d.Write(svg.Text{Text: d.labels[p].Text, At: svg.At(right+12, middle(row))})
		}
	}
	return svg.At(at.X, bottom.Y+svg.LineHeight)
}

// pitch returns the distance, in pixels, between neighbouring players on the line of a solution. The argument widest is
// the width of the widest name. The result turned says that the names must be turned, because the widest does not fit
// between neighbours.
func (d *drawing) pitch(players int, widest float64) (pitch float64, turned bool) {
	room := 800.              // the width of the line
	least, narrow := 44., 24. // the least distance with names that are not turned, and the distance with turned names
	switch {
	case d.above: // the names are above the line, in a crowd
		room = d.Width - 2*nodeRadius
	case d.Width > 0: // the names at the left take some of the width
		room = d.Width - widest - narrow
		least, narrow = 30, max(14, room/float64(players))
	}
	if d.crowd { // so many players share the width equally, however little is left for each
		return room / float64(players), true
	}
	pitch = max(least, widest+14) // with 14 pixels between two names
	if pitch*float64(players) <= room {
		return pitch, false
	}
	return narrow, true
}

// heads writes the names of all players above or below the line of a solution, at the height of the given point. If
// turned is set, the names are turned by turn degrees.
func (d *drawing) heads(at svg.Point, place []float64, turned bool, turn float64) {
	for p, x := range place {
		s := svg.Text{Text: d.labels[p].Text, At: svg.At(x, at.Y), Anchor: "middle"}
		if turned {
			s.Anchor, s.Turn = "", turn
		}
		d.Write(s)
	}
}

// row draws the row of player p below the line of a solution: its name, and marks for the player, its wonderwall and
// its ninja, at the height y, with lines between them.
func (d *drawing) row(p int, name svg.Text, y float64, place []float64) {
	on := func(q int) svg.Point { return svg.At(place[q], y) } // in this row
	wonderwall, ninja := on(d.game[p].Wonderwall), on(d.game[p].Ninja)
	title := fmt.Sprintf("%s: %s stands between %[1]s and %[3]s", d.wholeName(p), d.wholeName(d.game[p].Wonderwall), d.wholeName(d.game[p].Ninja))
	d.Group(title, false, func() {
		d.Write(name)
		d.Line(on(p), wonderwall, svg.Style{Stroke: svg.Blue, Width: 3})
		d.Line(wonderwall, ninja, svg.Style{Stroke: svg.Vermillion, Width: 2, Dashed: true})
		d.playerMark(on(p))
		d.wonderwallMark(wonderwall)
		d.ninjaMark(ninja)
	})
}

// key lists the whole names of the players whose names were shortened.
func (d *drawing) key(at svg.Point) {
	whole := svg.Labels(d.names, wholeLabel)
	for p, l := range d.labels {
		if l.Text != whole[p].Text {
			at = d.Paragraph(at, svg.Isolated(l.Text)+" is "+svg.Isolated(whole[p].Text))
		}
	}
}

// drawExplanation draws the explanation of a game without a solution: the choices of a core, and a table that shows for
// each combination of their orders who would stand before itself. If the table would have too many rows, two sentences
// say the same.
func (d *drawing) drawExplanation(at svg.Point) {
	core := d.proof.Core
	at = d.heading(at, "Why there is no solution")
	at = d.Paragraph(at, fmt.Sprintf("The choices of these %d players, a core, contradict each other:", len(core)))
	at = d.constraints(at.Down(6))
	at = at.Down(14)

	const mostPlayers, mostRows = 20, 40
	if len(core) <= mostPlayers {
		if cases, err := cases.Find(context.Background(), d.game, core, mostRows); err == nil {
			d.rows(at, cases.List(core))
			return
		}
	}
	at = d.Paragraph(at, "Each choice allows two orders, one the reverse of the other.")
	d.Paragraph(at, fmt.Sprintf("There are 2^%d ways to choose one of these for each player, and every one puts a player before itself.", len(core)))
}

// constraints lists the choices of the core, the players whose choices contradict each other.
func (d *drawing) constraints(at svg.Point) svg.Point {
	core := d.proof.Core
	width := widest(lists.Map(core, func(p int) svg.Label { return d.labels[p] })) * svg.BoldWidth
	for _, p := range core {
		d.Write(svg.Text{Text: d.labels[p].Text + ":", At: at, Bold: true})
		d.Write(svg.Text{
			Text: fmt.Sprintf("%s between %s and %s", d.short(d.game[p].Wonderwall), d.short(p), d.short(d.game[p].Ninja)),
			At:   at.Right(width + 20),
		})
		at = at.Down(rowHeight)
	}
	return at
}

// rows draws the table of contradictions: a row for each combination of orders that the choices of the core allow, with
// the cycle to which it leads.
func (d *drawing) rows(at svg.Point, rows []cases.End) {
	const comfortable = 1200
	left := d.columns(at.X, rows)
	if left[len(left)-1]-at.X > comfortable {
		d.labels = svg.Labels(d.names, narrowLabel)
		left = d.columns(at.X, rows)
	}

	cycles, right := left[len(left)-2], left[len(left)-1] // the left end of the cycles, and the right end of the table
	notation, used := "“<” is “before”", "The orders in bold"
	if !d.spelled() {
		notation, used = "→ is player before wonderwall before ninja, ← its reverse", "The dark arrows"
	}
	at = d.Paragraph(at, "Each choice allows two orders: "+notation+". Whichever are taken, a player would stand before itself:")
	at = at.Down(8)
	for i, p := range d.proof.Core {
		d.Write(svg.Text{Text: d.labels[p].Text, At: svg.At(left[i], at.Y), Bold: true})
	}

	line := at.Down(rowHeight / 2)
	d.Line(line, svg.At(right, line.Y), svg.Style{})
	hasEmpty := false // some place is empty, because either order fails
	for n, row := range rows {
		at = at.Down(rowHeight)
		if n%2 != 0 {
			d.Rectangle(at.Down(-rowHeight/2), right-at.X, rowHeight, svg.Style{Fill: svg.Paler})
		}
		for i, p := range d.proof.Core {
			o := row.Orientations[i]
			if o == cases.Either {
				hasEmpty = true
				continue
			}
			s := svg.Text{Text: d.orientation(p, o), At: svg.At(left[i], at.Y), Bold: row.Used[i]}
			if !row.Used[i] {
				s.Color = svg.Gray
			}
			d.Write(s)
		}
		d.Write(svg.Text{Text: d.cycle(row.Cycle), At: svg.At(cycles, at.Y)})
	}

	note := used + " make the cycle at the end of the row. The reverse of a row fails likewise."
	if hasEmpty {
		note += " Where a place is empty, either order fails."
	}
	d.Paragraph(at.Down(rowHeight+6), note)
}

// columns returns the left ends of the columns of the table of contradictions, and the right end of the table. The
// table has a column for each player of the core, with one of the two orders that its choice allows, and a last column
// with the contradiction, a cycle of players.
func (d *drawing) columns(left float64, rows []cases.End) []float64 {
	const gap = 24
	columns := []float64{left}
	for _, p := range d.proof.Core {
		left += gap + max(
			svg.Text{Text: d.orientation(p, cases.Forward), Bold: true}.Width(),
			svg.Text{Text: d.labels[p].Text, Bold: true}.Width())
		columns = append(columns, left)
	}
	right := left
	for _, row := range rows {
		right = max(right, left+svg.Text{Text: d.cycle(row.Cycle)}.Width())
	}
	return append(columns, right)
}

// spelled reports whether the core is so small that orders are written with names, and not as arrows.
func (d *drawing) spelled() bool { return len(d.proof.Core) <= 4 }

// orientation returns the text for one of the two orders that the choice of player p allows: the order, such as A < B <
// C, for a small core, and otherwise an arrow, to the right for player, wonderwall, ninja.
func (d *drawing) orientation(p int, o cases.Orientation) string {
	switch {
	case d.spelled():
		line := cases.Oriented(d.game, p, o)
		return d.short(line[0]) + " < " + d.short(line[1]) + " < " + d.short(line[2])
	case o == cases.Forward:
		return "→"
	default:
		return "←"
	}
}

func (d *drawing) cycle(players []int) string {
	text := d.short(players[0])
	for _, p := range slices.Concat(players[1:], players[:1]) {
		text += " before " + d.short(p)
	}
	return text
}
