package choices

import (
	"context"
	"fmt"
	"math"

	"enumerate/enum/single"
	"enumerate/internal/svg"
)

// Lengths in pixels.
const (
	radius  = 13 // the radius of a player
	between = 56 // the distance between neighbours on the circle
)

var arrows = [mostPicks]svg.Style{
	{Stroke: svg.Blue, Width: 2.5},
	{Stroke: svg.Vermillion, Width: 1.2},
	{Stroke: svg.Ink, Width: 1.2},
	{Stroke: svg.Green, Width: 1.2},
}

// draw draws the players on a circle, with an arrow for each pick.
func (g game) draw(ctx context.Context, _ single.How) (single.Answer, error) {
	solution, err := g.solution(ctx)
	if err != nil {
		return nil, err
	}
	c := &svg.Canvas{
		Title:       fmt.Sprintf("%d players pick %d each: %s", len(g.choices), g.space.picks, solution.Verdict),
		Description: fmt.Sprintf("%v: %s", g, solution.Verdict),
	}
	corner := c.Head(g.legend(c)...)

	n := float64(len(g.choices))
	around := n * between / (2 * math.Pi)
	room := around + 3*radius
	center := corner.Right(room).Down(room)
	place := func(p int, distance float64) svg.Point {
		angle := 2*math.Pi*float64(p)/n - math.Pi/2
		return center.Plus(svg.At(math.Cos(angle), math.Sin(angle)).Times(distance))
	}

	for p, r := range g.choices {
		for i, v := range r[:g.space.picks] {
			from, to := place(p, around), place(int(v), around)
			if int(v) == p {
				out := place(p, around+2.8*radius)
				side := out.Minus(from).QuarterTurn().Times(0.5)
				leave, arrive := out.Plus(side), out.Minus(side)
				c.BentArrow(from.Plus(from.Towards(leave).Times(radius)), leave, arrive, from.Plus(from.Towards(arrive).Times(radius)), g.style(i))
				continue
			}

			// The arrows of later picks bend more, so that two arrows between the same players lie apart.
			middle := from.Plus(to).Times(0.5)
			bend := middle.Plus(to.Minus(from).QuarterTurn().Times(0.08 * float64(i+1)))
			c.Arrow(from.Plus(from.Towards(bend).Times(radius)), bend, to.Plus(to.Towards(bend).Times(radius)), g.style(i))
		}
	}

	for p := range g.choices {
		c.Disk(place(p, around), radius, svg.Style{Fill: svg.White, Stroke: svg.Ink})
		c.Write(svg.Text{Text: string(rune('A' + p)), At: place(p, around), Anchor: "middle"})
	}
	return c, nil
}

// style returns the style of the arrow of a pick. If picks have no order, all arrows look alike.
func (g game) style(pick int) svg.Style {
	if !g.space.order {
		pick = 0
	}
	return arrows[pick]
}

func (g game) legend(c *svg.Canvas) (entries []svg.Entry) {
	texts := []string{"first pick", "second pick", "third pick", "fourth pick"}[:g.space.picks]
	if !g.space.order || g.space.picks == 1 {
		texts = []string{"a pick"}
	}
	for i, text := range texts {
		entries = append(entries, svg.Entry{Width: 36, Text: text, Draw: func(from, to svg.Point) {
			c.Arrow(from, from.Plus(to).Times(0.5), to, g.style(i))
		}})
	}
	return entries
}
