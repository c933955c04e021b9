package draw

import (
	"fmt"

	"enumerate/solver/betweenness"
)

// SVG returns a picture of a valid game as SVG. The names are those of the
// players, distinct and UTF-8; a name wider than some 20 letters is shortened in
// the middle where it is seen, and whole in title elements. The certificate must
// be one of the game. Width and height grow with the number of players: some 2,500
// by 4,000 pixels for 100 players, 5,000 by 7,000 for 200.
func SVG(names []string, game betweenness.Game, certificate betweenness.Certificate) []byte {
	d := newDrawing(names, game, certificate)
	var c canvas
	title := fmt.Sprintf("Ninja Assassin Wonderwall: %d players, %s", len(d.game), d.verdict())
	at := point{margin, margin}
	c.write(script{text: title, at: at.down(10), anchor: "start", bold: true, size: 20})
	at = d.legend(&c, at.down(48))

	k, corner := newCircle(d, at.down(20))
	k.draw(&c)
	c.reach(corner)
	beside := d.table(&c, point{corner.x + 48, at.y + 28}, corner.y-at.y-28)
	at = point{margin, max(corner.y, beside) + 44}

	if d.certificate.Solvable() {
		d.line(&c, at)
	} else {
		d.why(&c, at)
	}
	return c.finish(title, d.summary())
}

// heading writes a heading and returns the place of the line below it.
func (c *canvas) heading(at point, text string) point {
	c.write(script{text: text, at: at, anchor: "start", bold: true, size: 16})
	return at.down(26)
}

// sentence writes a line of text and returns the place of the line below it.
func (c *canvas) sentence(at point, text string) point {
	c.write(script{text: text, at: at, anchor: "start"})
	return at.down(20)
}

// legend says what the arrows mean, on one line from the given place on. It
// returns the place of the line below.
func (d drawing) legend(c *canvas, at point) point {
	next := at
	entry := func(width float64, draw func(from, bend, to point), text string) {
		to := next.right(width)
		c.begin("g", "fill", "none", "stroke-width", 1.6)
		draw(next, next.plus(to).times(0.5), to)
		c.end()
		s := script{text: text, at: to.right(10), anchor: "start"}
		c.write(s)
		next = s.at.right(s.width() + 30)
	}
	entry(44, c.wonderwallArrow, "to the player's wonderwall")
	entry(44, c.ninjaArrow, "to the player's ninja")
	if d.certificate.Core != nil {
		entry(14, func(from, _, to point) {
			at := from.plus(to).times(0.5)
			c.disk(at, nodeRadius, "fill", ink)
			c.ring(at)
		}, "a player of the core, with thick arrows")
	}
	return at.down(20)
}

// choice says what a player chose.
func (d drawing) choice(p int) string {
	return fmt.Sprintf("%s: wonderwall %s, ninja %s", d.whole(p), d.whole(d.game[p].Wonderwall), d.whole(d.game[p].Ninja))
}
