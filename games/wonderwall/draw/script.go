package draw

import (
	"fmt"
	"math"
)

// A script is text at a place.
type script struct {
	text   string
	at     point   // the middle of the line's height
	anchor string  // which part of the line stands there: start, middle or end
	turn   float64 // clockwise, in degrees
	bold   bool
	color  string  // "" for ink
	size   float64 // of the font; 0 for the usual one
}

// width returns the width of the script, at most.
func (s script) width() float64 {
	width := textWidth(s.text) * fontSize
	if s.size != 0 {
		width *= s.size / fontSize
	}
	if s.bold {
		width *= boldWidth
	}
	return width
}

// corners returns the corners of a rectangle that holds the script.
func (s script) corners() [4]point {
	height := float64(lineHeight)
	if s.size != 0 {
		height *= s.size / fontSize
	}
	from := 0.0
	switch s.anchor {
	case "middle":
		from = -s.width() / 2
	case "end":
		from = -s.width()
	}
	sin, cos := math.Sincos(s.turn * math.Pi / 180)
	along, across := point{cos, sin}, point{-sin, cos}
	var corners [4]point
	for i, share := range [4]point{{0, -0.5}, {1, -0.5}, {1, 0.5}, {0, 0.5}} {
		corners[i] = s.at.plus(along.times(from + share.x*s.width())).plus(across.times(share.y * height))
	}
	return corners
}

// write writes text.
func (c *canvas) write(s script) {
	for _, corner := range s.corners() {
		c.reach(corner)
	}
	size := float64(fontSize)
	if s.size != 0 {
		size = s.size
	}
	sin, cos := math.Sincos(s.turn * math.Pi / 180)
	baseline := s.at.plus(point{-sin, cos}.times(0.36 * size)) // half the height of a capital
	attributes := []any{"x", baseline.x, "y", baseline.y}
	if s.anchor != "start" {
		attributes = append(attributes, "text-anchor", s.anchor)
	}
	if s.turn != 0 {
		attributes = append(attributes, "transform", fmt.Sprintf("rotate(%s %s %s)", number(s.turn), number(baseline.x), number(baseline.y)))
	}
	if s.bold {
		attributes = append(attributes, "font-weight", "bold")
	}
	if s.color != "" {
		attributes = append(attributes, "fill", s.color)
	}
	if s.size != 0 {
		attributes = append(attributes, "font-size", s.size)
	}
	c.tag("text", attributes...)
	fmt.Fprintf(&c.body, ">%s</text>\n", escaped(s.text))
}
