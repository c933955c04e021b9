package svg

import (
	"cmp"
	"strings"
)

// headWidth is the width of legends and paragraphs if the Width of a canvas is 0.
const headWidth = 760

func (c *Canvas) width() float64 { return cmp.Or(c.Width, headWidth) }

// An Entry is an entry of a legend: a sample, drawn in a strip of the given width, and its meaning.
type Entry struct {
	Width float64
	Text  string
	Draw  func(from, to Point) // draws the sample between the ends of the strip at the middle of the line
}

// Mark returns an entry with a mark about 16 pixels wide.
func Mark(text string, draw func(at Point)) Entry {
	return Entry{16, text, func(from, _ Point) { draw(from.Right(8)) }}
}

// Head writes the title, and below it a legend. It must be called before anything is drawn. It returns the upper left
// corner of the free space below.
func (c *Canvas) Head(legend ...Entry) Point {
	const size, width = 18, 900
	at := At(Margin, Margin+10)
	for _, line := range wrapped(c.Title, width/(size*BoldWidth)) {
		c.Write(Text{Text: line, At: at, Bold: true, Size: size})
		at = at.Down(26)
	}
	at = at.Down(6)
	if len(legend) > 0 {
		at = c.Legend(at, legend...).Down(14)
	}
	// Keep the extent of the head apart, because the picture can be written without its head. The 6 pixels leave room
	// for outlines.
	c.head, c.reach = c.reach.Down(6), Point{}
	return at
}

// Legend draws entries side by side, in rows, and returns the position of the line below.
func (c *Canvas) Legend(at Point, entries ...Entry) Point {
	const line, gap = 22, 28
	next := at
	for _, e := range entries {
		words := Text{Text: e.Text}
		if width := e.Width + 10 + words.Width(); next.X > at.X && next.X+width > at.X+c.width() { // begin a new row
			next = At(at.X, next.Y+line)
		}
		to := next.Right(e.Width)
		e.Draw(next, to)
		words.At = to.Right(10)
		c.Write(words)
		next = words.At.Right(words.Width() + gap)
	}
	return At(at.X, next.Y+line)
}

// wrapped splits a text at spaces into lines of at most the given width in em, if no word is wider.
func wrapped(text string, width float64) []string {
	var lines []string
	for _, word := range strings.Split(text, " ") {
		if last := len(lines) - 1; last >= 0 && TextWidth(lines[last]+" "+word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// Paragraph writes a text in lines of the canvas's Width, and returns the position of the line below.
func (c *Canvas) Paragraph(at Point, text string) Point {
	for _, line := range wrapped(text, c.width()/FontSize) {
		c.Write(Text{Text: line, At: at})
		at = at.Down(20)
	}
	return at
}
