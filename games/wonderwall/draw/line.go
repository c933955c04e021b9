package draw

import "fmt"

// line draws a solution: the players on a line, and below it a row for each that
// shows the player, its wonderwall and its ninja in their places on the line.
func (d drawing) line(c *canvas, at point) {
	order := d.certificate.Order
	widest := d.widest(order)
	at = c.heading(at, "A solution")
	at = c.sentence(at, "The players on a line, and a row for each: its wonderwall stands between it and its ninja.")
	at = d.marks(c, at.down(4))

	pitch, turned := pitch(len(order), widest)
	left := at.x + widest + 24
	head := at.down(lineHeight / 2)
	if turned {
		head = at.down(widest*0.71 + lineHeight)
	}
	place := make([]float64, len(d.game))
	for i, p := range order {
		place[p] = left + (float64(i)+0.5)*pitch
	}
	right := left + float64(len(order))*pitch
	line := head.down(20)
	top := line.down(14)
	bottom := top.down(float64(len(order)) * rowHeight)

	const far = 20 // players from whom on the names are written on the far sides too
	end := right
	if len(order) > far {
		end = right + 24 + widest
	}
	for row := 1; row < len(order); row += 2 {
		corner := top.down(float64(row) * rowHeight)
		c.rectangle(corner, end-corner.x, rowHeight, "fill", paler)
	}
	c.begin("g", "stroke", pale)
	for _, p := range order {
		c.line(point{place[p], line.y}, point{place[p], bottom.y})
	}
	c.end()

	d.heads(c, head, place, turned, -45)
	c.line(point{left, line.y}, point{right, line.y}, "stroke", ink, "stroke-width", 2)
	for _, p := range order {
		c.disk(point{place[p], line.y}, nodeRadius)
	}
	for row, p := range order {
		d.row(c, p, point{at.x, top.y + (float64(row)+0.5)*rowHeight}, left, place)
	}
	if len(order) > far {
		d.heads(c, bottom.down(lineHeight), place, turned, 45)
		for row, p := range order {
			c.write(script{text: d.labels[p].text, at: point{right + 12, top.y + (float64(row)+0.5)*rowHeight}, anchor: "start"})
		}
	}
}

// marks says what the marks mean, and returns the place of the line below.
func (d drawing) marks(c *canvas, at point) point {
	next := at
	for _, entry := range []struct {
		mark func(at point)
		text string
	}{
		{c.playerMark, "player"},
		{c.wonderwallMark, "its wonderwall"},
		{c.ninjaMark, "its ninja"},
	} {
		entry.mark(next.right(9))
		s := script{text: entry.text, at: next.right(24), anchor: "start"}
		c.write(s)
		next = s.at.right(s.width() + 24)
	}
	return at.down(28)
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
func (d drawing) heads(c *canvas, at point, place []float64, turned bool, turn float64) {
	for p, x := range place {
		s := script{text: d.labels[p].text, at: point{x, at.y}, anchor: "middle"}
		if turned {
			s.anchor = "start"
			s.turn = turn
		}
		c.write(s)
	}
}

// row draws the row of a player, whose name starts at the given place and ends
// at left.
func (d drawing) row(c *canvas, p int, at point, left float64, place []float64) {
	on := func(q int) point { return point{place[q], at.y} }
	wonderwall, ninja := on(d.game[p].Wonderwall), on(d.game[p].Ninja)
	c.begin("g")
	defer c.end()
	c.title(fmt.Sprintf("%s: %s stands between %[1]s and %[3]s", d.whole(p), d.whole(d.game[p].Wonderwall), d.whole(d.game[p].Ninja)))
	c.write(script{text: d.labels[p].text, at: point{left - 12, at.y}, anchor: "end"})
	c.line(on(p), wonderwall, "stroke", blue, "stroke-width", 3)
	c.line(wonderwall, ninja, "stroke", vermillion, "stroke-width", 2, "stroke-dasharray", "5 3")
	c.playerMark(on(p))
	c.wonderwallMark(wonderwall)
	c.ninjaMark(ninja)
}
