package heaps

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
)

const (
	// maxDrawn is the largest number of heaps of a position that is drawn.
	maxDrawn = 30
	// maxSticks is the largest number of sticks of a heap that is drawn stick by stick. If a position has a larger
	// heap, all its heaps are drawn as blocks whose heights are proportional to the numbers of sticks.
	maxSticks = 24
)

// Lengths of a picture, in pixels.
const (
	stickWidth = 36
	stickStep  = 10 // from the bottom of a stick to the bottom of the next one
	stickGap   = 3  // the part of stickStep that is free between two sticks
	heapGap    = 12
)

// draw draws the heaps of the position from left to right, under a title with the outcome and, if it is known, the
// Grundy value. If the next player wins, a second row shows the position that the first known winning move leads to.
func (g game) draw(ctx context.Context, _ single.How) (single.Answer, error) {
	if n := len(g.Position); n > maxDrawn {
		return nil, fmt.Errorf("a drawing takes at most %d heaps, this position has %d", maxDrawn, n)
	}
	a, err := g.solve(ctx, single.How{}, 1)
	if err != nil {
		return nil, err
	}
	value, who := "not known", "the player who moves next loses"
	if a.valued {
		value = strconv.FormatUint(a.value, 10)
	}
	if a.next {
		who = fmt.Sprintf("the player who moves next wins by the move to %v", a.winning[0])
	}
	name := g.Rules.Name
	c := &svg.Canvas{
		Title: fmt.Sprintf("%s%s, %s: %s, Grundy value %s; %s",
			strings.ToUpper(name[:1]), name[1:], rows.Counted(len(g.Position), "heap", "heaps"), outcomeOf(a.next), value, who),
		Description: fmt.Sprintf("heaps: %v  %s", g.Position, a.line()),
	}
	order := map[Kind]string{Stack: ", from the bottom to the top", Queue: ", from the front to the back"}[g.Rules.Kind]
	corner := g.row(c, c.Head(), "now"+order, g.Position)
	if a.next {
		g.row(c, corner, "after a winning move"+order, a.winning[0])
	}
	return c, nil
}

// row draws heaps side by side and returns the corner at which the next row begins. The scale is that of the largest
// heap of g.Position, so that the rows before and after a move have the same scale.
func (g game) row(c *svg.Canvas, corner svg.Point, caption string, heaps Position) svg.Point {
	largest, scale := g.Position.Largest(), float64(stickStep)
	if largest > maxSticks {
		scale *= maxSticks / float64(largest)
	}
	if len(heaps) == 0 {
		caption += ": no heaps"
	}
	c.Write(svg.Text{Text: caption, At: corner.Down(svg.LineHeight / 2), Color: svg.Gray})
	ground := corner.Down(1.5*svg.LineHeight + scale*float64(largest))
	below := ground.Down(2 * svg.LineHeight)
	for _, heap := range heaps {
		number := svg.Text{Text: strconv.FormatUint(heap, 10), Anchor: "middle"}
		width := max(stickWidth, number.Width())
		pieces, each := 1, max(2*stickGap, scale*float64(heap)) // one block of this height
		if largest <= maxSticks {
			pieces, each = int(heap), stickStep // one piece for each stick
		}
		for i := range pieces {
			c.Rectangle(ground.Plus(svg.At((width-stickWidth)/2, -float64(i+1)*each)), stickWidth, each-stickGap, svg.Style{Fill: svg.Blue})
		}
		number.At = ground.Plus(svg.At(width/2, svg.LineHeight/2))
		c.Write(number)
		ground = ground.Right(width + heapGap)
	}
	return below
}
