package draw

import "math"

// The marks of a player, its wonderwall and its ninja: a ball, a wall and a
// throwing star.

func (c *canvas) playerMark(at point) { c.disk(at, 5) }

func (c *canvas) wonderwallMark(at point) {
	c.rectangle(at.minus(point{3, 8}), 6, 16, "fill", blue)
}

func (c *canvas) ninjaMark(at point) {
	const tips = 4
	star := make([]point, 2*tips)
	for i := range star {
		radius := 9.0
		if i%2 != 0 {
			radius = 3
		}
		sin, cos := math.Sincos(float64(i) * math.Pi / tips)
		star[i] = at.plus(point{sin, -cos}.times(radius))
	}
	c.polygon(star, "fill", vermillion)
}

// An arrow goes from a player to one it chose. To its wonderwall it is solid and
// its head full, to its ninja dashed and its head open.

func (c *canvas) wonderwallArrow(from, bend, to point) {
	c.element("path", "d", curve(from, bend, to), "stroke", blue)
	c.polygon(arrowHead(bend, to), "fill", blue, "stroke", blue)
}

func (c *canvas) ninjaArrow(from, bend, to point) {
	c.element("path", "d", curve(from, bend, to), "stroke", vermillion, "stroke-dasharray", "5 3")
	head := arrowHead(bend, to)
	c.element("path", "d", "M"+head[1].String()+" L"+head[0].String()+" L"+head[2].String(), "stroke", vermillion)
}

// curve is a path that leaves towards bend and arrives from there.
func curve(from, bend, to point) string {
	return "M" + from.String() + " Q" + bend.String() + " " + to.String()
}

// arrowHead returns the tip and the two other corners of the head of an arrow.
func arrowHead(bend, tip point) []point {
	back := tip.towards(bend)
	base, half := tip.plus(back.times(8)), back.quarterTurn().times(3.5)
	return []point{tip, base.plus(half), base.minus(half)}
}
