package draw

import (
	"fmt"
	"strings"
)

// why draws what a core says: what its players ask for, and why these
// contradict each other.
func (d drawing) why(c *canvas, at point) {
	core := d.certificate.Core
	at = c.heading(at, "Why there is no solution")
	at = c.sentence(at, fmt.Sprintf("The choices of these %d players, a core, contradict each other:", len(core)))
	at = d.constraints(c, at.down(6))
	at = at.down(14)

	const mostPlayers, mostRows = 20, 40
	if len(core) <= mostPlayers {
		if rows, ok := contradictions(d.game, core, mostRows); ok {
			d.rows(c, at, rows)
			return
		}
	}
	at = c.sentence(at, "Each choice allows two orders, one the reverse of the other.")
	c.sentence(at, fmt.Sprintf("There are 2^%d ways to take one of them for each, and somebody would stand before itself in every one.", len(core)))
}

// constraints writes what each player of the core asks for, and returns the
// place of the line below.
func (d drawing) constraints(c *canvas, at point) point {
	core := d.certificate.Core
	width := d.widest(core) * boldWidth
	for _, p := range core {
		c.write(script{text: d.labels[p].text + ":", at: at, anchor: "start", bold: true})
		c.write(script{
			text: fmt.Sprintf("%s between %s and %s", d.short(d.game[p].Wonderwall), d.short(p), d.short(d.game[p].Ninja)),
			at:   at.right(width + 20), anchor: "start",
		})
		at = at.down(rowHeight)
	}
	return at
}

// rows draws contradictions that leave a core no orientations, a row for each.
func (d drawing) rows(c *canvas, at point, rows []contradiction) {
	const comfortable = 1200
	widths, width := d.widths(rows)
	if width > comfortable {
		d.labels = labelsOf(d.names, narrowLabel)
		widths, width = d.widths(rows)
	}
	what, used := "“<” is “before”", "The orders in bold"
	if !d.spelled() {
		what, used = "→ is player before wonderwall before ninja, ← its reverse", "The dark arrows"
	}
	at = c.sentence(at, "Each choice allows two orders: "+what+". Whichever are taken, somebody would stand before itself:")
	at = at.down(8)
	for i, p := range d.certificate.Core {
		c.write(script{text: d.labels[p].text, at: at.right(sum(widths[:i])), anchor: "start", bold: true})
	}
	line := at.down(rowHeight / 2)
	c.line(line, line.right(width), "stroke", ink)
	partial := false
	for n, row := range rows {
		at = at.down(rowHeight)
		if n%2 != 0 {
			c.rectangle(at.down(-rowHeight/2), width, rowHeight, "fill", paler)
		}
		for i, p := range d.certificate.Core {
			o := row.orientations[i]
			if o == either {
				partial = true
				continue
			}
			s := script{text: d.orientation(p, o), at: at.right(sum(widths[:i])), anchor: "start", bold: row.used[i]}
			if !row.used[i] {
				s.color = gray
			}
			c.write(s)
		}
		c.write(script{text: d.cycle(row.cycle), at: at.right(sum(widths[:len(widths)-1])), anchor: "start"})
	}
	note := used + " make the cycle at the end of the row. The reverse of a row fails likewise."
	if partial {
		note += " Where a place is empty, either order fails."
	}
	c.sentence(at.down(rowHeight+6), note)
}

// widths returns the widths of the columns of contradictions, one for each player
// of the core and one for the cycles, and of all together.
func (d drawing) widths(rows []contradiction) (columns []float64, all float64) {
	const gap = 24
	for _, p := range d.certificate.Core {
		columns = append(columns, gap+max(
			script{text: d.orientation(p, forward), bold: true}.width(),
			script{text: d.labels[p].text, bold: true}.width()))
	}
	var cycles float64
	for _, row := range rows {
		cycles = max(cycles, script{text: d.cycle(row.cycle)}.width())
	}
	columns = append(columns, cycles)
	return columns, sum(columns)
}

// spelled reports whether the core is small enough to write its orientations out.
func (d drawing) spelled() bool { return len(d.certificate.Core) <= 4 }

// orientation writes the choice of a player in an orientation.
func (d drawing) orientation(p int, o orientation) string {
	switch {
	case d.spelled():
		line := oriented(d.game, p, o)
		return d.short(line[0]) + " < " + d.short(line[1]) + " < " + d.short(line[2])
	case o == forward:
		return "→"
	default:
		return "←"
	}
}

func sum(widths []float64) float64 {
	var all float64
	for _, width := range widths {
		all += width
	}
	return all
}

// cycle writes a cycle.
func (d drawing) cycle(players []int) string {
	var b strings.Builder
	for _, p := range players {
		b.WriteString(d.short(p) + " before ")
	}
	return b.String() + d.short(players[0])
}
