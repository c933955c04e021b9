package svg

import (
	"cmp"
	"math"
	"strings"
	"unicode"
)

const (
	// FontSize is the size of a text that has no other.
	FontSize = 13
	// LineHeight is how high a line of such text is, with what hangs below it.
	LineHeight = 16
	// BoldWidth is how much wider text is in bold, at most.
	BoldWidth = 1.15
)

// A Text is a line of text at a place.
type Text struct {
	Text   string
	At     Point   // the middle of the line's height
	Anchor string  // which part of the line stands there: "" for its start, middle or end
	Turn   float64 // clockwise, in degrees
	Bold   bool
	Clear  bool    // of lines behind it, by an edge of the colour of the ground
	Color  string  // "" for Ink
	Size   float64 // of the font; 0 for FontSize
}

// Em returns the size of the font.
func (t Text) Em() float64 { return cmp.Or(t.Size, FontSize) }

// Before returns how much of the text stands before its place, from 0 to 1.
func (t Text) Before() float64 { return map[string]float64{"middle": 0.5, "end": 1}[t.Anchor] }

// Width returns the width of the text, at most.
func (t Text) Width() float64 {
	width := TextWidth(t.Text) * t.Em()
	if t.Bold {
		width *= BoldWidth
	}
	return width
}

// Axes returns the ways along the text and across it, downwards, of length 1.
func (t Text) Axes() (along, across Point) {
	sin, cos := math.Sincos(t.Turn * math.Pi / 180)
	return Point{cos, sin}, Point{-sin, cos}
}

// Corners returns the corners of a rectangle that holds the text: upper left, upper right,
// lower right and lower left, as one reads it.
func (t Text) Corners() [4]Point {
	along, across := t.Axes()
	along, across = along.Times(t.Width()), across.Times(LineHeight*t.Em()/FontSize/2)
	start := t.At.Minus(along.Times(t.Before()))
	end := start.Plus(along)
	return [4]Point{start.Minus(across), end.Minus(across), end.Plus(across), start.Plus(across)}
}

// Baseline returns where the text's anchor stands on its baseline.
func (t Text) Baseline() Point {
	_, across := t.Axes()
	return t.At.Plus(across.Times(0.36 * t.Em())) // half the height of a capital
}

// Write writes text, if there is any.
func (c *Canvas) Write(t Text) {
	if t.Text == "" {
		return
	}
	for _, corner := range t.Corners() {
		c.Reach(corner)
	}
	c.body.text(t)
}

// TextWidth returns how wide a text is at most, in em, in the common sans-serif fonts, but
// for a few rare characters. A picture cannot ask: it does not know the font it will be
// shown in.
func TextWidth(s string) float64 {
	var width float64
	for _, r := range s {
		width += runeWidth(r)
	}
	return width
}

// runeWidth is TextWidth of one character. DejaVu Sans and Verdana are the widest of the
// fonts; others need a tenth less.
func runeWidth(r rune) float64 {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0 // accents and joiners
	case strings.ContainsRune(" fijlrtI.,:;'!|()[]-/\\\"", r):
		return 0.46
	case strings.ContainsRune("mwMW@%", r):
		return 1
	case 'A' <= r && r <= 'Z', strings.ContainsRune("#&+<=>^_~", r):
		return 0.84
	case r < 0x80:
		return 0.66
	case r < 0x1100 && unicode.IsUpper(r): // other alphabets
		return 1.1
	case r < 0x1100:
		return 1
	case r < 0x1f000:
		return 1.05 // Chinese, Japanese, Korean
	default:
		return 1.4 // emoji
	}
}
