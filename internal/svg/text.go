package svg

import (
	"cmp"
	"math"
	"strings"
	"unicode"
)

const (
	// FontSize is the default font size.
	FontSize = 13
	// LineHeight is the height of a line of the default font size, including descenders.
	LineHeight = 16
	// BoldWidth is an upper bound on the ratio of the width of bold text to that of normal text.
	BoldWidth = 1.15
)

// A Text is a line of text at a place in the picture.
type Text struct {
	Text   string
	At     Point   // the place, at the middle of the line's height
	Anchor string  // the part of the line that is at At: "" for its start, middle or end
	Turn   float64 // clockwise, in degrees
	Bold   bool
	Clear  bool    // the text has an edge in the background's colour, to be read over lines behind it
	Color  string  // "" for Ink
	Size   float64 // 0 for FontSize
}

// Em returns the size of the font.
func (t Text) Em() float64 { return cmp.Or(t.Size, FontSize) }

// Before returns the fraction of the text that is before its place (At).
func (t Text) Before() float64 { return map[string]float64{"middle": 0.5, "end": 1}[t.Anchor] }

// Width returns an upper bound on the width of the text.
func (t Text) Width() float64 {
	width := TextWidth(t.Text) * t.Em()
	if t.Bold {
		width *= BoldWidth
	}
	return width
}

// Axes returns the unit vectors along the text and downwards across it.
func (t Text) Axes() (along, across Point) {
	sin, cos := math.Sincos(t.Turn * math.Pi / 180)
	return Point{cos, sin}, Point{-sin, cos}
}

// Corners returns the corners of a rectangle around the text: upper left, upper right, lower right and lower left, as
// seen by a reader of the text.
func (t Text) Corners() [4]Point {
	along, across := t.Axes()
	along, across = along.Times(t.Width()), across.Times(LineHeight*t.Em()/FontSize/2)
	start := t.At.Minus(along.Times(t.Before()))
	end := start.Plus(along)
	return [4]Point{start.Minus(across), end.Minus(across), end.Plus(across), start.Plus(across)}
}

// Baseline returns the point of the baseline at the text's anchor.
func (t Text) Baseline() Point {
	_, across := t.Axes()
	return t.At.Plus(across.Times(0.36 * t.Em())) // half the height of a capital letter below the middle
}

// Write writes a text. It does nothing if the text is empty.
func (c *Canvas) Write(t Text) {
	if t.Text == "" {
		return
	}
	for _, corner := range t.Corners() {
		c.Reach(corner)
	}
	c.body.text(t)
}

// TextWidth returns an upper bound on the width of a text in em. It holds in the common sans-serif fonts, except for a
// few rare characters. A bound is needed because the font in which a picture will be shown is unknown.
func TextWidth(s string) float64 {
	var width float64
	for _, r := range s {
		width += runeWidth(r)
	}
	return width
}

// runeWidth returns an upper bound on the width of a character in em. The bounds fit DejaVu Sans and Verdana, the
// widest fonts; other fonts are a tenth narrower.
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
