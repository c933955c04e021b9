package draw

const rowHeight = 22

// table draws the relationship table, each player's name and the names of those
// it chose, beside something of the given height: in as many columns of rows as
// that takes. It returns how far down it reaches.
func (d drawing) table(c *canvas, at point, height float64) float64 {
	const least, gap = 8, 48 // rows of a column, pixels between columns
	rows := max(least, int(height/rowHeight)-1)
	columns := (len(d.game) + rows - 1) / rows
	rows = (len(d.game) + columns - 1) / columns
	bottom := at.y
	for first := 0; first < len(d.game); first += rows {
		var players []int
		for p := first; p < min(first+rows, len(d.game)); p++ {
			players = append(players, p)
		}
		corner := d.column(c, at, players)
		bottom = max(bottom, corner.y)
		at.x = corner.x + gap
	}
	return bottom
}

// column draws the rows of some players and returns the corner opposite to at.
func (d drawing) column(c *canvas, at point, players []int) point {
	heads := [3]string{"player", "wonderwall", "ninja"}
	marks := [3]func(at point){c.playerMark, c.wonderwallMark, c.ninjaMark}
	names := func(p int) [3]int { return [3]int{p, d.game[p].Wonderwall, d.game[p].Ninja} }

	const indent, gap = 20, 20
	var widths [3]float64
	for i, head := range heads {
		widths[i] = indent + script{text: head, bold: true}.width()
		for _, p := range players {
			widths[i] = max(widths[i], d.cell(p, names(p)[i]).width())
		}
	}
	width := widths[0] + widths[1] + widths[2] + 2*gap

	place := at
	for i, head := range heads {
		marks[i](place.right(7))
		c.write(script{text: head, at: place.right(indent), anchor: "start", bold: true})
		place = place.right(widths[i] + gap)
	}
	line := at.down(rowHeight / 2)
	c.line(line, line.right(width), "stroke", ink)
	for row, p := range players {
		place := at.down(float64(row+1) * rowHeight)
		if d.inCore[p] {
			c.rectangle(place.plus(point{-10, -rowHeight / 2}), 4, rowHeight, "fill", ink)
		}
		for i, q := range names(p) {
			s := d.cell(p, q)
			s.at = place
			c.write(s)
			place = place.right(widths[i] + gap)
		}
	}
	return at.plus(point{width, (float64(len(players)) + 0.5) * rowHeight})
}

// cell returns the name of player q in the row of player p.
func (d drawing) cell(p, q int) script {
	return script{text: d.labels[q].text, anchor: "start", bold: d.inCore[p]}
}
