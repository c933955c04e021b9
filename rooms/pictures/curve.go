package pictures

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/rows"
	"enumerate/internal/svg"
	"enumerate/results/estimate"
)

// The size of the field of a curve, in pixels.
const (
	fieldWidth  = 680
	fieldHeight = 380
)

// A plot is a curve under construction.
type plot struct {
	svg.Canvas
	corner      svg.Point                  // the upper left corner of the field
	along       func(size float64) float64 // the coordinate of a size on the axis: the size, or its logarithm
	first, last float64                    // coordinates of the left and right edge of the field
	span        float64                    // the field shows proportions from 1-span to 1
	words       map[int][]string           // by size, the values in words, for the strips
	published   map[int]string             // by size, the published value in words
	zoom        float64                    // factor by which marks and text are enlarged
}

func (p *plot) at(size int, proportion float64) svg.Point {
	return p.place(float64(size), proportion)
}

// place returns the point of the picture for a proportion at a size.
func (p *plot) place(size, proportion float64) svg.Point {
	const above = 0.02 // room above and below, so that no mark is on the frame
	x := (p.along(size) - p.first) / (p.last - p.first)
	y := ((1-proportion)/p.span + above) / (1 + 2*above)
	return p.corner.Plus(svg.At(x*fieldWidth, y*fieldHeight))
}

// Curve draws a plot of proportions by size; the curve c must have at least one data point. The same curve always gives
// the same bytes. Curve also returns the strips that the page lays over the picture, to show the values under the
// pointer.
func Curve(c estimate.Curve) (*svg.Canvas, []Strip, error) {
	p, strips, err := drawCurve(c, 1, svg.Point{})
	if err != nil {
		return nil, nil, err
	}
	return &p.Canvas, strips, nil
}

// PhoneCurve draws the plot of Curve for a narrow screen: marks and numbers are twice as large, to be readable at half
// of the width, and there is no legend. Marks are in the same places and the pictures equally wide, because the page
// lays the same strips, which show the values under the pointer, over both.
func PhoneCurve(c estimate.Curve) (*svg.Canvas, error) {
	// Draw the picture of Curve only to learn its size and where its field begins.
	p, _, err := drawCurve(c, 1, svg.Point{})
	if err != nil {
		return nil, err
	}
	width, height := p.Size()
	p, _, err = drawCurve(c, 2, p.corner)
	if err != nil {
		return nil, err
	}
	p.Reach(svg.At(width-svg.Margin, height-svg.Margin))
	return &p.Canvas, nil
}

// drawCurve draws a plot, whose marks and text are enlarged by the factor `zoom`. For Curve, zoom is 1, and there is a
// legend above the field with the marks. For PhoneCurve, zoom is larger, there is no legend, and `corner` is the upper
// left corner of the field in the picture of Curve.
func drawCurve(c estimate.Curve, zoom float64, corner svg.Point) (*plot, []Strip, error) {
	sizes, least := dataOf(c)
	if len(sizes) == 0 {
		return nil, nil, errors.New("nothing to draw")
	}
	first, last := sizes[0], sizes[len(sizes)-1]
	p := &plot{Canvas: svg.Canvas{Title: c.Title}, span: spanOf(least), words: make(map[int][]string), published: make(map[int]string), zoom: zoom}

	// Two kinds of samples differ only in their words, color and mark.
	samples := []struct {
		of                 []estimate.Sample
		text, color, games string
		mark               func(at svg.Point)
	}{
		{c.Samples, fmt.Sprintf("sampled, with %.0f%% intervals", 100*estimate.Confidence), svg.Blue, "random games", p.dot},
		{c.Simulations, "found by players in motion", svg.Green, "games of players in motion", p.square},
	}

	var legend []svg.Entry
	if len(c.Published) > 0 {
		legend = append(legend, svg.Mark("published", p.cross))
	}
	for _, s := range samples {
		if len(s.of) > 0 {
			legend = append(legend, svg.Mark(s.text, func(at svg.Point) {
				p.bar(at.Down(-6), at.Down(6), s.color)
				s.mark(at)
			}))
		}
	}
	if len(c.Exact) > 0 {
		legend = append(legend, svg.Mark("exact", p.ring))
	}
	expanded := expandedOver(c.Expansion, first, last)
	if len(expanded) > 1 {
		legend = append(legend, svg.Mark("expansion in 1/n", func(at svg.Point) {
			p.Line(at.Right(-6), at.Right(6), expansionStyle)
		}))
	}

	p.corner = corner
	if zoom == 1 {
		p.corner = p.Head(legend...).Plus(svg.At(58, 0))
	}
	p.axes(float64(first), float64(last), c.Y)

	for _, e := range c.Exact {
		p.say(e.Size, "%.3f %%, counted exactly", 100*e.Proportion)
	}

	// The data points, from the lowest layer to the highest.
	for _, f := range c.Published {
		p.cross(p.at(f.Size, f.Proportion))
		p.published[f.Size] = fmt.Sprintf("the published share is %.2f %% of %s games", 100*f.Proportion, rows.Count(f.Trials))
	}
	for _, s := range samples {
		for _, sample := range s.of {
			low, high := estimate.Wilson(sample.Successes, sample.Trials)
			p.bar(p.at(sample.Size, high), p.at(sample.Size, low), s.color)
			s.mark(p.at(sample.Size, sample.Proportion()))
			p.say(sample.Size, "%.2f %% (%.2f to %.2f %%) of %s %s", 100*sample.Proportion(), 100*low, 100*high, rows.Count(sample.Trials), s.games)
		}
	}
	if len(expanded) > 1 {
		var line []svg.Point
		for _, e := range expanded {
			line = append(line, p.at(e.Size, e.Proportion))
			p.say(e.Size, "%.2f %% by the expansion", 100*e.Proportion)
		}
		p.Polyline(line, expansionStyle)
	}
	for _, e := range c.Exact {
		p.ring(p.at(e.Size, e.Proportion))
	}
	return p, p.strips(sizes), nil
}

// A Strip is an invisible area around one size, which reaches halfway to the next sizes. When the reader points at it,
// it shows the values of a curve at its size.
type Strip struct {
	Says         string    // "At n = 4 the share is 8.333 %, counted exactly. The published share is 8.70 % of 10,000 games."
	From         svg.Point // the upper left corner
	Wide, Height float64
}

func (p *plot) say(size int, format string, args ...any) {
	p.words[size] = append(p.words[size], fmt.Sprintf(format, args...))
}

// strips returns a strip for each size, which reaches halfway to the sizes before and after it.
func (p *plot) strips(sizes []int) (list []Strip) {
	sizes = slices.Compact(sizes)
	for i, size := range sizes {
		between := func(other int) float64 { return math.Round(10*p.place(float64(size+other)/2, 0).X) / 10 }
		from, to := between(sizes[max(i-1, 0)]), between(sizes[min(i+1, len(sizes)-1)])
		list = append(list, Strip{p.sentence(size), svg.At(from, p.corner.Y), math.Round(10*(to-from)) / 10, fieldHeight})
	}
	return list
}

// sentence returns the text that the plot shows when the reader points at a size: the shares of the size, and then the
// published share.
func (p *plot) sentence(size int) string {
	shares, published := p.words[size], p.published[size]
	switch {
	case len(shares) == 0:
		return fmt.Sprintf("At n = %d %s.", size, published)
	case published != "":
		published = " T" + strings.TrimPrefix(published, "t") + "."
	}
	return fmt.Sprintf("At n = %d the share is %s.%s", size, strings.Join(shares, ", or "), published)
}

// dataOf returns the sizes of all data points of a curve in order, and the least proportion that the picture must show:
// that of a data point or, if the point is a sample, the lower end of its confidence interval.
func dataOf(c estimate.Curve) (sizes []int, least float64) {
	least = 1
	see := func(size int, proportion float64) { sizes, least = append(sizes, size), min(least, proportion) }
	for _, f := range c.Published {
		see(f.Size, f.Proportion)
	}
	for _, s := range slices.Concat(c.Samples, c.Simulations) {
		low, _ := estimate.Wilson(s.Successes, s.Trials)
		see(s.Size, low)
	}
	for _, e := range c.Exact {
		see(e.Size, e.Proportion)
	}
	slices.Sort(sizes)
	return sizes, least
}

// spanOf returns the smallest span of 0.001, 0.01, 0.1 and 1 with which a plot of the proportions from 1-span to 1
// shows the least proportion.
func spanOf(least float64) float64 {
	span := 1.0
	for span > 0.001 && 1-least < span/10 {
		span /= 10
	}
	return span
}

// expandedOver returns the values of an expansion for the sizes for which it is valid, at most about one for each unit
// of the field's width.
func expandedOver(expansion estimate.Expansion, first, last int) (list []estimate.Expanded) {
	for size := first; size <= last; size += max(1, (last-first)/fieldWidth) {
		if e, ok := expansion.At(size); ok {
			list = append(list, e)
		}
	}
	return list
}

// axes draws the field of a plot with its grid and the titles of both axes. The vertical axis has percentages, and the
// horizontal one the sizes from `first` to `last`, with some room at either end.
func (p *plot) axes(first, last float64, label string) {
	margin := max((last-first)*0.02, 0.5)
	p.along = func(size float64) float64 { return size }
	if inPowers(first, last) {
		margin, p.along = 0.02*math.Log(last/first), math.Log
	}
	p.first, p.last = p.along(first)-margin, p.along(last)+margin

	left, top := p.corner.X, p.corner.Y
	right, bottom := left+fieldWidth, top+fieldHeight
	grid := svg.Style{Stroke: svg.Pale}
	for _, size := range sizeTicks(first, last) {
		x := p.place(size, 0).X
		p.Line(svg.At(x, top), svg.At(x, bottom), grid)
		t := svg.Text{Text: strconv.FormatFloat(size, 'f', -1, 64), At: svg.At(x, bottom+4+12*p.zoom), Anchor: "middle", Size: p.fontSize()}
		if p.zoom > 1 && x+t.Width()/2 > right {
			t.At.X, t.Anchor = right, "end"
		}
		p.Write(t)
	}

	decimals := max(0, int(math.Round(-math.Log10(p.span)))-1)
	for tenth := range 11 {
		proportion := 1 - p.span*float64(10-tenth)/10
		y := p.place(0, proportion).Y
		p.Line(svg.At(left, y), svg.At(right, y), grid)
		if tenth%2 == 0 {
			p.Write(svg.Text{Text: strconv.FormatFloat(100*proportion, 'f', decimals, 64), At: svg.At(left-8, y), Anchor: "end", Size: p.fontSize()})
		}
	}

	p.Rectangle(p.corner, fieldWidth, fieldHeight, svg.Style{Stroke: svg.Gray})
	p.Write(svg.Text{Text: "size n", At: svg.At((left+right)/2, bottom+4+34*p.zoom), Anchor: "middle", Size: p.fontSize()})
	label += ", in percent"
	if p.zoom > 1 { // above the field, because turned text is hard to read on a phone
		p.Write(svg.Text{Text: label, At: svg.At(left, top-24), Size: p.fontSize()})
		return
	}
	p.Write(svg.Text{Text: label, At: svg.At(svg.Margin+8, (top+bottom)/2), Anchor: "middle", Turn: -90})
}

// fontSize returns the size of numbers, 0 for the usual one.
func (p *plot) fontSize() float64 {
	if p.zoom == 1 {
		return 0
	}
	return svg.FontSize * p.zoom
}

var expansionStyle = svg.Style{Stroke: svg.Orange, Width: 2}

// The marks of a published figure, of a sample and its interval, and of an exact value.

func (p *plot) cross(at svg.Point) {
	style := svg.Style{Stroke: svg.Gray, Width: 1.4 * p.zoom}
	reach := 3.5 * p.zoom
	p.Line(at.Plus(svg.At(-reach, -reach)), at.Plus(svg.At(reach, reach)), style)
	p.Line(at.Plus(svg.At(-reach, reach)), at.Plus(svg.At(reach, -reach)), style)
}

func (p *plot) dot(at svg.Point) { p.Disk(at, 2.6*p.zoom, svg.Style{Fill: svg.Blue}) }

func (p *plot) ring(at svg.Point) {
	p.Disk(at, 5.5*p.zoom, svg.Style{Stroke: svg.Vermillion, Width: 1.4 * p.zoom})
}

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

// inPowers reports whether the axis of sizes is logarithmic, so that small sizes are not crowded together.
func inPowers(first, last float64) bool { return first > 0 && last >= 10*first && last < 1000 }

// sizeTicks returns at most a dozen sizes to mark on the axis. If it is linear, they are the multiples of 1, 2 or 5
// times a power of ten.
func sizeTicks(first, last float64) (ticks []float64) {
	if inPowers(first, last) { // a logarithmic axis
		list := []float64{1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500}
		return slices.DeleteFunc(list, func(size float64) bool { return size < first || size > last })
	}

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
