package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
)

// MostDrawn is the largest number of players in a picture: the names of more players overlap.
const MostDrawn = 60

const pathSide = 560 // the width of a picture of paths, in pixels

// mostDrawnSteps is how many steps are drawn of players that never rest. The paths of more steps cover each other.
const mostDrawnSteps = 2000

// Draw plays a game once, from random places, and returns the result and a picture of the players' paths. On a line and
// on a circle, the second coordinate of the picture is the time, which runs downwards.
func (t Trials) Draw(ctx context.Context, g single.Game, random *rand.Rand) (*svg.Canvas, Result, error) {
	judge := NewJudge(g)
	if n := len(judge.Names()); n > MostDrawn {
		return nil, Result{}, fmt.Errorf("%d players are too many for a picture of paths: choose a game of at most %d", n, MostDrawn)
	}

	t.Steps = min(t.Steps, mostDrawnSteps)
	s := New(judge.Wants(), t.Rule, random)
	var trail [][]Point // the places of all players after each step
	result, err := t.watch(ctx, judge, s, func(s *Simulation) { trail = append(trail, append([]Point(nil), s.Places()...)) })
	if err != nil {
		return nil, Result{}, err
	}
	return t.picture(judge, s, trail, result), result, nil
}

var (
	pathColors = []string{svg.Blue, svg.Vermillion, svg.Green, svg.Orange, svg.Purple, svg.Ink}
	wantStyle  = svg.Style{Stroke: svg.Gray, Width: 0.8, Dashed: true}
)

// picture draws the paths of the players. The trail has the places of all players after each step.
func (t Trials) picture(judge Judge, s *Simulation, trail [][]Point, result Result) *svg.Canvas {
	c := &svg.Canvas{Title: fmt.Sprintf("%d players, %v: %s", len(judge.Names()), t.Rule, result.Words(s.Steps()))}
	legend := []svg.Entry{
		svg.Mark("where a player begins", func(at svg.Point) { c.Disk(at, 3, svg.Style{Fill: svg.White, Stroke: svg.Gray}) }),
		svg.Mark("where it is at the end", func(at svg.Point) { c.Disk(at, 4, svg.Style{}) }),
	}
	if s.ground == plane || s.ground == field {
		legend = append(legend, svg.Entry{Width: 34, Text: "from a player to its wonderwall and its ninja", Draw: func(from, to svg.Point) { c.Line(from, to, wantStyle) }})
	}

	at := t.view(trail, c.Head(legend...).Plus(svg.At(16, 16)))
	ways := make([][]svg.Point, len(judge.Names()))
	for step := range trail {
		for p := range ways {
			ways[p] = append(ways[p], at(step, p))
		}
	}

	// The lines from each player to its choices come first, so that paths and names cover them.
	last := len(trail) - 1
	if s.ground == plane || s.ground == field {
		for p, want := range judge.Wants() {
			c.Polyline([]svg.Point{at(last, p), at(last, want.Wonderwall), at(last, want.Ninja)}, wantStyle)
		}
	}

	for p, name := range judge.Names() {
		color := pathColors[p%len(pathColors)]
		want := judge.Wants()[p]
		c.Group(fmt.Sprintf("%s: wonderwall %s, ninja %s", name, judge.Names()[want.Wonderwall], judge.Names()[want.Ninja]), true, func() {
			for _, way := range unbroken(ways[p], s.ground == circle) {
				c.Polyline(way, svg.Style{Stroke: color, Width: 1.4})
			}
			c.Disk(at(0, p), 3, svg.Style{Fill: svg.White, Stroke: color})
			c.Disk(at(last, p), 4, svg.Style{Fill: color})
		})
	}
	for p, label := range svg.Labels(judge.Names(), 9) {
		c.Write(svg.Text{Text: label.Text, At: at(last, p).Plus(svg.At(0, 14)), Anchor: "middle"})
	}
	return c
}

// Words describes the result of a game after a number of steps, such as "solved after 120 steps".
func (e Result) Words(steps uint64) string {
	switch e.Outcome {
	case Solved:
		return fmt.Sprintf("solved after %s", rows.Counted(e.Measure, "step", "steps"))
	case Stuck:
		return fmt.Sprintf("at rest after %s, but not solved", rows.Counted(e.Measure, "step", "steps"))
	case Repeating:
		if e.Measure == 1 { // the players are shifted alike in each step
			return "the players keep their distances from each other for ever"
		}
		return fmt.Sprintf("the players repeat the same %d steps for ever", e.Measure)
	}
	return fmt.Sprintf("still moving after %s", rows.Counted(steps, "step", "steps"))
}

// view returns a function that tells where in a picture a player is drawn after a step. The trail has the places of all
// players after each step, and `corner` is the upper left corner of the picture, whose width the places fill.
func (t Trials) view(trail [][]Point, corner svg.Point) func(step, player int) svg.Point {
	least, most := extent(slices.Concat(trail...))
	switch t.Rule.Ground {
	case Plane, Field:
		span := max(most.X-least.X, most.Y-least.Y, 1e-9) // not 0, because it divides
		return func(step, p int) svg.Point {
			at := trail[step][p]
			return corner.Plus(svg.At((at.X-least.X)/span*pathSide, (most.Y-at.Y)/span*pathSide))
		}
	}

	span, height := max(most.X-least.X, 1e-9), pathSide/math.Max(float64(len(trail)-1), 1)
	return func(step, p int) svg.Point {
		return corner.Plus(svg.At((trail[step][p].X-least.X)/span*pathSide, float64(step)*height))
	}
}

// unbroken splits the drawn path of a player into lines. A circle is drawn as a strip: a player that leaves it on one
// side and continues on the other would otherwise draw a line across the picture.
func unbroken(way []svg.Point, circle bool) (parts [][]svg.Point) {
	begin := 0 // where the present part begins
	for i := range way {
		if circle && i > 0 && math.Abs(way[i].X-way[i-1].X) > pathSide/2 {
			parts = append(parts, way[begin:i])
			begin = i
		}
	}
	return append(parts, way[begin:])
}

// View returns where the players are drawn on a page that shows them live, in the unit square. A circle is drawn around
// the middle of the square. The slice is valid until the next step. Because of the sines, the last digits may differ
// between machines, so the view must not decide any move.
func (s *Simulation) View() []Point {
	if s.ground != circle {
		return s.Places()
	}
	view := make([]Point, len(s.wants))
	for p, at := range s.Places() {
		y, x := math.Sincos(2 * math.Pi * at.X)
		view[p] = Point{0.5 + x/2, 0.5 + y/2}
	}
	return view
}

// Drag moves a player by hand to the place of the ground that is nearest to a point of the picture: on a line, the
// second coordinate becomes 0.
func (s *Simulation) Drag(player int, to Point) {
	for _, x := range []*float64{&to.X, &to.Y} {
		if math.IsNaN(*x) || math.IsInf(*x, 0) {
			*x = 0
		}
	}

	switch s.ground {
	case line:
		to.Y = 0
	case circle:
		to = Point{X: wrap(math.Atan2(to.Y-0.5, to.X-0.5) / (2 * math.Pi))}
	case field:
		to = Point{min(max(to.X, 0), 1), min(max(to.Y, 0), 1)}
	}

	s.trail[s.now][player] = to
	s.quiet = 0 // the players are not at rest
}
