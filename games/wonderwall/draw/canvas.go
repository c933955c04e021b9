package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A canvas is an SVG picture under construction. It grows to the right and
// downwards with what is drawn on it, so that nothing is cut off. Lengths are
// in pixels.
type canvas struct {
	body          bytes.Buffer
	open          []string // the names of the elements begun and not ended
	right, bottom float64  // how far the picture reaches
}

const (
	margin   = 24
	fontSize = 13
	// lineHeight is how high a line of text is, with what hangs below it.
	lineHeight = 16
)

// The colours of Okabe and Ito, which differ to colour-blind eyes too. Nothing
// rests on them: every pair of things differs in form as well.
const (
	ink        = "#222222"
	blue       = "#0072b2" // wonderwalls
	vermillion = "#d55e00" // ninjas
	gray       = "#6b6b6b"
	pale       = "#dddddd"
	paler      = "#f2f2f2"
)

// finish returns the picture, with its title and what it shows in words.
func (c *canvas) finish(title, words string) []byte {
	width, height := number(math.Ceil(c.right+margin)), number(math.Ceil(c.bottom+margin))
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" `+
		`font-family="sans-serif" font-size="%[3]d" fill="%[4]s" xml:space="preserve">`+"\n", width, height, fontSize, ink)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", escaped(title), escaped(words))
	fmt.Fprintf(&b, "<rect width=\"%s\" height=\"%s\" fill=\"#ffffff\"/>\n", width, height)
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// number writes a length with at most one decimal. That also hides the last
// bits of a sine, in which machines differ.
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

// reach makes the picture reach as far as a place.
func (c *canvas) reach(at point) {
	c.right, c.bottom = max(c.right, at.x), max(c.bottom, at.y)
}

// tag writes the start of an element: its name and its attributes, names and
// values in turn.
func (c *canvas) tag(name string, attributes ...any) {
	c.body.WriteString("<" + name)
	for i := 0; i < len(attributes); i += 2 {
		value := fmt.Sprint(attributes[i+1])
		if length, ok := attributes[i+1].(float64); ok {
			value = number(length)
		}
		fmt.Fprintf(&c.body, ` %s="%s"`, attributes[i], escaped(value))
	}
}

// begin begins an element that holds others, end ends the last one begun.
func (c *canvas) begin(name string, attributes ...any) {
	c.tag(name, attributes...)
	c.body.WriteString(">\n")
	c.open = append(c.open, name)
}

func (c *canvas) end() {
	last := len(c.open) - 1
	c.body.WriteString("</" + c.open[last] + ">\n")
	c.open = c.open[:last]
}

// title says what the element begun last shows.
func (c *canvas) title(text string) {
	fmt.Fprintf(&c.body, "<title>%s</title>\n", escaped(text))
}

// style adds a style sheet to the element begun last.
func (c *canvas) style(sheet string) {
	fmt.Fprintf(&c.body, "<style>%s</style>\n", escaped(sheet))
}

// element writes an element without content.
func (c *canvas) element(name string, attributes ...any) {
	c.tag(name, attributes...)
	c.body.WriteString("/>\n")
}

func (c *canvas) line(from, to point, attributes ...any) {
	c.reach(from)
	c.reach(to)
	c.element("line", append([]any{"x1", from.x, "y1", from.y, "x2", to.x, "y2", to.y}, attributes...)...)
}

func (c *canvas) rectangle(corner point, width, height float64, attributes ...any) {
	c.reach(corner.plus(point{width, height}))
	c.element("rect", append([]any{"x", corner.x, "y", corner.y, "width", width, "height", height}, attributes...)...)
}

// polygon draws the polygon of the corners.
func (c *canvas) polygon(corners []point, attributes ...any) {
	words := make([]string, len(corners))
	for i, corner := range corners {
		c.reach(corner)
		words[i] = corner.String()
	}
	c.element("polygon", append([]any{"points", strings.Join(words, " ")}, attributes...)...)
}

// disk draws a disk, centred at a place.
func (c *canvas) disk(center point, radius float64, attributes ...any) {
	c.reach(center.plus(point{radius, radius}))
	c.element("circle", append([]any{"cx", center.x, "cy", center.y, "r", radius}, attributes...)...)
}

// ring draws a ring round the place of a player of a core.
func (c *canvas) ring(center point) {
	c.disk(center, ringRadius, "fill", "none", "stroke", ink, "stroke-width", 2)
}
