package svg

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"enumerate/enum/single"

	"pgregory.net/rapid"
)

func tokens(picture string) (all []xml.Token, err error) {
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, xml.CopyToken(token))
	}
}

func TestPicturesOfAnyTextAreXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom(nastyNames))
		c := Canvas{Title: text.Draw(t, "title"), Description: text.Draw(t, "description")}
		at := c.Head(Mark(text.Draw(t, "entry"), func(at Point) { c.Disk(at, 5, Style{}) }))
		c.Group(text.Draw(t, "inner"), true, func() {
			c.Write(Text{Text: text.Draw(t, "text"), Color: text.Draw(t, "color"), At: at})
		})
		if _, err := tokens(string(c.SVG())); err != nil {
			t.Fatalf("%v:\n%s", err, c.SVG())
		}
	})
}

func TestTitleAndDescriptionAreEscaped(t *testing.T) {
	for _, c := range []struct{ title, description, want string }{
		{"a < b", "", "<title>a &lt; b</title>\n<style>"},
		{"A", `b & "c"`, "<title>A</title>\n<desc>b &amp; &#34;c&#34;</desc>\n<style>"},
	} {
		canvas := Canvas{Title: c.title, Description: c.description}
		if got := string(canvas.SVG()); !strings.Contains(got, c.want) {
			t.Errorf("the picture %q, %q is %s, want %s", c.title, c.description, got, c.want)
		}
	}
}

func TestPicturesHaveRoomForEveryShape(t *testing.T) {
	end, s := At(100, 50), Style{}
	for name, draw := range map[string]func(c *Canvas){
		"a line":             func(c *Canvas) { c.Line(end, At(1, 2), s) },
		"a line to":          func(c *Canvas) { c.Line(At(1, 2), end, s) },
		"a rectangle":        func(c *Canvas) { c.Rectangle(At(70, 20), 30, 30, s) },
		"a board":            func(c *Canvas) { c.Chequers(At(70, 30), 10, 2, 3, s) },
		"a disk":             func(c *Canvas) { c.Disk(At(90, 40), 10, s) },
		"a polygon":          func(c *Canvas) { c.Polygon([]Point{At(100, 1), At(1, 50), At(1, 1)}, s) },
		"a polyline":         func(c *Canvas) { c.Polyline([]Point{At(1, 50), At(100, 1)}, s) },
		"a curve":            func(c *Canvas) { c.Curve(At(100, 0), At(80, 200./3), At(20, 200./3), At(0, 0), s) },
		"an arrow":           func(c *Canvas) { c.Arrow(At(1, 50), At(50, 50), end.Down(-3.1), s) },
		"a dashed arrow":     func(c *Canvas) { c.Arrow(At(1, 50), At(50, 50), end.Down(-3.1), Style{Dashed: true}) },
		"text that ends":     func(c *Canvas) { c.Write(Text{Text: "abc", At: At(100, 42), Anchor: "end"}) },
		"text":               func(c *Canvas) { t := Text{Text: "abc"}; t.At = At(100-t.Width(), 42); c.Write(t) },
		"text in the middle": func(c *Canvas) { t := Text{Text: "abc", Anchor: "middle"}; t.At = At(100-t.Width()/2, 42); c.Write(t) },
		"bold text":          func(c *Canvas) { t := Text{Text: "abc", Bold: true}; t.At = At(100-t.Width(), 42); c.Write(t) },
		"large text":         func(c *Canvas) { t := Text{Text: "abc", Size: 26}; t.At = At(100-t.Width(), 34); c.Write(t) },
		"turned text":        func(c *Canvas) { t := Text{Text: "abc", Turn: 90}; t.At = At(92, 50-t.Width()); c.Write(t) },
	} {
		var c Canvas
		draw(&c)
		if width, height := c.Size(); width < 100+Margin || height < 50+Margin || width > 101+Margin || height > 51+Margin {
			t.Errorf("a picture of %s is %g by %g, want %d by %d", name, width, height, 100+Margin, 50+Margin)
		}
	}
}

func TestLegendsBreakIntoRows(t *testing.T) {
	var c Canvas
	var entries []Entry
	for range 12 {
		entries = append(entries, Mark("something with a long name", func(at Point) { c.Disk(at, 5, Style{}) }))
	}
	below := c.Legend(At(Margin, Margin), entries...)
	if width, _ := c.Size(); width > 2*Margin+headWidth || below.Y < 100 {
		t.Errorf("twelve entries are %g wide and end at %v", width, below)
	}
}

func TestEveryColourHasADarkVariant(t *testing.T) {
	source, err := os.ReadFile("palette.go")
	if err != nil {
		t.Fatal(err)
	}
	light, darker := map[string]bool{}, map[string]bool{}
	for _, c := range dark {
		light[c[0]] = true
		darker[c[1]] = true
	}
	for _, match := range regexp.MustCompile(`\t= "(#[0-9a-f]{6})"| = "(#[0-9a-f]{6})"`).FindAllStringSubmatch(string(source), -1) {
		if colour := match[1] + match[2]; !light[colour] {
			t.Errorf("%s has no dark colour", colour)
		}
	}
	if len(light) != len(dark) || len(darker) != len(dark) {
		t.Errorf("%d light colours and %d dark ones, want %d of each", len(light), len(darker), len(dark))
	}
}

func TestNumbersHaveOneDecimal(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{{0, "0"}, {-0.04, "0"}, {1.25, "1.3"}, {-1.26, "-1.3"}, {1234567, "1234567"}, {0.1 + 0.2, "0.3"}} {
		if got := number(c.x); got != c.want {
			t.Errorf("number(%v) = %s, want %s", c.x, got, c.want)
		}
	}
}

func TestTextWidthDependsOnTheCharacters(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
	}{
		{"", 0}, {"i", 0.46}, {"m", 1}, {"A", 0.84}, {"a", 0.66}, {"é", 1}, {"É", 1.1}, {"日", 1.05}, {"😀", 1.4}, {"e\u0301", 0.66},
	} {
		if got := TextWidth(c.text); got != c.want {
			t.Errorf("TextWidth(%q) = %v, want %v", c.text, got, c.want)
		}
	}
}

func ExampleCanvas() {
	c := Canvas{Title: "A player"}
	c.Disk(At(Margin, Margin), 5, Style{Fill: Blue})
	c.Write(Text{Text: "Ann", At: At(Margin+24, Margin)})
	_, body, _ := strings.Cut(string(c.SVG()), "</style>\n")
	fmt.Print(body)
	// Output:
	// <rect width="101" height="56" fill="#ffffff"/>
	// <circle cx="24" cy="24" r="5" fill="#0072b2"/>
	// <text x="48" y="28.7">Ann</text>
	// </svg>
}

func TestTheSamePictureGivesTheSameBytes(t *testing.T) {
	write := func() string {
		c := Canvas{Title: "Ann, 日本 and علي"}
		c.Head(Mark("a disk", func(at Point) { c.Disk(at, 5, Style{}) }))
		return string(c.SVG())
	}
	if first, again := write(), write(); first != again {
		t.Error("the same picture in other bytes")
	}
}

// A title is wider than the rest of the picture. Without its head, the picture must be as small as the rest.
func TestABarePictureOmitsTheHead(t *testing.T) {
	draw := func() *Canvas {
		c := &Canvas{Title: "A title that is wider than what is below it"}
		at := c.Head(Mark("a disk", func(at Point) { c.Disk(at, 5, Style{}) }))
		c.Disk(at.Plus(At(20, 20)), 20, Style{})
		return c
	}
	var whole, bare strings.Builder
	c := draw()
	if err := errors.Join(single.Write(&whole, draw(), "svg"), single.Write(&bare, c, "bare")); err != nil {
		t.Fatal(err)
	}
	width, height := c.Size()
	if !strings.Contains(bare.String(), fmt.Sprintf(`width="%g" height="%g" viewBox="0 %s %[1]g %[2]g"`, width, height, number(c.head.Y))) || width != 40+2*Margin || height > 40+2*Margin {
		t.Errorf("the bare picture is %g by %g: %.200s", width, height, bare.String())
	}
	if again := draw(); whole.String() != string(again.SVG()) || !strings.Contains(whole.String(), `viewBox="0 0 `) {
		t.Errorf("the whole picture is %.200s", whole.String())
	}
}

func TestAPictureRejectsOtherFormats(t *testing.T) {
	var b strings.Builder
	if err := single.Write(&b, new(Canvas), "pdf"); err == nil || err.Error() != `unknown format "pdf"; choose one of: svg, bare` || b.Len() > 0 {
		t.Errorf("Write(pdf) = %v and %d bytes", err, b.Len())
	}
}
