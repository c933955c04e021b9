package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/lists"
)

// families are the font families of an SVG, in order of preference. The first ones are about equally wide.
const families = "Liberation Sans, Arial, Helvetica, Noto Sans, DejaVu Sans, sans-serif"

const dashes = "5 3"

// Contents returns the formats in which the picture can be written: "svg" is the whole picture, and "bare" the picture
// without its head (title and legend), for a page that shows its own.
func (c *Canvas) Contents() single.Contents {
	written := func(bare bool) func(io.Writer) error {
		return func(w io.Writer) error {
			c.bare = bare && c.head != (Point{})
			_, err := w.Write(c.SVG())
			return err
		}
	}
	return single.Contents{Others: []single.Format{{Name: "svg", Write: written(false)}, {Name: "bare", Write: written(true)}}}
}

// SVG returns the picture as the text of an SVG file, with a style sheet for dark pages. If c.bare is set, it shows
// only the part below the head (title and legend), which ends at c.head.Y.
func (c *Canvas) SVG() []byte {
	width, height := c.Size()
	var e, body encoder
	background := attributes{"width", width, "height", height, "fill", White}
	background.add(c.bare, "y", c.head.Y)
	body.element("rect", false, background...)
	body.Write(c.body.Bytes())
	e.element("svg", true, "xmlns", "http://www.w3.org/2000/svg", "width", width, "height", height,
		"viewBox", fmt.Sprintf("0 %s %s %s", number(c.head.Y), number(width), number(height)), "role", "img",
		"font-family", families, "font-size", float64(FontSize), "fill", Ink, "stroke-linejoin", "round", "xml:space", "preserve")
	e.content("title", c.Title)
	if c.Description != "" {
		e.content("desc", c.Description)
	}
	fmt.Fprintf(&e.Buffer, "<style>%s</style>\n%s</svg>\n", strings.TrimSpace(c.hover+" "+darkSheet(e.String()+body.String())), &body)
	return e.Bytes()
}

type encoder struct{ bytes.Buffer }

func (e *encoder) text(t Text) {
	baseline := t.Baseline()
	own := attributes{"x", baseline.X, "y", baseline.Y}
	own.add(t.Anchor != "", "text-anchor", t.Anchor)
	own.add(t.Turn != 0, "transform", fmt.Sprintf("rotate(%s %s %s)", number(t.Turn), number(baseline.X), number(baseline.Y)))
	own.add(t.Bold, "font-weight", "bold")
	own.add(t.Color != "", "fill", t.Color)
	if t.Clear { // a white outline keeps the text readable on top of lines
		own = append(own, "stroke", White, "stroke-width", 4.0, "paint-order", "stroke")
	}
	own.add(t.Size != 0, "font-size", t.Size)
	e.start("text", own)
	fmt.Fprintf(&e.Buffer, ">%s</text>\n", escaped(t.Text))
}

func (e *encoder) styled(name string, s Style, own attributes) {
	own.add(s.Fill != "", "fill", s.Fill)
	own.add(s.Fill == "" && s.Stroke != "" && name != "line", "fill", "none")
	own.add(s.Stroke != "", "stroke", s.Stroke)
	own.add(s.Stroke != "" && s.Width != 0, "stroke-width", s.Width)
	own.add(s.Dashed, "stroke-dasharray", dashes)
	own.add(s.Opacity != 0, "opacity", s.Opacity)
	e.element(name, false, own...)
}

// attributes are the attributes of an element: names and values in turn.
type attributes []any

func (a *attributes) add(isSet bool, name string, value any) {
	if isSet {
		*a = append(*a, name, value)
	}
}

// element writes an element without content, or only its start tag if open is set.
func (e *encoder) element(name string, open bool, own ...any) {
	e.start(name, own)
	if !open {
		e.WriteString("/")
	}
	e.WriteString(">\n")
}

// start writes the beginning of a tag, without the ">". A float is rounded, so that it is the same on every machine.
func (e *encoder) start(name string, own attributes) {
	e.WriteString("<" + name)
	for i := 0; i < len(own); i += 2 {
		value := fmt.Sprint(own[i+1])
		if length, ok := own[i+1].(float64); ok {
			value = number(length)
		}
		fmt.Fprintf(&e.Buffer, ` %s="%s"`, own[i], escaped(value))
	}
}

func (e *encoder) content(name, text string) {
	fmt.Fprintf(&e.Buffer, "<%s>%s</%[1]s>\n", name, escaped(text))
}

// number formats a length with at most one decimal, so that the last bits of a sine, which differ between machines,
// make no difference.
func number(x float64) string {
	x = math.Round(x*10) / 10
	if x == 0 {
		x = 0 // avoids -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func joined(points []Point, between string) string {
	return strings.Join(lists.Map(points, Point.String), between)
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never fails
	return b.String()
}
