package draw

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"enumerate/internal/rows"
	"enumerate/internal/svg"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/points"
)

// A Placing has the places of the players of a game in space, and whether they solve the game.
type Placing struct {
	Places           []points.Place // all with the same number of coordinates
	Faults           []string       // why the places do not solve the game, one sentence each
	MisplacedPlayers []int          // the players whose wonderwall does not stand between them and their ninja
	// Order is the order of the players along Direction, as points.Project returns it, or nil if two players
	// stand in the same place.
	Order     []int
	Direction []*big.Int
}

// Places returns a picture of players in space and of their projection onto a line, which leads to the right. It shows
// why a game with a solution in space also has one on a line. Places in two dimensions are drawn to scale. With more
// dimensions, the second coordinate leads upwards and is scaled to fit, so angles are wrong, but straight lines remain
// straight.
func Places(names []string, game betweenness.Game, placing Placing) *svg.Canvas {
	d := newDrawing(names, game, betweenness.Proof{Order: placing.Order})
	d.labels = svg.Labels(names, placeLabel)
	dimensions := len(placing.Places[0])

	d.Title = fmt.Sprintf("Ninja Assassin Wonderwall: %d players in %s, ", len(game), rows.Counted(dimensions, "dimension", "dimensions"))
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

	at = svg.At(svg.Margin, v.draw(at)+40)
	if len(placing.Faults) == 0 {
		d.line(at)
		return &d.Canvas
	}

	at = d.heading(at, "Why this is no solution")
	for i, fault := range placing.Faults {
		if i == mostFaults {
			d.Paragraph(at, fmt.Sprintf("and %d more", len(placing.Faults)-i))
			break
		}
		at = d.Paragraph(at, fault)
	}
	return &d.Canvas
}

const (
	placeLabel = 9  // the width at which names are shortened, in em
	mostFaults = 12 // the faults that are written out
	// mostLines is the largest number of players for which the lines through all pairs are drawn.
	mostLines = 10
	depth     = 50 // the distance of the line below the lowest player, in pixels
)

// A view has the places of players in a picture.
type view struct {
	*drawing
	placing   Placing
	misplaced []bool
	at        []svg.Point // by player, relative to the leftmost and the lowest one
}

// newView computes where the players are drawn, such that the direction of the projection leads to the right.
func newView(d *drawing, placing Placing) *view {
	v := &view{drawing: d, placing: placing, misplaced: make([]bool, len(d.game))}
	for _, p := range placing.MisplacedPlayers {
		v.misplaced[p] = true
	}

	dimensions := len(placing.Places[0])
	right, up := placing.Direction, unit(dimensions, 1)
	if right == nil {
		right = unit(dimensions, 0)
	}
	if dimensions == 2 {
		up = []*big.Int{new(big.Int).Neg(right[1]), right[0]}
	}

	across, upwards := make([]*big.Rat, len(d.game)), make([]*big.Rat, len(d.game))
	for p, place := range placing.Places {
		across[p], upwards[p] = product(place, right), product(place, up)
	}

	left, width := spanOf(across)
	bottom, height := spanOf(upwards)
	if dimensions == 2 { // one scale for both
		if width.Cmp(height) < 0 {
			width = height
		}
		height = width
	}

	v.at = scaled(across, left, width, upwards, bottom, height)
	return v
}

// unit returns the unit vector of a coordinate, numbered from 0, or the zero vector if there are too few dimensions.
func unit(dimensions, coordinate int) []*big.Int {
	direction := make([]*big.Int, dimensions)
	for i := range direction {
		direction[i] = new(big.Int)
		if i == coordinate {
			direction[i].SetInt64(1)
		}
	}
	return direction
}

// product returns the scalar product of a place and a direction.
func product(place points.Place, direction []*big.Int) *big.Rat {
	sum := new(big.Rat)
	for i, x := range place {
		sum.Add(sum, new(big.Rat).Mul(x, new(big.Rat).SetInt(direction[i])))
	}
	return sum
}

func spanOf(numbers []*big.Rat) (least, span *big.Rat) {
	least = slices.MinFunc(numbers, (*big.Rat).Cmp)
	return least, new(big.Rat).Sub(slices.MaxFunc(numbers, (*big.Rat).Cmp), least)
}

// scaled converts the places (across[p], upwards[p]) of players p to points of the picture, in pixels. It scales them
// linearly to a square that is wide enough for all names side by side. The interval from `left` to left+width becomes
// the width of the square, and the interval from `bottom` to bottom+height its height.
func scaled(across []*big.Rat, left, width *big.Rat, upwards []*big.Rat, bottom, height *big.Rat) []svg.Point {
	side := max(380, 17*float64(len(across))) // of the square, in pixels
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

// note returns a remark to write above a picture that does not show the places as they are, or "" if the picture does.
// There are two such cases. Places of more than two dimensions are projected to the plane of the picture. A plane is
// turned so that the line Π leads to the right. The line Π is the one onto which the players are projected to get their
// order.
func (v *view) note() string {
	dimensions := len(v.placing.Places[0])
	right := "the first one to the right."
	if v.placing.Direction != nil {
		right = "the direction of the line Π to the right."
		if words := strings.Trim(fmt.Sprint(v.placing.Direction), "[]"); len(words) <= 60 { // short enough for the sentence
			right = "the direction (" + strings.ReplaceAll(words, " ", ", ") + ") of the line Π to the right."
		}
	}
	switch {
	case dimensions > 2:
		return fmt.Sprintf("A view of %d dimensions, not to scale: coordinate 2 leads upwards, %s", dimensions, right)
	case dimensions == 2 && v.placing.Direction != nil && v.placing.Direction[1].Sign() != 0: // Π is not the first axis
		return "The plane is turned: " + strings.Replace(right, " to the right", " leads to the right", 1)
	}
	return ""
}

// legend returns the legend. The players are projected onto the line Π, whose direction is chosen so that no two
// players get the same place.
func (v *view) legend() []svg.Entry {
	sample := func(text string, s svg.Style) svg.Entry {
		return svg.Entry{Width: 34, Text: text, Draw: func(from, to svg.Point) { v.Line(from, to, s) }}
	}
	entries := []svg.Entry{sample("a player, its wonderwall and its ninja in this order", choiceStyle)}
	if len(v.placing.MisplacedPlayers) > 0 {
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
			sample("the line Π, on which no two players coincide", piStyle),
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

// draw draws the players with their choices and their projection, with the given upper left corner. It returns the y of
// the lower end.
func (v *view) draw(corner svg.Point) float64 {
	var below []svg.Text
	bounds := slices.Clone(v.at)
	if v.placing.Order != nil {
		from, to := v.line()
		below, bounds = v.namesOnLine(), append(bounds, from, to)
	}
	beside := v.namesBeside()
	for _, t := range slices.Concat(below, beside) {
		c := t.Corners()
		bounds = append(bounds, c[:]...)
	}

	least, most := svg.Bounds(bounds)
	move := corner.Minus(least).Plus(svg.At(10, 10))
	v.lines(move)
	v.projection(move, below)

	for p, t := range beside {
		at := v.at[p].Plus(move)
		v.Disk(at, nodeRadius, svg.Style{})
		if v.misplaced[p] {
			v.crossOut(at)
		}
		t.At = t.At.Plus(move)
		v.Write(t)
	}
	return most.Plus(move).Y + 10
}

func (v *view) crossOut(at svg.Point) {
	style := svg.Style{Stroke: svg.Vermillion, Width: 2}
	v.Line(at.Plus(svg.At(-7, -7)), at.Plus(svg.At(7, 7)), style)
	v.Line(at.Plus(svg.At(-7, 7)), at.Plus(svg.At(7, -7)), style)
}

// lines draws the choice of each player as a line from the player to its wonderwall and on to its ninja, in another
// colour if they do not stand in this order. For few players it first draws thin lines through all pairs. All places
// are shifted by the vector shift.
func (v *view) lines(shift svg.Point) {
	style, misplaced := choiceStyle, misplacedStyle
	if len(v.game) > mostLines {
		style.Width, misplaced.Width = 1, 1
	} else { // 11 pixels longer at both ends
		for p, a := range v.at {
			for _, b := range v.at[:p] {
				if b != a {
					on := a.Towards(b).Times(11)
					v.Line(a.Minus(on).Plus(shift), b.Plus(on).Plus(shift), lineStyle)
				}
			}
		}
	}

	for p, c := range v.game {
		v.Group(v.choice(p), false, func() {
			s := style
			if v.misplaced[p] {
				s = misplaced
			}
			v.Polyline([]svg.Point{v.at[p].Plus(shift), v.at[c.Wonderwall].Plus(shift), v.at[c.Ninja].Plus(shift)}, s)
		})
	}
}

// line returns the ends of the line Π in the picture. Π shows the order of the players: it is drawn below them, and
// they are projected straight down onto it.
func (v *view) line() (from, to svg.Point) {
	least, most := svg.Bounds(v.at)
	return svg.At(least.X-24, depth), svg.At(most.X+24, depth)
}

// namesOnLine returns the names of the players below the line Π, moved aside so that they do not overlap. They are
// level if there is room, and otherwise read downwards.
func (v *view) namesOnLine() []svg.Text {
	const pitch = 22 // the least distance between the middles of level names
	from, to := v.line()

	places, widths := make([]float64, len(v.at)), make([]float64, len(v.at))
	level, half := 0.0, max(to.X-from.X, svg.LineHeight*float64(len(v.at)))/2
	for p, at := range v.at {
		places[p], widths[p] = at.X-(from.X+to.X)/2, max(pitch, v.labels[p].Width*svg.FontSize+6)
		level += widths[p]
	}

	t := svg.Text{Anchor: "middle"}
	if level > to.X-from.X {
		t = svg.Text{Turn: 90}
		for p := range widths {
			widths[p] = svg.LineHeight
		}
	}

	spreadPlaces, furthest := spread(places, widths, half), 0.0
	for p, place := range spreadPlaces {
		furthest = max(furthest, math.Abs(place-places[p]))
	}

	texts := make([]svg.Text, len(v.at))
	for p, place := range spreadPlaces {
		t.Text, t.At = v.labels[p].Text, svg.At((from.X+to.X)/2+place, depth+30+furthest/2)
		texts[p] = t
	}
	return texts
}

// projection draws the line Π below the players in space, and for each player a dashed line straight down to its place
// on Π, with its name. A projection preserves betweenness, so if the places solve the game, the players' order on Π
// solves it as well. All places are shifted by the vector `move`.
func (v *view) projection(move svg.Point, names []svg.Text) {
	if v.placing.Order == nil {
		return // two players stand in the same place
	}
	from, to := v.line()
	v.Line(from.Plus(move), to.Plus(move), piStyle)
	v.Write(svg.Text{Text: "Π", At: to.Right(12).Plus(move), Anchor: "middle", Bold: true})
	for p, t := range names {
		foot := svg.At(v.at[p].X, depth).Plus(move)
		v.Line(v.at[p].Plus(move), foot, dropStyle)
		v.Disk(foot, nodeRadius, svg.Style{})
		t.At = t.At.Plus(move)
		v.Line(foot, t.At.Down(-11), svg.Style{Stroke: svg.Gray, Width: 0.6})
		v.Write(t)
	}
}

// namesBeside returns the names of the players next to their dots. For each name it tries eight sides of the dot, the
// upper ones first, and takes the side where the name overlaps the fewest other dots and earlier names.
func (v *view) namesBeside() []svg.Text {
	const gap = 13
	texts := make([]svg.Text, len(v.at))
	for p, at := range v.at {
		least := math.MaxInt
		for _, out := range []svg.Point{{X: 0, Y: -1}, {X: 1, Y: -0.7}, {X: -1, Y: -0.7}, {X: 1, Y: 0}, {X: -1, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: 0.7}, {X: -1, Y: 0.7}} {
			t := svg.Text{Text: v.labels[p].Text, Anchor: "middle", Clear: true}
			t.At = at.Plus(svg.At(out.X*(t.Width()/2+10), out.Y*(gap+2)))
			if cost := v.cost(t, p, texts[:p]); cost < least {
				least, texts[p] = cost, t
			}
		}
	}
	return texts
}

// cost returns how many other names and dots of other players the name t of player p overlaps.
func (v *view) cost(t svg.Text, p int, others []svg.Text) (cost int) {
	c := t.Corners()
	low, high := c[0], c[2]
	for _, o := range others {
		if touch(t, o, 0) {
			cost++
		}
	}
	for q, at := range v.at {
		overlapsAcross := low.X-nodeRadius < at.X && at.X < high.X+nodeRadius
		overlapsDown := low.Y-nodeRadius < at.Y && at.Y < high.Y+nodeRadius
		if q != p && overlapsAcross && overlapsDown {
			cost++
		}
	}
	return cost
}
