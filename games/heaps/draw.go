package heaps

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/pictures/svg"
)

const (
	// maxDrawn is the most heaps of a position that is drawn.
	maxDrawn = 60
	// maxSticks is the most sticks of a heap that is drawn stick by stick. If there is a
	// larger one, heaps are blocks, to scale.
	maxSticks = 24
)

// Lengths of a picture, in pixels.
const (
	stickWidth = 36
	stickStep  = 10 // from a stick to the next one
	stickGap   = 3  // of these, between them
	pileHeight = maxSticks * stickStep
	heapGap    = 28
	rowWidth   = 860 // of heaps side by side; more heaps begin a row below
)

// draw draws the position: its heaps from left to right, sticks upon sticks,
// with the outcome, the Grundy value if it is known, and the first winning move known.
func (g game) draw(ctx context.Context, _ enum.How) (enum.Answer, error) {
	if n := len(g.Position); n > maxDrawn {
		return nil, fmt.Errorf("a drawing takes at most %d heaps, this position has %d", maxDrawn, n)
	}
	a, err := g.solve(ctx, enum.How{}, 1)
	if err != nil {
		return nil, err
	}
	d := drawing{game: g, answer: a, heap: -1}
	if a.next {
		if d.heap, d.left, err = g.moveTo(a.winning[0]); err != nil {
			return nil, err
		}
	}
	return d.picture(), nil
}

// moveTo returns which heap a move to an option reduces, and what it leaves of that.
func (g game) moveTo(option Position) (heap int, left uint64, err error) {
	buffer := make(Position, len(g.Position))
	first, end := g.Rules.Reach(len(g.Position))
	for heap := first; heap < end; heap++ {
		for _, left := range append(Position{0}, option...) {
			if left < g.Position[heap] && slices.Equal(g.Rules.Kind.Reduce(buffer, g.Position, heap, left), option) {
				return heap, left, nil
			}
		}
	}
	return 0, 0, fmt.Errorf("no move leads from %v to %v", g.Position, option)
}

// A drawing is a picture under construction, and what it shows.
type drawing struct {
	svg.Canvas
	game   game
	answer answer
	heap   int    // that the winning move reduces, -1 if none wins
	left   uint64 // of it
}

// picture draws everything.
func (d *drawing) picture() *svg.Canvas {
	p := d.game.Position
	d.Title, d.Description = d.title(), d.description()
	corner := d.Head(d.legend()...)
	if len(p) == 0 {
		d.Write(svg.Text{Text: "no heaps", At: corner.Down(svg.LineHeight)})
		return &d.Canvas
	}
	for first := 0; first < len(p); {
		first, corner = d.row(first, corner)
	}
	return &d.Canvas
}

// row draws as many heaps as a row has, from the first one on, and returns the one behind
// them and the corner of the row below.
func (d *drawing) row(first int, corner svg.Point) (end int, below svg.Point) {
	const ground = 56 // what stands below heaps
	var middles []float64
	var right, height float64
	for end = first; end < len(d.game.Position); end++ {
		width := max(stickWidth, d.number(end).Width(), svg.Text{Text: d.place(end)}.Width())
		if end > first && right+width > rowWidth {
			break
		}
		middles = append(middles, right+width/2)
		right += width + heapGap
		height = max(height, d.height(d.game.Position[end]))
	}
	for i, middle := range middles {
		d.draw(first+i, corner.Plus(svg.At(middle, height+8)))
	}
	below = corner.Down(height + ground)
	d.Reach(below)
	return end, below.Down(heapGap)
}

// title says who wins, and by which move.
func (d *drawing) title() string {
	name, heaps := d.game.Rules.Name, svg.Counted(len(d.game.Position), "heap", "heaps")
	value := "not known"
	if d.answer.valued {
		value = strconv.FormatUint(d.answer.value, 10)
	}
	who := "the player who moves next loses"
	if d.answer.next {
		who = "the player who moves next wins " + d.move()
	}
	return fmt.Sprintf("%s%s, %s: %s, Grundy value %s; %s", strings.ToUpper(name[:1]), name[1:], heaps, outcomeOf(d.answer.next), value, who)
}

// description says the position, and what solve says of it.
func (d *drawing) description() string {
	return "heaps: " + d.game.Position.String() + "  " + d.answer.line()
}

// move says the winning move in words.
func (d *drawing) move() string {
	size := d.game.Position[d.heap]
	whose := fmt.Sprintf("the heap of %d", size)
	if place := d.end(); place != "" {
		whose = fmt.Sprintf("the %s heap of %d", place, size)
	}
	switch {
	case d.left == 0 && d.end() == "":
		return "by taking " + whose
	case d.left == 0:
		return "by taking all of " + whose
	}
	words := fmt.Sprintf("by taking %d from %s, which leaves %d", size-d.left, whose, d.left)
	if d.game.Rules.Kind == Queue {
		words += " at the back"
	}
	return words
}

// end names the one heap that may be reduced where there is one only, "" where there is not.
func (d *drawing) end() string {
	const two = 2
	first, end := d.game.Rules.Reach(two)
	switch {
	case end-first == two:
		return ""
	case d.game.Rules.Kind == Stack:
		return "top"
	case d.game.Rules.Kind == Queue:
		return "front"
	}
	return "largest"
}

// place names the place of a heap, if it has one.
func (d *drawing) place(heap int) string {
	n := len(d.game.Position)
	first, end := d.game.Rules.Reach(n)
	switch {
	case d.end() != "" && first <= heap && heap < end:
		return d.end()
	case d.game.Rules.Kind == Stack && heap == 0:
		return "bottom"
	case d.game.Rules.Kind == Queue && heap == n-1:
		return "back"
	}
	return ""
}

// The styles of sticks: that may be taken, that may not, and that the winning move takes.
func free() svg.Style  { return svg.Style{Fill: svg.Blue} }
func stuck() svg.Style { return svg.Style{Fill: svg.PaleBlue} }
func taken() svg.Style { return svg.Style{Stroke: svg.Vermillion, Width: 1.5, Dashed: true} }
func frame() svg.Style { return svg.Style{Fill: svg.Cream, Stroke: svg.Ink, Round: 4} }

// legend explains the sticks that there are.
func (d *drawing) legend() []svg.Entry {
	stick := func(s svg.Style) func(from, to svg.Point) {
		return func(from, to svg.Point) { d.stick(from.Plus(to).Times(0.5), stickStep-stickGap, s) }
	}
	what, stacked := "a stick", ""
	if d.game.Position.Largest() > maxSticks {
		what, stacked = "sticks", ", roughly to scale"
	}
	entries := []svg.Entry{{Width: stickWidth, Text: what + stacked, Draw: stick(free())}}
	if d.end() != "" {
		entries = append(entries, svg.Entry{Width: stickWidth, Text: what + " not to be taken now", Draw: stick(stuck())})
	}
	if d.answer.next {
		which := "a winning move"
		switch others := d.answer.unlisted; {
		case d.answer.all && others == 0:
			which = "the only winning move"
		case d.answer.all:
			which = fmt.Sprintf("one of the %d winning moves", others+1)
		}
		entries = append(entries, svg.Entry{Width: stickWidth + 16, Text: "the heap of " + which, Draw: func(from, to svg.Point) {
			d.Rectangle(from.Down(-8), to.X-from.X, 16, frame())
			d.stick(from.Plus(to).Times(0.5), stickStep-stickGap, free())
		}}, svg.Entry{Width: stickWidth, Text: what + " that it takes", Draw: stick(taken())})
	}
	return entries
}

// stick draws a stick, or a block of sticks, given by its middle.
func (d *drawing) stick(at svg.Point, height float64, s svg.Style) {
	d.Rectangle(at.Minus(svg.At(stickWidth/2, height/2)), stickWidth, height, s)
}

// number is the number of sticks of a heap, below it.
func (d *drawing) number(heap int) svg.Text {
	return svg.Text{Text: strconv.FormatUint(d.game.Position[heap], 10), Anchor: "middle", Bold: heap == d.heap}
}

// draw draws a heap, given by the middle of the ground that it stands on.
func (d *drawing) draw(heap int, ground svg.Point) {
	size, left := d.game.Position[heap], d.game.Position[heap]
	number := d.number(heap)
	first, end := d.game.Rules.Reach(len(d.game.Position))
	style := free()
	if heap < first || heap >= end {
		style = stuck()
	}
	if heap == d.heap {
		left = d.left
		width, height := max(stickWidth, number.Width())+14, d.height(size)+14
		d.Rectangle(ground.Minus(svg.At(width/2, height-5)), width, height+23, frame())
	}
	if d.game.Position.Largest() <= maxSticks {
		for i := range size {
			if i >= left {
				style = taken()
			}
			d.stick(ground.Down(-(float64(i)+0.5)*stickStep), stickStep-stickGap, style)
		}
	} else {
		rest, whole := d.height(left), d.height(size)
		if left > 0 {
			d.stick(ground.Down(-rest/2), rest, style)
		}
		if left < size {
			rest = min(rest+2, whole-2) // between the two blocks
			d.stick(ground.Down(-(rest+whole)/2), whole-rest, taken())
		}
	}
	number.At = ground.Down(16)
	d.Write(number)
	d.Write(svg.Text{Text: d.place(heap), At: ground.Down(40), Anchor: "middle", Color: svg.Gray})
}

// height returns how high a number of sticks is. A block is at least high enough to be seen.
func (d *drawing) height(sticks uint64) float64 {
	largest := d.game.Position.Largest()
	if largest <= maxSticks {
		return float64(sticks) * stickStep
	}
	if sticks == 0 {
		return 0
	}
	return max(4, pileHeight*float64(sticks)/float64(largest))
}
