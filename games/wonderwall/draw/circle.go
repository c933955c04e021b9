package draw

import (
	"fmt"
	"math"

	"enumerate/internal/svg"
)

const (
	nodeRadius = 4.5
	ringRadius = 7.5 // of the ring round a player of a core
	nameGap    = 14  // from the place of a player to its name
)

// A circle has a place for every player, clockwise from the top.
type circle struct {
	*drawing
	radius float64
	center svg.Point
	texts  []svg.Text // the names
}

// circle draws who chose whom, with its bounds at the given corner. It returns the
// opposite corner.
func (d *drawing) circle(corner svg.Point) svg.Point {
	k := &circle{drawing: d, radius: 80 + 5.5*float64(len(d.game)), texts: make([]svg.Text, len(d.game))}
	for p := range d.game {
		k.texts[p] = k.upright(p)
	}
	if overlap(k.texts) {
		for p := range d.game {
			k.texts[p] = k.radial(p)
		}
	}
	least, most := svg.At(-k.radius, -k.radius), svg.At(k.radius, k.radius)
	for _, t := range k.texts {
		for _, c := range t.Corners() {
			least = svg.At(min(least.X, c.X), min(least.Y, c.Y))
			most = svg.At(max(most.X, c.X), max(most.Y, c.Y))
		}
	}
	k.center = corner.Minus(least)
	for p := range k.texts {
		k.texts[p].At = k.texts[p].At.Plus(k.center)
	}
	for _, core := range []bool{false, true} { // the players of a core last, over the others
		for p := range d.game {
			if d.inCore[p] == core {
				k.player(p)
			}
		}
	}
	return k.center.Plus(most)
}

// angle returns the direction of a player's place, clockwise from the right.
func (k *circle) angle(p int) float64 {
	return 2*math.Pi*float64(p)/float64(len(k.game)) - math.Pi/2
}

// direction returns the way from the center to a player's place, of length 1.
func (k *circle) direction(p int) svg.Point {
	sin, cos := math.Sincos(k.angle(p))
	return svg.At(cos, sin)
}

// place returns a player's place.
func (k *circle) place(p int) svg.Point { return k.center.Plus(k.direction(p).Times(k.radius)) }

// upright returns the name of a player on a level line, beside its place: above,
// below, left or right of it, and at a corner in between.
func (k *circle) upright(p int) svg.Text {
	t := svg.Text{Text: k.labels[p].Text, Anchor: "middle", Bold: k.inCore[p]}
	out := k.direction(p)
	clamp := func(x float64) float64 { return max(-1, min(x, 1)) }
	t.At = out.Times(k.radius + nameGap).Plus(svg.At(clamp(1.2*out.X)*t.Width()/2, clamp(1.6*out.Y)*svg.LineHeight/2))
	return t
}

// radial returns the name of a player on a line that leads away from the center.
func (k *circle) radial(p int) svg.Text {
	out := k.direction(p)
	t := svg.Text{
		Text: k.labels[p].Text, At: out.Times(k.radius + nameGap),
		Turn: k.angle(p) * 180 / math.Pi, Bold: k.inCore[p],
	}
	if out.X < -1e-9 { // and not upside down
		t.Turn += 180
		t.Anchor = "end"
	}
	return t
}

// overlap reports whether two of the texts, on level lines, touch.
func overlap(texts []svg.Text) bool {
	const gap = 4
	for i, t := range texts {
		a := t.Corners()
		for _, u := range texts[:i] {
			b := u.Corners()
			if a[0].X-gap < b[2].X && b[0].X-gap < a[2].X && a[0].Y < b[2].Y && b[0].Y < a[2].Y {
				return true
			}
		}
	}
	return false
}

// player draws the place of a player, its name, and arrows to the players it chose.
func (k *circle) player(p int) {
	wonderwall, ninja := svg.Style{Stroke: svg.Blue, Width: 1.3}, svg.Style{Stroke: svg.Vermillion, Width: 1.3, Dashed: true}
	switch {
	case k.inCore[p]:
		wonderwall.Width, ninja.Width = 2.2, 2.2
	case k.certificate.Core != nil:
		wonderwall.Stroke, ninja.Stroke = svg.PaleBlue, svg.PaleVermillion
	}
	choice := k.game[p]
	title := fmt.Sprintf("%s: wonderwall %s, ninja %s", k.whole(p), k.whole(choice.Wonderwall), k.whole(choice.Ninja))
	k.Group(title, true, func() {
		k.arrow(p, choice.Ninja, ninja)
		k.arrow(p, choice.Wonderwall, wonderwall)
		k.Disk(k.place(p), nodeRadius, svg.Style{})
		if k.inCore[p] {
			k.ring(k.place(p))
		}
		k.Write(k.texts[p])
	})
}

// arrow draws an arrow between two players. It bends towards the center, past
// the players between them, and a little to its right, so that the arrow the
// other way has a place of its own.
func (k *circle) arrow(p, q int, s svg.Style) {
	from, to := k.place(p), k.place(q)
	way := to.Minus(from)
	middle := from.Plus(way.Times(0.5))
	bend := middle.Plus(from.Towards(to).QuarterTurn().Times(4 + 0.08*way.Length()))
	if nearness := 1 - way.Length()/(2*k.radius); nearness > 1e-9 {
		bend = bend.Plus(middle.Towards(k.center).Times(0.35 * nearness * way.Length()))
	}
	k.Arrow(from.Plus(from.Towards(bend).Times(k.outline(p)+1)), bend, to.Plus(to.Towards(bend).Times(k.outline(q)+2)), s)
}

// outline returns the radius of what is drawn at a player's place.
func (k *circle) outline(p int) float64 {
	if k.inCore[p] {
		return ringRadius + 1
	}
	return nodeRadius
}
