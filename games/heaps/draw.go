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
	// maxDrawn is the most heaps of a position that is drawn.
	maxDrawn = 30
	// maxSticks is the most sticks of a heap that is drawn stick by stick. If there is a
	// larger one, heaps are blocks, to scale.
	maxSticks = 24
)

// Lengths of a picture, in pixels.
const (
	stickWidth = 36
	stickStep  = 10 // from a stick to the next one
	stickGap   = 3  // of these, between them
	heapGap    = 12
)

// draw draws the position, its heaps from left to right, with the outcome and the Grundy value
// if it is known, and below it the position that the first winning move known leads to.
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

// row draws heaps side by side, no larger than those of the position, and returns the corner of
// the row below.
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
		pieces, each := 1, max(2*stickGap, scale*float64(heap))
		if largest <= maxSticks {
			pieces, each = int(heap), stickStep
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
