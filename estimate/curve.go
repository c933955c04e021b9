package estimate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"enumerate/internal/svg"
)

// A Curve is proportions by size: sampled ones with their intervals, exact and
// published ones beside them, and the line of an expansion from where it is good to the
// last of these sizes. The same curve is drawn in the same bytes.
type Curve struct {
	Title     string
	Y         string // what the proportions are of
	Sampled   []Sample
	Simulated []Sample // what players in motion found
	Exact     []Exact
	Published []Published
	Expansion Expansion
}

// The size of the field in which a curve is drawn, in pixels.
const (
	fieldWidth  = 680
	fieldHeight = 380
)

// Draw writes the curve, of at least one figure, as "svg" or "png". It writes nothing if the context ends first.
func (c Curve) Draw(ctx context.Context, w io.Writer, format string) error {
	if len(c.Sampled)+len(c.Simulated)+len(c.Exact)+len(c.Published) == 0 {
		return errors.New("there is nothing to draw")
	}
	return c.picture().Encode(ctx, w, format)
}

// A plot is a curve under construction.
type plot struct {
	svg.Canvas
	corner      svg.Point // of the field, upper left
	first, last float64   // the sizes at its edges
	span        float64   // the field shows proportions from 1-span to 1
}

// at returns the place of a proportion of a size.
func (p *plot) at(size int, proportion float64) svg.Point {
	return p.place(float64(size), proportion)
}

func (p *plot) place(size, proportion float64) svg.Point {
	const above = 0.02 // room above and below, so that no mark is on the frame
	x := (size - p.first) / (p.last - p.first)
	y := ((1-proportion)/p.span + above) / (1 + 2*above)
	return p.corner.Plus(svg.At(x*fieldWidth, y*fieldHeight))
}

// picture draws the curve. Exact marks come last, on top of all others.
func (c Curve) picture() *svg.Canvas {
	p := &plot{Canvas: svg.Canvas{Title: c.Title}, span: c.span()}
	var legend []svg.Entry
	if len(c.Published) > 0 {
		legend = append(legend, svg.Mark("published", p.cross))
	}
	if len(c.Sampled) > 0 {
		text := fmt.Sprintf("sampled, with %.0f%% intervals", 100*Confidence)
		legend = append(legend, svg.Mark(text, func(at svg.Point) {
			p.bar(at.Down(-6), at.Down(6), svg.Blue)
			p.dot(at)
		}))
	}
	if len(c.Simulated) > 0 {
		legend = append(legend, svg.Mark("found by players in motion", func(at svg.Point) {
			p.bar(at.Down(-6), at.Down(6), svg.Green)
			p.square(at)
		}))
	}
	if len(c.Exact) > 0 {
		legend = append(legend, svg.Mark("exact", p.ring))
	}
	expanded := c.expanded()
	if len(expanded) > 1 {
		legend = append(legend, svg.Mark("expansion in 1/n", func(at svg.Point) {
			p.Line(at.Right(-6), at.Right(6), expansionStyle)
		}))
	}
	p.corner = p.Head(legend...).Plus(svg.At(58, 0))
	p.axes(c.sizes(), c.Y)
	for _, f := range c.Published {
		p.cross(p.at(f.Size, f.Proportion))
	}
	for _, s := range c.Sampled {
		low, high := Wilson(s.Successes, s.Trials)
		p.bar(p.at(s.Size, high), p.at(s.Size, low), svg.Blue)
		p.dot(p.at(s.Size, s.Proportion()))
	}
	for _, s := range c.Simulated {
		low, high := Wilson(s.Successes, s.Trials)
		p.bar(p.at(s.Size, high), p.at(s.Size, low), svg.Green)
		p.square(p.at(s.Size, s.Proportion()))
	}
	if len(expanded) > 1 {
		var line []svg.Point
		for _, e := range expanded {
			line = append(line, p.at(e.Size, e.Proportion))
		}
		p.Polyline(line, expansionStyle)
	}
	for _, e := range c.Exact {
		p.ring(p.at(e.Size, e.Proportion))
	}
	return &p.Canvas
}

// span returns which proportions are shown, 1-span to 1: all, or the last tenth, hundredth or
// thousandth if all figures are there.
func (c Curve) span() float64 {
	least := 1.0
	for _, f := range c.Published {
		least = min(least, f.Proportion)
	}
	for _, s := range c.Sampled {
		low, _ := Wilson(s.Successes, s.Trials)
		least = min(least, low)
	}
	for _, s := range c.Simulated {
		low, _ := Wilson(s.Successes, s.Trials)
		least = min(least, low)
	}
	for _, e := range c.Exact {
		least = min(least, e.Proportion)
	}
	span := 1.0
	for span > 0.001 && 1-least < span/10 {
		span /= 10
	}
	return span
}

// expanded returns what the expansion says of some of the sizes, as many as are seen, from the
// first of which it says something.
func (c Curve) expanded() (list []Expanded) {
	sizes := c.sizes()
	first, last := int(slices.Min(sizes)), int(slices.Max(sizes))
	for size := first; size <= last; size += max(1, (last-first)/fieldWidth) {
		if e, ok := c.Expansion.At(size); ok {
			list = append(list, e)
		}
	}
	return list
}

// sizes returns the sizes of all figures.
func (c Curve) sizes() (sizes []float64) {
	for _, f := range c.Published {
		sizes = append(sizes, float64(f.Size))
	}
	for _, s := range slices.Concat(c.Sampled, c.Simulated) {
		sizes = append(sizes, float64(s.Size))
	}
	for _, e := range c.Exact {
		sizes = append(sizes, float64(e.Size))
	}
	return sizes
}

// axes draws the field with its grid, for these sizes and some room at either end.
func (p *plot) axes(sizes []float64, label string) {
	first, last := slices.Min(sizes), slices.Max(sizes)
	margin := max((last-first)*0.02, 0.5)
	p.first, p.last = first-margin, last+margin
	left, top := p.corner.X, p.corner.Y
	right, bottom := left+fieldWidth, top+fieldHeight
	grid := svg.Style{Stroke: svg.Pale}
	for _, size := range sizeTicks(first, last) {
		x := p.place(size, 0).X
		p.Line(svg.At(x, top), svg.At(x, bottom), grid)
		p.Write(svg.Text{Text: strconv.FormatFloat(size, 'f', -1, 64), At: svg.At(x, bottom+16), Anchor: "middle"})
	}
	decimals := 1 + int(math.Round(-math.Log10(p.span)))
	for tenth := range 11 {
		proportion := 1 - p.span*float64(10-tenth)/10
		y := p.place(0, proportion).Y
		p.Line(svg.At(left, y), svg.At(right, y), grid)
		if tenth%2 == 0 {
			p.Write(svg.Text{Text: strconv.FormatFloat(proportion, 'f', decimals, 64), At: svg.At(left-8, y), Anchor: "end"})
		}
	}
	p.Rectangle(p.corner, fieldWidth, fieldHeight, svg.Style{Stroke: svg.Gray})
	p.Write(svg.Text{Text: "size n", At: svg.At((left+right)/2, bottom+38), Anchor: "middle"})
	p.Write(svg.Text{Text: label, At: svg.At(svg.Margin+8, (top+bottom)/2), Anchor: "middle", Turn: -90})
}

// expansionStyle is the line of an expansion.
var expansionStyle = svg.Style{Stroke: svg.Orange, Width: 2}

// The marks of a published figure, of a sample and its interval, and of an exact value.

func (p *plot) cross(at svg.Point) {
	style := svg.Style{Stroke: svg.Gray, Width: 1.4}
	p.Line(at.Plus(svg.At(-3.5, -3.5)), at.Plus(svg.At(3.5, 3.5)), style)
	p.Line(at.Plus(svg.At(-3.5, 3.5)), at.Plus(svg.At(3.5, -3.5)), style)
}

func (p *plot) dot(at svg.Point) { p.Disk(at, 2.6, svg.Style{Fill: svg.Blue}) }

func (p *plot) ring(at svg.Point) { p.Disk(at, 5.5, svg.Style{Stroke: svg.Vermillion, Width: 1.4}) }

func (p *plot) square(at svg.Point) {
	p.Rectangle(at.Plus(svg.At(-2.6, -2.6)), 5.2, 5.2, svg.Style{Fill: svg.Green})
}

func (p *plot) bar(high, low svg.Point, color string) {
	style := svg.Style{Stroke: color, Width: 1.2}
	p.Line(high, low, style)
	for _, end := range []svg.Point{high, low} {
		p.Line(end.Right(-3), end.Right(3), style)
	}
}

// sizeTicks returns the whole sizes to mark: every one, second or fifth of a power of ten,
// so that they are at most a dozen.
func sizeTicks(first, last float64) (ticks []float64) {
	step, next := 1.0, []float64{2, 2.5, 2}
	for i := 0; (last-first)/step > 11; i++ {
		step *= next[i%len(next)]
	}
	for n := int(first / step); float64(n)*step <= last; n++ {
		if size := float64(n) * step; size >= first {
			ticks = append(ticks, size)
		}
	}
	return ticks
}
