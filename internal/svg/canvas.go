// Package svg draws pictures in SVG: lines, disks, arrows and text on a white ground, with
// a title and, for those who cannot see them, a description.
//
//	var c svg.Canvas
//	c.Disk(svg.At(svg.Margin, svg.Margin), 5)
//	c.Write(svg.Text{Text: "a player", At: svg.At(svg.Margin+24, svg.Margin)})
//	picture := c.Finish("A player", "")
//
// Pictures use nothing but what is in them, and run no scripts. The same calls give the
// same bytes on every machine. Lengths are in pixels; x goes right and y goes down.
//
// The files: canvas.go (shapes and colours), text.go (text and how wide it is), label.go
// (names that fit).
package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

const (
	// Margin is the room that a picture has at its right and at its bottom. What is drawn
	// starts at this distance from the left and from the top.
	Margin = 24
	// Dashes is the attribute stroke-dasharray of a dashed line.
	Dashes = "5 3"
)

// The colours of Okabe and Ito, which differ to colour-blind eyes too, and some for grounds.
const (
	White      = "#ffffff"
	Ink        = "#222222" // of whatever has no other colour
	Blue       = "#0072b2"
	Vermillion = "#d55e00"
	Gray       = "#6b6b6b"
	Pale       = "#dddddd"
	Paler      = "#f2f2f2"
	Cream      = "#fdecc8"
)

// A Point is a place on a canvas, or the way from one place to another.
type Point struct{ X, Y float64 }

// At returns the point x, y.
func At(x, y float64) Point { return Point{x, y} }

func (p Point) Plus(q Point) Point           { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) Minus(q Point) Point          { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) Times(factor float64) Point   { return Point{p.X * factor, p.Y * factor} }
func (p Point) Length() float64              { return math.Hypot(p.X, p.Y) }
func (p Point) Right(distance float64) Point { return Point{p.X + distance, p.Y} }
func (p Point) Down(distance float64) Point  { return Point{p.X, p.Y + distance} }

// Towards returns the way of length 1 from p in the direction of another point.
func (p Point) Towards(q Point) Point { return q.Minus(p).Times(1 / q.Minus(p).Length()) }

// QuarterTurn returns p turned clockwise by a right angle.
func (p Point) QuarterTurn() Point { return Point{-p.Y, p.X} }

// String returns p as paths have it.
func (p Point) String() string { return number(p.X) + "," + number(p.Y) }

// A Canvas is a picture under construction. It grows to the right and downwards with what
// is drawn on it, so that nothing is cut off there. The zero Canvas is empty.
//
// The attributes that its methods take are names and values in turn.
type Canvas struct {
	body          bytes.Buffer
	open          []string // the names of the elements begun and not ended
	right, bottom float64  // how far the picture reaches
}

// Finish returns the picture, with its title and a description, which may be empty.
func (c *Canvas) Finish(title, description string) []byte {
	width, height := number(math.Ceil(c.right+Margin)), number(math.Ceil(c.bottom+Margin))
	if description != "" {
		description = "<desc>" + escaped(description) + "</desc>\n"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" `+
		`font-family="sans-serif" font-size="%[3]d" fill="%[4]s" xml:space="preserve">`+"\n", width, height, FontSize, Ink)
	fmt.Fprintf(&b, "<title>%s</title>\n%s", escaped(title), description)
	fmt.Fprintf(&b, "<rect width=\"%s\" height=\"%s\" fill=\"%s\"/>\n%s</svg>\n", width, height, White, c.body.Bytes())
	return b.Bytes()
}

// number writes a length with at most one decimal. That also hides the last bits of a sine,
// in which machines differ.
func number(x float64) string {
	x = math.Round(x*10) / 10
	if x == 0 {
		x = 0 // and not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// escaped returns text as it stands in XML.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes everything
	return b.String()
}

// Reach makes the picture reach as far as a place.
func (c *Canvas) Reach(at Point) {
	c.right, c.bottom = max(c.right, at.X), max(c.bottom, at.Y)
}

// tag writes the start of an element.
func (c *Canvas) tag(name string, attributes []any) {
	c.body.WriteString("<" + name)
	for i := 0; i < len(attributes); i += 2 {
		value := fmt.Sprint(attributes[i+1])
		if length, ok := attributes[i+1].(float64); ok {
			value = number(length)
		}
		fmt.Fprintf(&c.body, ` %s="%s"`, attributes[i], escaped(value))
	}
}

// element writes an element without content, with its own attributes before the others.
func (c *Canvas) element(name string, attributes []any, own ...any) {
	c.tag(name, append(own, attributes...))
	c.body.WriteString("/>\n")
}

// Begin begins an element that holds others, such as a group "g".
func (c *Canvas) Begin(name string, attributes ...any) {
	c.tag(name, attributes)
	c.body.WriteString(">\n")
	c.open = append(c.open, name)
}

// End ends the element begun last.
func (c *Canvas) End() {
	last := len(c.open) - 1
	c.body.WriteString("</" + c.open[last] + ">\n")
	c.open = c.open[:last]
}

// Title says what the element begun last shows.
func (c *Canvas) Title(text string) { fmt.Fprintf(&c.body, "<title>%s</title>\n", escaped(text)) }

// Style adds a style sheet.
func (c *Canvas) Style(sheet string) { fmt.Fprintf(&c.body, "<style>%s</style>\n", escaped(sheet)) }

// Line draws a line.
func (c *Canvas) Line(from, to Point, attributes ...any) {
	c.Reach(from)
	c.Reach(to)
	c.element("line", attributes, "x1", from.X, "y1", from.Y, "x2", to.X, "y2", to.Y)
}

// Rectangle draws a rectangle, given by its upper left corner.
func (c *Canvas) Rectangle(corner Point, width, height float64, attributes ...any) {
	c.Reach(corner.Plus(At(width, height)))
	c.element("rect", attributes, "x", corner.X, "y", corner.Y, "width", width, "height", height)
}

// Disk draws a disk, given by its center.
func (c *Canvas) Disk(center Point, radius float64, attributes ...any) {
	c.Reach(center.Plus(At(radius, radius)))
	c.element("circle", attributes, "cx", center.X, "cy", center.Y, "r", radius)
}

// join makes the picture reach all points, and returns them with something in between.
func (c *Canvas) join(points []Point, between string) string {
	words := make([]string, len(points))
	for i, p := range points {
		c.Reach(p)
		words[i] = p.String()
	}
	return strings.Join(words, between)
}

// Polygon draws a polygon.
func (c *Canvas) Polygon(corners []Point, attributes ...any) {
	c.element("polygon", attributes, "points", c.join(corners, " "))
}

// Polyline draws lines from each point to the next one. It is not filled where the element
// around it is not.
func (c *Canvas) Polyline(points []Point, attributes ...any) {
	c.element("path", attributes, "d", "M"+c.join(points, " L"))
}

// Arrow draws an arrow, within an element that has the attribute fill="none". It leaves
// towards bend and arrives from there. It is solid and its head full, or it is dashed and
// its head open.
func (c *Canvas) Arrow(from, bend, to Point, color string, dashed bool) {
	back := to.Towards(bend)
	base, half := to.Plus(back.Times(8)), back.QuarterTurn().Times(3.5)
	left, right := base.Plus(half), base.Minus(half)
	curve := fmt.Sprintf("M%v Q%v %v", from, bend, to)
	if dashed {
		c.element("path", nil, "d", curve, "stroke", color, "stroke-dasharray", Dashes)
		c.Polyline([]Point{left, to, right}, "stroke", color)
		return
	}
	c.element("path", nil, "d", curve, "stroke", color)
	c.Polygon([]Point{to, left, right}, "fill", color, "stroke", color)
}
