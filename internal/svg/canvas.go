// Package svg draws pictures: lines, disks, arrows and text, below a title and a legend. A program draws a picture on a
// Canvas, and then writes it as SVG.
//
//	c := svg.Canvas{Title: "A player"}
//	at := c.Head(svg.Mark("a player", func(at svg.Point) { c.Disk(at, 5, svg.Style{}) }))
//	c.Disk(at.Right(5), 5, svg.Style{Fill: svg.Blue})
//	_, err := w.Write(c.SVG())
//
// Pictures have everything in one file and run no scripts. The same calls give the same bytes on every machine. An SVG
// follows the reader's preference for dark or light pages. Lengths are in pixels; x increases to the right and y
// downwards.
//
// The files: canvas.go (shapes), palette.go (colours), head.go (titles and legends), text.go
// (text and its width), label.go (names that fit), encode.go (SVG).
package svg

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// Margin is the empty space on all sides of a picture.
const Margin = 24

// A Point is a place on a canvas, or a vector.
type Point struct{ X, Y float64 }

// At returns the point x, y.
func At(x, y float64) Point { return Point{x, y} }

func (p Point) Plus(q Point) Point           { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) Minus(q Point) Point          { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) Times(factor float64) Point   { return Point{p.X * factor, p.Y * factor} }
func (p Point) Length() float64              { return math.Hypot(p.X, p.Y) }
func (p Point) Right(distance float64) Point { return Point{p.X + distance, p.Y} }
func (p Point) Down(distance float64) Point  { return Point{p.X, p.Y + distance} }

// Towards returns the unit vector from p towards another point.
func (p Point) Towards(q Point) Point { return q.Minus(p).Times(1 / q.Minus(p).Length()) }

// QuarterTurn returns p turned clockwise by a right angle.
func (p Point) QuarterTurn() Point { return Point{-p.Y, p.X} }

// Bounds returns the upper left and the lower right corner of the least rectangle that contains the points.
func Bounds(points []Point) (least, most Point) {
	least, most = points[0], points[0]
	for _, p := range points {
		least = At(min(least.X, p.X), min(least.Y, p.Y))
		most = At(max(most.X, p.X), max(most.Y, p.Y))
	}
	return least, most
}

// String returns p as paths in SVG have it.
func (p Point) String() string { return number(p.X) + "," + number(p.Y) }

// A Style is how a shape is drawn. The zero Style fills the shape with Ink, or draws a line of Ink that is 1 pixel
// wide.
type Style struct {
	Fill    string  // "" for none, or for Ink if there is no Stroke
	Stroke  string  // of lines and outlines; "" for no outline
	Width   float64 // of lines and outlines; 0 for 1 pixel
	Dashed  bool
	Opacity float64 // 0 to 1; 0 for 1
	Round   float64 // of a rectangle's corners
}

func (s Style) line() Style {
	s.Fill = ""
	s.Stroke = cmp.Or(s.Stroke, Ink)
	return s
}

// A Canvas is a picture that is being drawn. It grows to the right and downwards with its content. The zero Canvas is
// empty.
type Canvas struct {
	Title       string
	Description string  // for readers who cannot see the picture; optional
	Width       float64 // of legends and paragraphs, unless an entry or a word is wider; 0 for 760 pixels
	body        encoder // elements, from back to front
	hover       string  // the class of groups whose lines become thick under the mouse
	reach       Point   // the extent of the picture
	bare        bool    // the picture is written without its head
	head        Point   // the extent of the title and the legend, which reach does not include yet
}

// Reach makes the picture large enough to contain a point.
func (c *Canvas) Reach(at Point) {
	c.reach = At(max(c.reach.X, at.X), max(c.reach.Y, at.Y))
}

// Size returns the size of the picture, in whole pixels.
func (c *Canvas) Size() (width, height float64) {
	if !c.bare {
		c.Reach(c.head)
		c.head = Point{}
	}
	return math.Ceil(c.reach.X + Margin), math.Ceil(c.reach.Y - c.head.Y + Margin)
}

// Group draws a group of shapes with a title, which browsers show when the mouse is over the group. If hovers is set,
// the lines of the group then become thick.
func (c *Canvas) Group(title string, hovers bool, draw func()) {
	if hovers {
		c.hover = hoverSheet
		c.body.element("g", true, "class", hoverClass)
	} else {
		c.body.element("g", true)
	}
	c.body.content("title", title)
	draw()
	c.body.WriteString("</g>\n")
}

const (
	hoverClass = "group"
	hoverSheet = "." + hoverClass + ":hover path, ." + hoverClass + ":hover polygon { stroke-width: 4 }"
)

func (c *Canvas) shape(name string, s Style, reaches []Point, own ...any) {
	for _, p := range reaches {
		c.Reach(p)
	}
	c.body.styled(name, s, own)
}

// Line draws a line.
func (c *Canvas) Line(from, to Point, s Style) {
	c.shape("line", s.line(), []Point{from, to}, "x1", from.X, "y1", from.Y, "x2", to.X, "y2", to.Y)
}

// Polyline draws lines from each point to the next.
func (c *Canvas) Polyline(points []Point, s Style) {
	c.shape("path", s.line(), points, "d", "M"+joined(points, " L"))
}

// Polygon draws a polygon.
func (c *Canvas) Polygon(corners []Point, s Style) {
	c.shape("polygon", s, corners, "points", joined(corners, " "))
}

// Rectangle draws a rectangle from its upper left corner.
func (c *Canvas) Rectangle(corner Point, width, height float64, s Style) {
	own := attributes{"x", corner.X, "y", corner.Y, "width", width, "height", height}
	own.add(s.Round != 0, "rx", s.Round)
	c.shape("rect", s, []Point{corner.Plus(At(width, height))}, own...)
}

// Disk draws a disk around its center.
func (c *Canvas) Disk(center Point, radius float64, s Style) {
	c.shape("circle", s, []Point{center.Plus(At(radius, radius))}, "cx", center.X, "cy", center.Y, "r", radius)
}

// Chequers fills the dark squares of a chequered board, from its upper left corner, where a light square is. It draws
// only one shape: every second row and every second column, as strips. The even-odd rule of SVG fills what lies in an
// odd number of strips, so a square where a row and a column cross stays light.
func (c *Canvas) Chequers(corner Point, side float64, rows, columns int, s Style) {
	size := At(float64(columns), float64(rows)).Times(side)
	var strips []string
	strip := func(corner Point, width, height float64) {
		strips = append(strips, fmt.Sprintf("M%v h%s v%s h%s z", corner, number(width), number(height), number(-width)))
	}
	for row := 1; row < rows; row += 2 {
		strip(corner.Down(float64(row)*side), size.X, side)
	}
	for column := 1; column < columns; column += 2 {
		strip(corner.Right(float64(column)*side), side, size.Y)
	}
	c.shape("path", s, []Point{corner.Plus(size)}, "fill-rule", "evenodd", "d", strings.Join(strips, " "))
}

// Curve draws a cubic Bézier curve, whose control points are `leave` and `arrive`.
func (c *Canvas) Curve(from, leave, arrive, to Point, s Style) {
	middle := from.Plus(leave.Plus(arrive).Times(3)).Plus(to).Times(1. / 8)
	c.shape("path", s.line(), []Point{from, to, middle}, "d", fmt.Sprintf("M%v C%v %v %v", from, leave, arrive, to))
}

// Arrow draws a BentArrow whose curve bends towards a single point, `bend`.
func (c *Canvas) Arrow(from, bend, to Point, s Style) {
	c.BentArrow(from, from.Plus(bend.Minus(from).Times(2./3)), to.Plus(bend.Minus(to).Times(2./3)), to, s)
}

// BentArrow draws an arrow along a [Canvas.Curve]. A solid arrow has a full head, and a dashed arrow has an open head.
func (c *Canvas) BentArrow(from, leave, arrive, to Point, s Style) {
	s = s.line()
	back := to.Towards(arrive)        // from the tip of the head to its base
	length := 5 + 2.2*max(s.Width, 1) // of the head
	base, half := to.Plus(back.Times(length)), back.QuarterTurn().Times(0.43*length)
	left, right := base.Plus(half), base.Minus(half)
	head := s
	head.Dashed = false
	if s.Dashed {
		c.Curve(from, leave, arrive, to, s)
		c.Polyline([]Point{left, to, right}, head)
		return
	}
	// End the line inside the head, so that its blunt end does not show at the tip.
	c.Curve(from, leave, arrive, to.Plus(back.Times(length/2)), s)
	head.Fill, head.Stroke = s.Stroke, ""
	c.Polygon([]Point{to, left, right}, head)
}
