package draw

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"enumerate/pictures/svg"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/points"
)

// A Placing is where the players of a game stand in space, and what follows.
type Placing struct {
	Places    []points.Place // of the players, with as many coordinates for each
	Faults    []string       // why they solve nothing, a sentence each; nil if they solve the game
	Misplaced []int          // players whose wonderwall does not stand between them and their ninja
	// Order is that of the players along Direction, as points.Project returns them;
	// nil if some players stand in the same place.
	Order     []int
	Direction []*big.Int
}

// Places returns a picture of players in space and of their projection onto a line: the
// figure of the theorem that whatever can be solved in space can be solved on a line. In
// two dimensions places are drawn as they are. In others the line leads to the right, and
// one more coordinate upwards, both scaled to fit; lines in space are still lines.
func Places(names []string, game betweenness.Game, placing Placing) *svg.Canvas {
	d := newDrawing(names, game, betweenness.Certificate{Order: placing.Order})
	d.labels = svg.Labels(names, placeLabel)
	dimensions := len(placing.Places[0])
	d.Title = fmt.Sprintf("Ninja Assassin Wonderwall: %d players in %s, ", len(game), svg.Counted(dimensions, "dimension", "dimensions"))
	if len(placing.Faults) == 0 {
		d.Title += "a solution"
	} else {
		d.Title += "no solution"
	}
	d.Description = strings.Join(placing.Faults, "; ")
	v := newView(d, placing)
	at := d.Head(v.legend()...)
	if note := v.note(); note != "" {
		at = d.Paragraph(at, note)
	}
	corner := v.draw(at, false)
	if placing.Order != nil {
		right := v.draw(svg.At(corner.X+40, at.Y), true)
		corner = svg.At(right.X, max(corner.Y, right.Y))
	}
	at = svg.At(svg.Margin, corner.Y+40)
	if len(placing.Faults) == 0 {
		d.line(at)
		return &d.Canvas
	}
	at = d.heading(at, "Why this is no solution")
	for i, fault := range placing.Faults {
		if i == mostFaults {
			d.sentence(at, fmt.Sprintf("and %d more", len(placing.Faults)-i))
			break
		}
		at = d.Paragraph(at, fault)
	}
	return &d.Canvas
}

const (
	placeLabel = 9  // the width at which names are shortened, in em
	mostFaults = 12 // that are written out
	// mostLines is the most players between whom all lines are drawn.
	mostLines = 10
)

// A view is places as a picture shows them.
type view struct {
	*drawing
	placing   Placing
	misplaced []bool      // by player
	at        []svg.Point // of the players, from anywhere
	along     svg.Point   // the way of length 1 along the line
	down      svg.Point   // the way of length 1 from the players straight to the line
	up        int         // the coordinate that leads upwards, from 0; -1 for none
}

// newView returns the view of a placing.
func newView(d *drawing, placing Placing) *view {
	v := &view{drawing: d, placing: placing, misplaced: make([]bool, len(d.game)), up: -1, along: svg.At(1, 0), down: svg.At(0, 1)}
	for _, p := range placing.Misplaced {
		v.misplaced[p] = true
	}
	across, upwards := make([]*big.Rat, len(d.game)), make([]*big.Rat, len(d.game))
	dimensions := len(placing.Places[0])
	if dimensions > 1 {
		v.up = mostSpread(placing.Places)
	}
	for p, place := range placing.Places {
		across[p], upwards[p] = place[0], new(big.Rat)
		if dimensions != 2 && placing.Direction != nil {
			across[p] = product(place, placing.Direction)
		}
		if v.up > 0 {
			upwards[p] = place[v.up]
		}
	}
	left, width := spanOf(across)
	bottom, height := spanOf(upwards)
	if dimensions == 2 { // one scale for both coordinates
		if width.Cmp(height) < 0 {
			width = height
		}
		height = width
		if placing.Direction != nil {
			slope, _ := new(big.Float).SetInt(placing.Direction[1]).Float64()
			v.along = svg.At(1, -slope).Times(1 / math.Hypot(1, slope))
			v.down = v.along.QuarterTurn()
		}
	}
	v.at = scaled(across, left, width, upwards, bottom, height)
	return v
}

// product returns the product of a place and a direction.
func product(place points.Place, direction []*big.Int) *big.Rat {
	sum := new(big.Rat)
	for i, x := range place {
		sum.Add(sum, new(big.Rat).Mul(x, new(big.Rat).SetInt(direction[i])))
	}
	return sum
}

// mostSpread returns the coordinate after the first that has the most different values.
func mostSpread(places []points.Place) int {
	best, most := 1, 0
	for k := 1; k < len(places[0]); k++ {
		values := make(map[string]bool)
		for _, place := range places {
			values[place[k].RatString()] = true
		}
		if len(values) > most {
			best, most = k, len(values)
		}
	}
	return best
}

// spanOf returns the least of some numbers, and how far the largest is from it.
func spanOf(numbers []*big.Rat) (least, span *big.Rat) {
	least = slices.MinFunc(numbers, (*big.Rat).Cmp)
	return least, new(big.Rat).Sub(slices.MaxFunc(numbers, (*big.Rat).Cmp), least)
}

// scaled returns points in a picture. The spans of the coordinates become so
// many pixels that the names of all players fit on a line.
func scaled(across []*big.Rat, left, width *big.Rat, upwards []*big.Rat, bottom, height *big.Rat) []svg.Point {
	side := max(380, 17*float64(len(across)))
	pixels := func(x, least, span *big.Rat) float64 {
		if span.Sign() == 0 {
			return 0
		}
		share := new(big.Rat).Sub(x, least)
		f, _ := share.Quo(share, span).Float64()
		return f * side
	}
	points := make([]svg.Point, len(across))
	for p := range points {
		points[p] = svg.At(pixels(across[p], left, width), -pixels(upwards[p], bottom, height))
	}
	return points
}

// note says how the places are seen, where that needs to be said.
func (v *view) note() string {
	dimensions := len(v.placing.Places[0])
	if dimensions <= 2 {
		return ""
	}
	text := fmt.Sprintf("A view of %d dimensions, not to scale: coordinate %d leads upwards", dimensions, v.up+1)
	if v.placing.Direction == nil {
		return text + ", the first one to the right."
	}
	words := make([]string, len(v.placing.Direction))
	for i, x := range v.placing.Direction {
		words[i] = x.String()
	}
	direction := strings.Join(words, ", ")
	if len(direction) > 60 {
		direction = fmt.Sprintf("%s, ..., %s", words[0], shortNumber(words[len(words)-1]))
	}
	return text + ", the direction (" + direction + ") of the line to the right."
}

// shortNumber returns a number, or how many digits it has.
func shortNumber(digits string) string {
	if len(digits) <= 30 {
		return digits
	}
	return fmt.Sprintf("a number of %d digits", len(digits))
}

// legend says what the lines are.
func (v *view) legend() []svg.Entry {
	sample := func(text string, s svg.Style) svg.Entry {
		return svg.Entry{Width: 34, Text: text, Draw: func(from, to svg.Point) { v.Line(from, to, s) }}
	}
	entries := []svg.Entry{sample("a player, its wonderwall and its ninja in this order", choiceStyle)}
	if len(v.placing.Misplaced) > 0 {
		entries = append(entries, svg.Entry{Width: 34, Text: "not in this order, or not in line", Draw: func(from, to svg.Point) {
			v.Line(from, to, misplacedStyle)
			v.crossOut(from.Right(8))
		}})
	}
	if len(v.game) <= mostLines {
		entries = append(entries, sample("a line through two players", lineStyle))
	}
	if v.placing.Order != nil {
		entries = append(entries,
			sample("the line Π, at right angles to none of these", piStyle),
			sample("from a player to its place on Π", dropStyle))
	}
	return entries
}

var (
	choiceStyle    = svg.Style{Stroke: svg.Blue, Width: 2}
	misplacedStyle = svg.Style{Stroke: svg.Vermillion, Width: 2, Dashed: true}
	lineStyle      = svg.Style{Stroke: svg.Gray, Width: 0.6, Dashed: true}
	dropStyle      = svg.Style{Stroke: svg.Green, Width: 1.2, Dashed: true}
	piStyle        = svg.Style{Stroke: svg.Ink, Width: 2}
)

// draw draws the view with the given upper left corner, without or with the projection, and
// returns the opposite corner.
func (v *view) draw(corner svg.Point, projected bool) svg.Point {
	var names []svg.Text
	if projected || v.placing.Order != nil {
		names = v.namesOnLine()
	}
	from, to := v.line()
	bounds := []svg.Point{from, to}
	for _, t := range names {
		c := t.Corners()
		bounds = append(bounds, c[:]...)
	}
	beside := v.namesBeside()
	for p, t := range beside {
		c := t.Corners()
		bounds = append(append(bounds, c[:]...), v.at[p].Plus(svg.At(10, 10)), v.at[p].Minus(svg.At(10, 10)))
	}
	least, most := svg.Bounds(bounds)
	move := corner.Minus(least)
	v.lines(move, projected)
	if projected {
		v.projection(move, names)
	} else if v.placing.Order != nil {
		v.pi(move)
	}
	for p, t := range beside {
		at := v.at[p].Plus(move)
		if projected {
			v.Disk(at, nodeRadius, svg.Style{Fill: svg.White, Stroke: svg.Gray})
			t.Color = svg.Gray
		} else {
			v.Disk(at, nodeRadius, svg.Style{})
		}
		if v.misplaced[p] {
			v.crossOut(at)
		}
		t.At = t.At.Plus(move)
		v.Write(t)
	}
	return most.Plus(move)
}

// crossOut marks the place of a player who is misplaced.
func (v *view) crossOut(at svg.Point) {
	style := svg.Style{Stroke: svg.Vermillion, Width: 2}
	v.Line(at.Plus(svg.At(-7, -7)), at.Plus(svg.At(7, 7)), style)
	v.Line(at.Plus(svg.At(-7, 7)), at.Plus(svg.At(7, -7)), style)
}

// lines draws the choices and, for few players, all lines through two of them; faint lines
// of the choices alone where the projection matters.
func (v *view) lines(move svg.Point, projected bool) {
	if len(v.game) <= mostLines && !projected {
		for p, a := range v.at {
			for _, b := range v.at[:p] {
				if b == a {
					continue
				}
				on := a.Towards(b).Times(11)
				v.Line(a.Minus(on).Plus(move), b.Plus(on).Plus(move), lineStyle)
			}
		}
	}
	for p, c := range v.game {
		style := choiceStyle
		if v.misplaced[p] {
			style = misplacedStyle
		}
		if projected || len(v.game) > mostLines {
			style.Width = 1
		}
		v.Group(v.choice(p), false, func() {
			v.Polyline([]svg.Point{v.at[p].Plus(move), v.at[c.Wonderwall].Plus(move), v.at[c.Ninja].Plus(move)}, style)
		})
	}
}

// foot returns the place of a player on the line.
func (v *view) foot(p int) svg.Point {
	return v.at[p].Plus(v.down.Times(v.depth() - v.at[p].Dot(v.down)))
}

// depth returns how far down the line is.
func (v *view) depth() float64 {
	deepest := math.Inf(-1)
	for _, at := range v.at {
		deepest = max(deepest, at.Dot(v.down))
	}
	return deepest + 50
}

// line returns the ends of the line.
func (v *view) line() (from, to svg.Point) {
	feet := make([]svg.Point, len(v.at))
	for p := range feet {
		feet[p] = v.foot(p)
	}
	along := func(a, b svg.Point) int { return cmp.Compare(a.Dot(v.along), b.Dot(v.along)) }
	first, last := slices.MinFunc(feet, along), slices.MaxFunc(feet, along)
	return first.Minus(v.along.Times(24)), last.Plus(v.along.Times(24))
}

// namesOnLine returns the names of the players below their places on the line, apart from
// each other: level ones if there is room, or else across the line.
func (v *view) namesOnLine() []svg.Text {
	const pitch = 22 // from a level name to the next, at least
	from, to := v.line()
	length, middle := to.Minus(from).Length(), from.Plus(to).Dot(v.along)/2
	places, widths := make([]float64, len(v.at)), make([]float64, len(v.at))
	widest, level, turned := 0.0, 0.0, 0.0 // how wide a name is, and how long all of them are along the line
	for p, at := range v.at {
		places[p], widths[p] = at.Dot(v.along)-middle, max(pitch, v.labels[p].Width*svg.FontSize+6)
		widest, level, turned = max(widest, widths[p]), level+widths[p], turned+svg.LineHeight
	}
	upright := level <= length && (v.along.Y == 0 || widest <= pitch)
	if !upright {
		for p := range widths {
			widths[p] = svg.LineHeight
		}
	}
	apart, furthest := spread(places, widths, max(length, turned)/2), 0.0
	for p, place := range apart {
		furthest = max(furthest, math.Abs(place-places[p]))
	}
	texts := make([]svg.Text, len(v.at))
	for p, place := range apart {
		t := svg.Text{Text: v.labels[p].Text, At: v.along.Times(middle + place).Plus(v.down.Times(v.depth() + 30 + furthest/2))}
		switch {
		case upright:
			t.Anchor = "middle"
		case v.down.X < -1e-9: // not upside down
			t.Turn, t.Anchor = math.Atan2(v.down.Y, v.down.X)*180/math.Pi+180, "end"
		default:
			t.Turn = math.Atan2(v.down.Y, v.down.X) * 180 / math.Pi
		}
		texts[p] = t
	}
	return texts
}

// pi draws the line.
func (v *view) pi(move svg.Point) {
	from, to := v.line()
	v.Line(from.Plus(move), to.Plus(move), piStyle)
	v.Write(svg.Text{Text: "Π", At: to.Plus(v.along.Times(12)).Plus(move), Anchor: "middle", Bold: true})
}

// projection draws the line with the places of the players on it, and their names.
func (v *view) projection(move svg.Point, names []svg.Text) {
	v.pi(move)
	for p, t := range names {
		foot := v.foot(p).Plus(move)
		v.Line(v.at[p].Plus(move), foot, dropStyle)
		v.Disk(foot, nodeRadius, svg.Style{})
		t.At = t.At.Plus(move)
		v.Line(foot, t.At.Minus(v.down.Times(11)), svg.Style{Stroke: svg.Gray, Width: 0.6})
		v.Write(t)
	}
}

// namesBeside returns the names of the players next to their places: where they meet the
// fewest other names, places and lines.
func (v *view) namesBeside() []svg.Text {
	const gap = 13
	texts := make([]svg.Text, len(v.at))
	for p, at := range v.at {
		least := math.Inf(1)
		for _, out := range []svg.Point{{X: 0, Y: -1}, {X: 1, Y: -0.7}, {X: -1, Y: -0.7}, {X: 1, Y: 0}, {X: -1, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: 0.7}, {X: -1, Y: 0.7}} {
			t := svg.Text{Text: v.labels[p].Text, Anchor: "middle"}
			t.At = at.Plus(svg.At(out.X*(t.Width()/2+10), out.Y*(gap+2)))
			if cost := v.cost(t, p, texts[:p]); cost < least {
				least, texts[p] = cost, t
			}
		}
	}
	return texts
}

// cost returns how much the name of a player is in the way of others.
func (v *view) cost(t svg.Text, p int, others []svg.Text) (cost float64) {
	c := t.Corners()
	low, high := c[0], c[2]
	for _, o := range others {
		if touch(t, o, 0) {
			cost += 10
		}
	}
	for q, at := range v.at {
		if q != p && low.X-nodeRadius < at.X && at.X < high.X+nodeRadius && low.Y-nodeRadius < at.Y && at.Y < high.Y+nodeRadius {
			cost += 10
		}
	}
	for q, choice := range v.game {
		for _, end := range [2]int{q, choice.Ninja} {
			if crosses(v.at[end], v.at[choice.Wonderwall], low, high) {
				cost++
			}
		}
	}
	return cost
}

// crosses reports whether a line from a to b meets a rectangle.
func crosses(a, b, low, high svg.Point) bool {
	first, last := 0.0, 1.0 // the part of the line that is in the rectangle, from a to b
	for _, side := range [2][4]float64{{a.X, b.X, low.X, high.X}, {a.Y, b.Y, low.Y, high.Y}} {
		from, way := side[0], side[1]-side[0]
		if way == 0 {
			if from < side[2] || from > side[3] {
				return false
			}
			continue
		}
		enter, leave := (side[2]-from)/way, (side[3]-from)/way
		first, last = max(first, min(enter, leave)), min(last, max(enter, leave))
	}
	return first < last
}
