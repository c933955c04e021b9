package png

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/pictures/svg"
)

// decoded returns a picture as its PNG shows it.
func decoded(t interface{ Fatal(...any) }, c *svg.Canvas) image.Image {
	var b bytes.Buffer
	if err := Encode(context.Background(), &b, c); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
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
		var c svg.Canvas
		c.Reach(svg.At(rapid.Float64Range(0, 90).Draw(t, "x"), rapid.Float64Range(0, 90).Draw(t, "y")))
		width, height := c.Size()
		if got := decoded(t, &c).Bounds().Size(); got != image.Pt(int(2*width), int(2*height)) {
			t.Fatalf("the PNG of a picture of %g x %g has %v pixels", width, height, got)
		}
	})
}

// TestPNGShowsWhatIsDrawn draws one shape that covers a square from 40 to 60, and looks
// there and elsewhere.
func TestPNGShowsWhatIsDrawn(t *testing.T) {
	blue := svg.Style{Fill: svg.Blue}
	for name, c := range map[string]struct {
		draw        func(c *svg.Canvas)
		least, most int // pixels of the square
	}{
		"a rectangle":   {func(c *svg.Canvas) { c.Rectangle(svg.At(40, 40), 20, 20, blue) }, 1600, 1600},
		"round corners": {func(c *svg.Canvas) { c.Rectangle(svg.At(40, 40), 20, 20, svg.Style{Fill: svg.Blue, Round: 8}) }, 1400, 1580},
		"an outline":    {func(c *svg.Canvas) { c.Rectangle(svg.At(41, 41), 18, 18, svg.Style{Stroke: svg.Blue, Width: 2}) }, 500, 620},
		"a disk":        {func(c *svg.Canvas) { c.Disk(svg.At(50, 50), 10, blue) }, 1240, 1330},
		"a polygon":     {func(c *svg.Canvas) { c.Polygon([]svg.Point{svg.At(40, 40), svg.At(60, 40), svg.At(60, 60)}, blue) }, 800, 860},
		"a line":        {func(c *svg.Canvas) { c.Line(svg.At(40, 50), svg.At(60, 50), svg.Style{Width: 2}) }, 160, 160},
		"a dashed line": {func(c *svg.Canvas) { c.Line(svg.At(40, 50), svg.At(60, 50), svg.Style{Width: 2, Dashed: true}) }, 90, 130},
		"a curve": {func(c *svg.Canvas) {
			c.Curve(svg.At(40, 41), svg.At(45, 65), svg.At(55, 65), svg.At(60, 41), svg.Style{Width: 1})
		}, 80, 300},
		"a board":           {func(c *svg.Canvas) { c.Chequers(svg.At(40, 40), 5, 4, 4, blue) }, 800, 800},
		"an arrow":          {func(c *svg.Canvas) { c.Arrow(svg.At(40, 50), svg.At(50, 50), svg.At(60, 50), svg.Style{}) }, 100, 250},
		"a translucent one": {func(c *svg.Canvas) { c.Rectangle(svg.At(40, 40), 20, 20, svg.Style{Fill: svg.Blue, Opacity: 0.3}) }, 1600, 1600},
		"text":              {func(c *svg.Canvas) { c.Write(svg.Text{Text: "W", At: svg.At(50, 50), Anchor: "middle"}) }, 150, 700},
		"bold text":         {func(c *svg.Canvas) { c.Write(svg.Text{Text: "W", At: svg.At(50, 50), Anchor: "middle", Bold: true}) }, 200, 700},
		"turned text":       {func(c *svg.Canvas) { c.Write(svg.Text{Text: "Wi", At: svg.At(50, 41), Turn: 90}) }, 150, 700},
		"blank text":        {func(c *svg.Canvas) { c.Write(svg.Text{Text: " \u2068\u2069", At: svg.At(50, 50)}) }, 0, 0},
	} {
		var canvas svg.Canvas
		canvas.Reach(svg.At(100, 100))
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

// nastyNames are names that break careless pictures, as in package svg.
var nastyNames = []string{
	"<&>\"'", "]]>", "<!--", "&lt;", "{x|y}", `\N\G`, `a\`, "-->", "%s%d", "\x00\x01", "a\nb", "\t", " ", "  pad ", "\ufeff", "\u202eabc", "\u0301", "\u200d",
	"日本太郎", "שלום", "علي (2)", "Zoë", "😀👩‍👩‍👧", "山田　太郎", "\u2028", "\U000e0041", "\ufffe", "\ue000", "…", "→", "\u2069",
	strings.Repeat("W", 300), strings.Repeat("i", 300), strings.Repeat("e\u0301", 100),
	"A name that goes on and on and on, number 1", "A name that goes on and on and on, number 2",
	"A name that goes on, and on and on, number 2", "A name tha…number 2",
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
		label := svg.Labels([]string{name}, 15)[0].Text
		c := svg.Canvas{Title: label}
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
	write := func() string {
		c := &svg.Canvas{Title: "Ann, 日本 and علي"}
		c.Head(svg.Mark("a disk", func(at svg.Point) { c.Disk(at, 5, svg.Style{}) }))
		c.Arrow(svg.At(40, 50), svg.At(500, 90), svg.At(600, 300), svg.Style{Dashed: true})
		var b strings.Builder
		if err := Encode(context.Background(), &b, c); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if first, again := write(), write(); first != again {
		t.Error("the same picture in other bytes")
	}
}

func TestPicturesThatCannotBeWrittenAreErrors(t *testing.T) {
	var huge, small svg.Canvas
	huge.Reach(svg.At(10_000, 10_000))
	ended, end := context.WithCancel(context.Background())
	end()
	for _, c := range []struct {
		ctx    context.Context
		canvas *svg.Canvas
		want   string
	}{
		{context.Background(), &huge, "a PNG has at most 67108864 pixels, this picture has 10024 x 10024; draw it as SVG"},
		{ended, &small, "context canceled"},
	} {
		var b bytes.Buffer
		if err := Encode(c.ctx, &b, c.canvas); err == nil || err.Error() != c.want || b.Len() > 0 {
			t.Errorf("Encode = %v and %d bytes, want %s", err, b.Len(), c.want)
		}
	}
}

// TestPNGEndsSoonAfterItsContext ends the context while a large picture is written.
func TestPNGEndsSoonAfterItsContext(t *testing.T) {
	if testing.Short() {
		t.Skip("draws a picture of 50 million pixels; go test -short has seconds, go test runs it")
	}
	var c svg.Canvas
	c.Reach(svg.At(7000, 7000))
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := Encode(ctx, io.Discard, &c); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 3*time.Second {
		t.Errorf("Encode = %v after %v", err, time.Since(start))
	}
}

// TestStrokesCoverWhatIsNear holds the pixels of a random closed line, which crosses itself and the
// edges of the picture, against their distance from it.
func TestStrokesCoverWhatIsNear(t *testing.T) {
	const side = 90
	rapid.Check(t, func(t *rapid.T) {
		var c svg.Canvas
		c.Reach(svg.At(side, side))
		place := rapid.Float64Range(-20, side+60)
		var corners []svg.Point
		for range rapid.IntRange(1, 6).Draw(t, "corners") {
			corners = append(corners, svg.At(place.Draw(t, "x"), place.Draw(t, "y")))
		}
		width := rapid.Float64Range(1, 12).Draw(t, "width")
		c.Polygon(corners, svg.Style{Stroke: svg.Ink, Width: width})
		c.Reach(svg.At(side, side))
		p, err := newPainter(side*sharp, side*sharp, sharp)
		if err != nil {
			t.Fatal(err)
		}
		for shape, style := range c.Shapes() {
			p.shape(shape, style)
		}
		for y := range side * sharp {
			for x := range side * sharp {
				distance := distance(svg.At((float64(x)+0.5)/sharp, (float64(y)+0.5)/sharp), corners)
				ink := p.RGBAAt(x, y)
				const rounding = 8 // of 221: the rasterizer rounds the share of each side that meets others in a pixel
				switch got := ink.R; {
				case len(corners) == 1 && got != 0xff, distance < width/2-0.5 && got > 0x22+rounding, distance > width/2+0.5 && got < 0xff-rounding:
					t.Fatalf("a line %g wide has the grey %#x at a distance of %g", width, got, distance)
				}
			}
		}
	})
}

// distance returns how far a place is from a closed line; far from one of a single corner, which
// has no length.
func distance(at svg.Point, corners []svg.Point) float64 {
	least := math.Inf(1)
	for i, from := range corners {
		way := corners[(i+1)%len(corners)].Minus(from)
		if length := way.Dot(way); length > 0 {
			along := min(max(at.Minus(from).Dot(way)/length, 0), 1)
			least = min(least, at.Minus(from.Plus(way.Times(along))).Length())
		}
	}
	return least
}

func TestDashesAreAsLongAsInSVG(t *testing.T) {
	square := contour{rectangle(svg.At(10, 10), svg.At(20, 20), 0), true}
	if begins := dashes(square, 1)[0].points; !slices.Equal(begins, []svg.Point{svg.At(10, 10), svg.At(15, 10)}) {
		t.Errorf("the first dash of a rectangle is %v, want one from its upper left corner to the right", begins)
	}
	for _, c := range []struct {
		line  contour
		scale float64
		want  []float64
	}{
		{contour{points: []svg.Point{{}, svg.At(20, 0)}}, 1, []float64{5, 5, 4}},
		{contour{points: []svg.Point{{}, svg.At(3, 0), svg.At(3, 0), svg.At(3, 10)}}, 1, []float64{5, 5}},
		{contour{points: []svg.Point{{}, svg.At(20, 0)}}, 2, []float64{10, 4}},
		{square, 1, []float64{5, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
		{contour{}, 1, []float64{0}},
	} {
		var got []float64
		for _, dash := range dashes(c.line, c.scale) {
			length := 0.0
			for i := 1; i < len(dash.points); i++ {
				length += dash.points[i].Minus(dash.points[i-1]).Length()
			}
			got = append(got, math.Round(length*1000)/1000)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("the dashes of %v are %v long, want %v", c.line, got, c.want)
		}
	}
}
