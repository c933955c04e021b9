package draw

import "math"

// A circle has a place for every player, clockwise from the top.
type circle struct {
	drawing
	radius  float64
	center  point
	scripts []script // the names
}

const (
	nodeRadius = 4.5
	ringRadius = 7.5 // of the ring round a player of a core
	nameGap    = 14  // from the place of a player to its name
)

// newCircle lays a circle out, with its bounds at the given corner. It returns
// the opposite corner as well.
func newCircle(d drawing, corner point) (circle, point) {
	k := circle{drawing: d, radius: 80 + 5.5*float64(len(d.game))}
	k.scripts = make([]script, len(d.game))
	for p := range d.game {
		k.scripts[p] = k.upright(p)
	}
	if overlap(k.scripts) {
		for p := range d.game {
			k.scripts[p] = k.radial(p)
		}
	}
	least, most := point{-k.radius, -k.radius}, point{k.radius, k.radius}
	for _, s := range k.scripts {
		for _, corner := range s.corners() {
			least = point{min(least.x, corner.x), min(least.y, corner.y)}
			most = point{max(most.x, corner.x), max(most.y, corner.y)}
		}
	}
	k.center = corner.minus(least)
	for p := range k.scripts {
		k.scripts[p].at = k.scripts[p].at.plus(k.center)
	}
	return k, k.center.plus(most)
}

// hoverClass marks what belongs to a player. Where a picture is shown by a browser
// the arrows of the player under the mouse become thick.
const (
	hoverClass = "wonderwall-player"
	hoverStyle = "." + hoverClass + ":hover { stroke-width: 4 } ." + hoverClass + ":hover g { opacity: 1 }"
)

// angle returns the direction of a player's place, clockwise from the right.
func (k circle) angle(p int) float64 {
	return 2*math.Pi*float64(p)/float64(len(k.game)) - math.Pi/2
}

// direction returns the way from the center to a player's place, of length 1.
func (k circle) direction(p int) point {
	sin, cos := math.Sincos(k.angle(p))
	return point{cos, sin}
}

// place returns a player's place.
func (k circle) place(p int) point {
	return k.center.plus(k.direction(p).times(k.radius))
}

// upright returns the name of a player on a level line, beside its place: above,
// below, left or right of it, and at a corner in between.
func (k circle) upright(p int) script {
	s := k.name(p)
	out := k.direction(p)
	s.anchor = "middle"
	clamp := func(x float64) float64 { return max(-1, min(x, 1)) }
	s.at = out.times(k.radius + nameGap).plus(point{clamp(1.2*out.x) * s.width() / 2, clamp(1.6*out.y) * lineHeight / 2})
	return s
}

// radial returns the name of a player on a line that leads away from the center.
func (k circle) radial(p int) script {
	s := k.name(p)
	out := k.direction(p)
	s.at = out.times(k.radius + nameGap)
	s.turn = k.angle(p) * 180 / math.Pi
	if out.x < -1e-9 { // and not upside down
		s.turn += 180
		s.anchor = "end"
	}
	return s
}

func (k circle) name(p int) script {
	return script{text: k.labels[p].text, anchor: "start", bold: k.inCore[p]}
}

// overlap reports whether two of the scripts, on level lines, touch.
func overlap(scripts []script) bool {
	const gap = 4
	for i, s := range scripts {
		a := s.corners()
		for _, t := range scripts[:i] {
			b := t.corners()
			if a[0].x-gap < b[2].x && b[0].x-gap < a[2].x && a[0].y < b[2].y && b[0].y < a[2].y {
				return true
			}
		}
	}
	return false
}

// draw draws the circle, the players of a core last, over the others.
func (k circle) draw(c *canvas) {
	c.style(hoverStyle)
	for _, core := range []bool{false, true} {
		for p := range k.game {
			if k.inCore[p] == core {
				k.drawPlayer(c, p)
			}
		}
	}
}

// drawPlayer draws the place of a player, its name, and arrows to the players it
// chose.
func (k circle) drawPlayer(c *canvas, p int) {
	c.begin("g", "class", hoverClass, "stroke-width", k.stroke(p))
	defer c.end()
	c.title(k.choice(p))
	arrows := []any{"fill", "none"}
	if k.certificate.Core != nil && !k.inCore[p] {
		arrows = append(arrows, "opacity", 0.4)
	}
	c.begin("g", arrows...)
	k.arrow(p, k.game[p].Ninja, c.ninjaArrow)
	k.arrow(p, k.game[p].Wonderwall, c.wonderwallArrow)
	c.end()
	c.disk(k.place(p), nodeRadius)
	if k.inCore[p] {
		c.ring(k.place(p))
	}
	c.write(k.scripts[p])
}

// stroke returns the width of the arrows of a player.
func (k circle) stroke(p int) float64 {
	if k.inCore[p] {
		return 2.2
	}
	return 1.3
}

// arrow draws an arrow between two players. It bends towards the center, past
// the players between them, and a little to its right, so that the arrow the
// other way has a place of its own.
func (k circle) arrow(p, q int, draw func(from, bend, to point)) {
	from, to := k.place(p), k.place(q)
	way := to.minus(from)
	middle := from.plus(way.times(0.5))
	bend := middle.plus(from.towards(to).quarterTurn().times(4 + 0.08*way.length()))
	if nearness := 1 - way.length()/(2*k.radius); nearness > 1e-9 {
		bend = bend.plus(middle.towards(k.center).times(0.35 * nearness * way.length()))
	}
	draw(from.plus(from.towards(bend).times(k.outline(p)+1)), bend, to.plus(to.towards(bend).times(k.outline(q)+2)))
}

// outline returns the radius of what is drawn at a player's place.
func (k circle) outline(p int) float64 {
	if k.inCore[p] {
		return ringRadius + 1
	}
	return nodeRadius
}
