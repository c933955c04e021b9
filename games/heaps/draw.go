package heaps

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/internal/svg"
)

const (
	maxDrawn = 30
	// maxSticks is the largest number of sticks of a heap that is drawn stick by stick. If a position has a larger
	// heap, all its heaps are drawn as blocks whose heights are proportional to the numbers of sticks.
	maxSticks = 24
)

// Lengths in pixels.
const (
	stickWidth = 36
	stickStep  = 10 // from the bottom of a stick to the bottom of the next one
	stickGap   = 3  // the part of stickStep that is free between two sticks
	heapGap    = 12
)

// draw draws the heaps of the position from left to right, under a title. If the next player wins, a second row shows
// the position after the first known winning move, with outlines for the sticks that the move takes.
func (g game) draw(ctx context.Context, _ single.How) (single.Answer, error) {
	if n := len(g.Position); n > maxDrawn {
		return nil, fmt.Errorf("%d heaps are too many to draw: choose a position of at most %d", n, maxDrawn)
	}
	a, err := g.solve(ctx, single.How{}, 1)
	if err != nil {
		return nil, err
	}

	value, who := "not known", "the player who moves next loses"
	if a.valued {
		value = strconv.FormatUint(a.value, 10)
	}
	if a.nextWins {
		who = fmt.Sprintf("the player who moves next wins by the move to %v", a.winning[0])
	}

	name := g.Rules.Name
	c := &svg.Canvas{
		Title: fmt.Sprintf("%s%s, %s: %s, Grundy value %s; %s",
			strings.ToUpper(name[:1]), name[1:], rows.Counted(len(g.Position), "heap", "heaps"), outcomeOf(a.nextWins), value, who),
		Description: fmt.Sprintf("heaps: %v  %s", g.Position, a.line()),
	}

	order := map[Kind]string{Stack: ", from the bottom to the top", Queue: ", from the front to the back"}[g.Rules.Kind]
	if len(g.Position) == 0 {
		order += ": no heaps"
	}
	corner := g.row(c, c.Head(), "now"+order, g.before())
	if a.nextWins {
		places, change := g.after(a.winning[0])
		g.row(c, corner, "after a winning move: "+change, places)
	}
	return c, nil
}

// A place is where a heap stands in a picture: the sticks that are left, and the sticks that a move has taken.
type place struct{ left, gone uint64 }

func (g game) before() []place {
	places := make([]place, len(g.Position))
	for i, heap := range g.Position {
		places[i].left = heap
	}
	return places
}

// after returns the places of the heaps in a picture of the move from g.Position to the position `to`, each with the
// sticks that are left and those that are taken, and a sentence about the reduced heap. The heaps keep their places,
// except that the rest of the first heap of a Queue goes to a new place at the back.
func (g game) after(to Position) (places []place, change string) {
	places = g.before()
	reduced, left := 0, uint64(0)
	switch g.Rules.Kind {
	case Queue:
		if len(to) == len(places) {
			left = to[len(to)-1]
		}
	case Stack:
		reduced = len(places) - 1
		if len(to) == len(places) {
			left = to[reduced]
		}
	default:
		var size uint64
		size, left = changed(g.Position, to)
		reduced = slices.Index(g.Position, size)
	}

	heap := places[reduced].left
	switch {
	case left == 0:
		places[reduced] = place{gone: heap}
		change = fmt.Sprintf("the heap of %d is gone", heap)
	case g.Rules.Kind == Queue:
		places[reduced] = place{gone: heap}
		places = append(places, place{left: left})
		change = fmt.Sprintf("%d of %d are left, at the back", left, heap)
	default:
		places[reduced] = place{left: left, gone: heap - left}
		change = fmt.Sprintf("the heap of %d now has %d", heap, left)
	}
	return places, change
}

// row draws heaps side by side, under a caption, and returns the corner of the next row. So that the rows before and
// after a move are alike, both use the scale for the largest heap of g.Position, and each place (the column of a heap)
// has the width that its heap needed before the move.
func (g game) row(c *svg.Canvas, corner svg.Point, caption string, places []place) svg.Point {
	largest := g.Position.Largest()
	scale := float64(stickStep)
	if largest > maxSticks {
		scale *= maxSticks / float64(largest)
	}
	c.Write(svg.Text{Text: caption, At: corner.Down(svg.LineHeight / 2), Color: svg.Gray})

	ground := corner.Down(1.5*svg.LineHeight + scale*float64(largest))
	below := ground.Down(2 * svg.LineHeight)
	for _, p := range places {
		number := svg.Text{Text: strconv.FormatUint(p.left+p.gone, 10), Anchor: "middle"}
		width := max(stickWidth, number.Width())
		number.Text = strconv.FormatUint(p.left, 10)

		foot := ground.Right((width - stickWidth) / 2)
		if largest <= maxSticks { // stick by stick
			for i := range p.left + p.gone {
				style := svg.Style{Fill: svg.Blue}
				if i >= p.left {
					style = goneStyle
				}
				c.Rectangle(foot.Down(-float64(i+1)*stickStep), stickWidth, stickStep-stickGap, style)
			}
		} else { // a block for the sticks that are left, and one above it for those that are gone
			height := drawBlock(c, foot, scale*float64(p.left), svg.Style{Fill: svg.Blue})
			drawBlock(c, foot.Down(-height), scale*float64(p.gone), goneStyle)
		}

		number.At = ground.Plus(svg.At(width/2, svg.LineHeight/2))
		c.Write(number)
		ground = ground.Right(width + heapGap)
	}
	return below
}

var goneStyle = svg.Style{Stroke: svg.Gray, Dashed: true}

// drawBlock draws a block of many sticks above a point, and returns the height that it takes up. A block of few sticks
// is drawn higher than it is, so that it can be seen.
func drawBlock(c *svg.Canvas, foot svg.Point, height float64, style svg.Style) float64 {
	if height == 0 {
		return 0
	}
	height = max(2*stickGap, height)
	c.Rectangle(foot.Down(-height), stickWidth, height-stickGap, style)
	return height
}
