package svg

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// decoded returns a picture as its PNG shows it.
func decoded(t interface{ Fatal(...any) }, c *Canvas) image.Image {
	b, err := c.PNG(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// inked returns how many pixels of a rectangle, given in those of the picture, are not white.
func inked(picture image.Image, left, top, right, bottom float64) (pixels int) {
	for y := int(top * sharp); y < int(bottom*sharp); y++ {
		for x := int(left * sharp); x < int(right*sharp); x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); r&g&b != 0xffff {
				pixels++
			}
		}
	}
	return pixels
}

func TestPNGIsTwiceTheSizeOfSVG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Canvas
		c.Reach(At(rapid.Float64Range(0, 90).Draw(t, "x"), rapid.Float64Range(0, 90).Draw(t, "y")))
		width, height := c.Size()
		if got := decoded(t, &c).Bounds().Size(); got != image.Pt(int(2*width), int(2*height)) {
			t.Fatalf("the PNG of a picture of %g x %g has %v pixels", width, height, got)
		}
	})
}

// TestPNGShowsWhatIsDrawn draws one shape that covers a square from 40 to 60, and looks
// there and elsewhere.
func TestPNGShowsWhatIsDrawn(t *testing.T) {
	blue := Style{Fill: Blue}
	for name, c := range map[string]struct {
		draw        func(c *Canvas)
		least, most int // pixels of the square
	}{
		"a rectangle":       {func(c *Canvas) { c.Rectangle(At(40, 40), 20, 20, blue) }, 1600, 1600},
		"round corners":     {func(c *Canvas) { c.Rectangle(At(40, 40), 20, 20, Style{Fill: Blue, Round: 8}) }, 1400, 1580},
		"an outline":        {func(c *Canvas) { c.Rectangle(At(41, 41), 18, 18, Style{Stroke: Blue, Width: 2}) }, 500, 620},
		"a disk":            {func(c *Canvas) { c.Disk(At(50, 50), 10, blue) }, 1240, 1330},
		"a polygon":         {func(c *Canvas) { c.Polygon([]Point{At(40, 40), At(60, 40), At(60, 60)}, blue) }, 800, 860},
		"a line":            {func(c *Canvas) { c.Line(At(40, 50), At(60, 50), Style{Width: 2}) }, 160, 160},
		"a dashed line":     {func(c *Canvas) { c.Line(At(40, 50), At(60, 50), Style{Width: 2, Dashed: true}) }, 90, 130},
		"a curve":           {func(c *Canvas) { c.Curve(At(40, 41), At(45, 65), At(55, 65), At(60, 41), Style{Width: 1}) }, 80, 300},
		"a board":           {func(c *Canvas) { c.Chequers(At(40, 40), 5, 4, 4, blue) }, 800, 800},
		"an arrow":          {func(c *Canvas) { c.Arrow(At(40, 50), At(50, 50), At(60, 50), Style{}) }, 100, 250},
		"a translucent one": {func(c *Canvas) { c.Rectangle(At(40, 40), 20, 20, Style{Fill: Blue, Opacity: 0.3}) }, 1600, 1600},
		"text":              {func(c *Canvas) { c.Write(Text{Text: "W", At: At(50, 50), Anchor: "middle"}) }, 150, 700},
		"bold text":         {func(c *Canvas) { c.Write(Text{Text: "W", At: At(50, 50), Anchor: "middle", Bold: true}) }, 200, 700},
		"turned text":       {func(c *Canvas) { c.Write(Text{Text: "Wi", At: At(50, 41), Turn: 90}) }, 150, 700},
		"blank text":        {func(c *Canvas) { c.Write(Text{Text: " \u2068\u2069", At: At(50, 50)}) }, 0, 0},
	} {
		var canvas Canvas
		canvas.Reach(At(100, 100))
		c.draw(&canvas)
		picture := decoded(t, &canvas)
		if got := inked(picture, 40, 40, 60, 60); got < c.least || got > c.most {
			t.Errorf("%s has %d pixels, want %d to %d", name, got, c.least, c.most)
		}
		if all := inked(picture, 0, 0, 120, 120); all != inked(picture, 39, 39, 61, 61) {
			t.Errorf("%s is drawn elsewhere too", name)
		}
	}
}

// TestEveryNameHasAGlyphOrABox writes names that break a careless picture, and such as no
// font has a glyph for, on a machine that may have no fonts at all.
func TestEveryNameHasAGlyphOrABox(t *testing.T) {
	without, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	without.asked = true // and found none
	for _, name := range append(nastyNames, "\U0003fffd", "नमस्ते", "สวัสดี", "𝔄𝔫𝔫", "a\u0301\u0302") {
		label := Labels([]string{name}, 15)[0].Text
		c := Canvas{Title: label}
		c.Head()
		if inked(decoded(t, &c), 0, 0, 500, 60) == 0 {
			t.Errorf("the name %q is not seen", name)
		}
		runs, width := without.shaped([]rune(label), 13, false)
		if len(runs) == 0 || width <= 0 {
			t.Errorf("without fonts %q is %d runs, %g wide", name, len(runs), width)
		}
	}
}

func TestLinesFromRightToLeftStandInTheirOrder(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	text := []rune("ab אבג cd")
	runs, _ := f.shaped(text, 13, false)
	var seen []rune
	for _, run := range runs {
		for _, g := range run.Glyphs {
			seen = append(seen, text[g.TextIndex()])
		}
	}
	if got, want := string(seen), "ab גבא cd"; got != want {
		t.Errorf("%q is seen as %q, want %q", string(text), got, want)
	}
}

func TestTheSamePictureGivesTheSameBytes(t *testing.T) {
	write := func(format string) string {
		c := Canvas{Title: "Ann, 日本 and علي"}
		c.Head(Mark("a disk", func(at Point) { c.Disk(at, 5, Style{}) }))
		var b strings.Builder
		if err := c.Encode(context.Background(), &b, format); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, format := range Formats() {
		if first, again := write(format), write(format); first != again {
			t.Errorf("%s: the same picture in other bytes", format)
		}
	}
}

func TestPicturesThatCannotBeWrittenAreErrors(t *testing.T) {
	var huge, small Canvas
	huge.Reach(At(10_000, 10_000))
	ended, end := context.WithCancel(context.Background())
	end()
	for _, c := range []struct {
		ctx    context.Context
		canvas *Canvas
		format string
		want   string
	}{
		{context.Background(), &huge, "png", "a PNG has at most 67108864 pixels, this picture has 10024 x 10024; draw it as SVG"},
		{context.Background(), &small, "pdf", `there is no picture "pdf"; there is: svg, png`},
		{ended, &small, "png", "context canceled"},
		{ended, &small, "svg", "context canceled"},
	} {
		var b bytes.Buffer
		if err := c.canvas.Encode(c.ctx, &b, c.format); err == nil || err.Error() != c.want || b.Len() > 0 {
			t.Errorf("Encode(%s) = %v and %d bytes, want %s", c.format, err, b.Len(), c.want)
		}
	}
}

// TestPNGEndsSoonAfterItsContext ends the context while a large picture is written.
func TestPNGEndsSoonAfterItsContext(t *testing.T) {
	if testing.Short() {
		t.Skip("draws a picture of 50 million pixels")
	}
	var c Canvas
	c.Reach(At(7000, 7000))
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := c.Encode(ctx, io.Discard, "png"); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 3*time.Second {
		t.Errorf("Encode = %v after %v", err, time.Since(start))
	}
}
