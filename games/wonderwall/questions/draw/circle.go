package draw

import (
	"math"
	"slices"

	"enumerate/internal/svg"
)

const (
	nodeRadius = 4.5
	ringGap    = 3  // from the dot of a player in the core to the ring around the dot
	nameGap    = 14 // from the place of a player to its name
	// The distances between the center of a dot and the ends of the arrows at it, without a ring and with one.
	nodeOutline = 6.5
	ringOutline = 10.5
	thick       = 2.2 // the width of an arrow of a player in the core
)

// A circle has a place for every player, clockwise from the top.
type circle struct {
	*drawing
	radius  float64
	center  svg.Point
	angles  []float64 // of each player's place, clockwise from the right
	outline []float64 // by player: the distance between its place and the arrows at it
	ends    [][2]arrowEnds
	texts   []svg.Text // the names
}

// circle draws the choices, with the given upper left corner. It returns the lower right corner.
func (d *drawing) circle(corner svg.Point) svg.Point {
	k := &circle{drawing: d, texts: make([]svg.Text, len(d.game))}
	k.arrange()
	for p := range d.game {
		k.texts[p] = k.name(p, false)
	}
	if overlap(k.texts) {
		for p := range d.game {
			k.texts[p] = k.name(p, true)
		}

	}

	bounds := []svg.Point{svg.At(-k.radius, -k.radius), svg.At(k.radius, k.radius)}
	for _, t := range k.texts {
		corners := t.Corners()
		bounds = append(bounds, corners[:]...)
	}
	least, most := svg.Bounds(bounds)
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

// arrange computes the places of the players. A player whom many chose gets more room, for the ends of the arrows.
func (k *circle) arrange() {
	const gap = 12
	players := float64(len(k.game))
	k.outline = k.outlines()
	arcs := make([]float64, len(k.game)) // the length of the circle that each player gets, in pixels
	each := 80/players + 5.5             // what a player with few arrows gets, divided by 2π
	if k.Width > 0 {
		each = (k.Width/2 - nameGap - widest(k.labels)) / players
	}

	around := 0.0
	for p, outline := range k.outline {
		arcs[p] = max(2*math.Pi*each, 2*outline+gap)
		around += arcs[p]
	}

	k.radius = around / (2 * math.Pi)
	k.angles = make([]float64, len(k.game))
	at := -math.Pi / 2
	for p := range k.angles {
		if p > 0 {
			at += (arcs[p-1] + arcs[p]) / 2 / k.radius
		}
		k.angles[p] = at
	}

	k.ends = k.spreadEnds()
}

func (k *circle) direction(p int) svg.Point { return way(k.angles[p]) }

func (k *circle) place(p int) svg.Point { return k.center.Plus(k.direction(p).Times(k.radius)) }

// name returns the text of player p's name with its place, relative to the center of the circle. If radial is set, the
// name points away from the center, which takes the least room. Otherwise it is level, on one of eight sides of the
// player's dot.
func (k *circle) name(p int, radial bool) svg.Text {
	out := k.direction(p)
	t := svg.Text{Text: k.labels[p].Text, At: out.Times(k.radius + nameGap + k.outline[p] - nodeOutline), Bold: k.inCore[p]}
	switch {
	case !radial: // shift the name by half its width and height, away from the center; the factors leave eight sides
		clamp := func(x float64) float64 { return max(-1, min(x, 1)) }
		t.Anchor, t.At = "middle", t.At.Plus(svg.At(clamp(1.2*out.X)*t.Width()/2, clamp(1.6*out.Y)*svg.LineHeight/2))
	case out.X < -1e-9: // turned so that it is not upside down
		t.Turn, t.Anchor = k.angles[p]*180/math.Pi+180, "end"
	default:
		t.Turn = k.angles[p] * 180 / math.Pi
	}
	return t
}

// overlap reports whether two of the texts, which must be level, touch.
func overlap(texts []svg.Text) bool {
	for i, t := range texts {
		if slices.ContainsFunc(texts[:i], func(u svg.Text) bool { return touch(t, u, 4) }) {
			return true
		}
	}
	return false
}

func touch(t, u svg.Text, gap float64) bool {
	a, b := t.Corners(), u.Corners()
	return a[0].X-gap < b[2].X && b[0].X-gap < a[2].X && a[0].Y < b[2].Y && b[0].Y < a[2].Y
}

// player draws player p in the circle: a dot, its name, and an arrow to each of the two players that it chose. If there
// is a core, the arrows of its players are thick, and the others pale or left out.
func (k *circle) player(p int) {
	wonderwall, ninja := svg.Style{Stroke: svg.Blue, Width: 1.3}, svg.Style{Stroke: svg.Vermillion, Width: 1.3, Dashed: true}
	switch {
	case k.inCore[p]:
		wonderwall.Width, ninja.Width = thick, thick
	case k.proof.Core != nil:
		wonderwall.Stroke, ninja.Stroke = svg.PaleBlue, svg.PaleVermillion
	}
	title := k.wholeName(p)
	if k.choosing(p) {
		title = k.choice(p)
	}
	k.Group(title, true, func() {
		if k.choosing(p) {
			k.arrow(p, k.game[p].Ninja, k.ends[p][1].leaves, k.ends[p][1].arrives, ninja)
			k.arrow(p, k.game[p].Wonderwall, k.ends[p][0].leaves, k.ends[p][0].arrives, wonderwall)
		}
		k.node(p)
		k.Write(k.texts[p])
	})
}

// node draws player p as a dot, which is larger if more players chose the player, because the heads of their arrows
// need room.
func (k *circle) node(p int) {
	at, radius := k.place(p), k.dotRadius(p, k.outline[p])
	if k.inCore[p] {
		k.ring(at, radius)
	}
	k.Disk(at, radius, svg.Style{})
}

// dotRadius returns the radius of the dot of a player whose arrows end at the distance `outline` from its place.
func (d *drawing) dotRadius(p int, outline float64) float64 {
	if d.inCore[p] {
		return outline - ringOutline + nodeRadius
	}
	return outline - nodeOutline + nodeRadius
}

func (k *circle) arrow(p, q int, leaves, arrives end, s svg.Style) {
	from, to := k.place(p).Plus(leaves.way.Times(k.outline[p]-1)), k.place(q).Plus(arrives.way.Times(k.outline[q]))
	k.BentArrow(from, from.Plus(leaves.bend), to.Plus(arrives.bend), to, s)
}
