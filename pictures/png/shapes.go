package png

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"

	"golang.org/x/image/vector"

	"enumerate/pictures/svg"
)

// A painter draws shapes in pixels.
type painter struct {
	*image.RGBA
	scale      float64
	fonts      *fonts
	rasterizer vector.Rasterizer
}

// newPainter returns a painter of a white picture.
func newPainter(width, height int, scale float64) (*painter, error) {
	fonts, err := newFonts()
	p := &painter{RGBA: image.NewRGBA(image.Rect(0, 0, width, height)), scale: scale, fonts: fonts}
	draw.Draw(p.RGBA, p.Rect, image.White, image.Point{}, draw.Src)
	return p, err
}

// A contour is a line from each point to the next one, in pixels of the PNG; if it is closed,
// also from the last one to the first.
type contour struct {
	points []svg.Point
	closed bool
}

// flatness is how far a contour may be from the curve that it stands for, in pixels.
const flatness = 0.02

// shape draws a shape.
func (p *painter) shape(shape any, style svg.Style) {
	var c contour
	switch shape := shape.(type) {
	case svg.Line:
		c.points = p.scaled(shape.From, shape.To)
	case svg.Polyline:
		c.points = p.scaled(shape...)
	case svg.Polygon:
		c = contour{p.scaled(shape...), true}
	case svg.Curve:
		c.points = bezier(p.scaled(shape.From, shape.Leave, shape.Arrive, shape.To))
	case svg.Disk:
		c = contour{arc(shape.Center.Times(p.scale), shape.Radius*p.scale, 0, 2*math.Pi), true}
	case svg.Rectangle:
		c = contour{rectangle(shape.Corner.Times(p.scale), shape.Size.Times(p.scale), style.Round*p.scale), true}
	case svg.Chequers:
		p.chequers(shape, style)
		return
	case svg.Text:
		p.text(shape)
		return
	default: // groups show nothing
		return
	}
	if style.Fill == "" && style.Stroke == "" {
		style.Fill = svg.Ink
	}
	if style.Fill != "" {
		p.fill([]contour{c}, translucent(style.Fill, style.Opacity))
	}
	if style.Stroke != "" {
		if style.Width == 0 {
			style.Width = 1
		}
		lines := []contour{c}
		if style.Dashed {
			lines = dashes(c, p.scale)
		}
		p.stroke(lines, style.Width*p.scale, translucent(style.Stroke, style.Opacity))
	}
}

// scaled returns points of the picture in pixels of the PNG.
func (p *painter) scaled(points ...svg.Point) []svg.Point {
	scaled := make([]svg.Point, len(points))
	for i, q := range points {
		scaled[i] = q.Times(p.scale)
	}
	return scaled
}

// bezier returns points of the Bézier curve with the given control points, by de Casteljau.
func bezier(control []svg.Point) []svg.Point {
	bend, degree := 0.0, len(control)-1
	for i := range degree - 1 {
		bend = max(bend, control[i].Minus(control[i+1].Times(2)).Plus(control[i+2]).Length())
	}
	// Enough pieces to keep each within flatness, by the bound on the second derivative.
	pieces := int(math.Ceil(math.Sqrt(float64(degree*(degree-1)) / 8 * bend / flatness)))
	points := []svg.Point{control[0]}
	for piece := 1; piece < pieces; piece++ {
		t, between := float64(piece)/float64(pieces), append([]svg.Point(nil), control...)
		for last := degree; last > 0; last-- {
			for i := range last {
				between[i] = between[i].Times(1 - t).Plus(between[i+1].Times(t))
			}
		}
		points = append(points, between[0])
	}
	return append(points, control[degree])
}

// arc returns points of a circle from one angle to another, clockwise if that is larger.
func arc(center svg.Point, radius, from, to float64) []svg.Point {
	step := 2 * math.Acos(1-min(flatness/radius, 1))
	pieces := max(int(math.Ceil(math.Abs(to-from)/step)), 1)
	points := make([]svg.Point, pieces+1)
	for i := range points {
		sin, cos := math.Sincos(from + (to-from)*float64(i)/float64(pieces))
		points[i] = center.Plus(svg.At(cos, sin).Times(radius))
	}
	return points
}

// rectangle returns the outline of a rectangle, whose corners may be round, clockwise from the
// upper left corner: dashes begin there, as in SVG.
func rectangle(corner, size svg.Point, round float64) (points []svg.Point) {
	round = min(round, size.X/2, size.Y/2)
	for i, at := range []svg.Point{{}, size.Down(-size.Y), size, size.Right(-size.X)} {
		center := corner.Plus(svg.At(min(max(at.X, round), size.X-round), min(max(at.Y, round), size.Y-round)))
		if round > 0 {
			start := math.Pi / 2 * float64(i+2) // leftwards at the first corner
			points = append(points, arc(center, round, start, start+math.Pi/2)...)
		} else {
			points = append(points, center)
		}
	}
	return points
}

// chequers fills the dark squares of a board one by one. As one path, as in SVG, those of
// 300 rows would take 20 seconds.
func (p *painter) chequers(q svg.Chequers, s svg.Style) {
	dark := image.NewUniform(translucent(s.Fill, s.Opacity))
	at := func(row, column int) image.Point {
		at := q.Corner.Plus(svg.At(float64(column), float64(row)).Times(q.Side)).Times(p.scale)
		return image.Pt(int(at.X+0.5), int(at.Y+0.5))
	}
	for row := range q.Rows {
		for column := 1 - row%2; column < q.Columns; column += 2 {
			square := image.Rectangle{Min: at(row, column), Max: at(row+1, column+1)}
			draw.Draw(p.RGBA, square, dark, image.Point{}, draw.Over)
		}
	}
}

// translucent returns a colour of the palette, such as "#0072b2", with an opacity.
func translucent(name string, opacity float64) color.Color {
	if opacity == 0 {
		opacity = 1
	}
	rgb, err := strconv.ParseUint(name[1:], 16, 24)
	if err != nil {
		panic("no colour: " + name)
	}
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(opacity*255 + 0.5)}
}

// band is the height, in pixels, of a part of the picture that is drawn at once, and for lines
// its width too. The rasterizer's memory and time grow with the area.
const band = 64

// fill fills what contours enclose.
func (p *painter) fill(contours []contour, color color.Color) {
	all := make([][]svg.Point, len(contours))
	var area image.Rectangle
	for i, c := range contours {
		all[i] = c.points
		area = area.Union(bounds(c.points))
	}
	for top := area.Min.Y; top < area.Max.Y; top += band {
		p.cover(image.Rect(area.Min.X, top, area.Max.X, min(top+band, area.Max.Y)), all, color)
	}
}

// cover fills what contours enclose within a part of the picture.
func (p *painter) cover(part image.Rectangle, contours [][]svg.Point, color color.Color) {
	part = part.Intersect(p.Rect)
	if part.Empty() {
		return
	}
	p.rasterizer.Reset(part.Dx(), part.Dy())
	for _, points := range contours {
		for i, at := range points {
			x, y := float32(at.X-float64(part.Min.X)), float32(at.Y-float64(part.Min.Y))
			if i == 0 {
				p.rasterizer.MoveTo(x, y)
			} else {
				p.rasterizer.LineTo(x, y)
			}
		}
		p.rasterizer.ClosePath()
	}
	p.rasterizer.Draw(p.RGBA, part, image.NewUniform(color), image.Point{})
}

// bounds returns the pixels that points lie in or between.
func bounds(points []svg.Point) (area image.Rectangle) {
	for _, at := range points {
		x, y := int(math.Floor(at.X)), int(math.Floor(at.Y))
		area = area.Union(image.Rect(x, y, x+1, y+1))
	}
	return area
}
