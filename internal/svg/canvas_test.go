package svg

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tokens parses a picture.
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

func TestPicturesAreXMLWhateverIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom(nastyNames))
		var c Canvas
		c.Begin("g", "class", text.Draw(t, "class"))
		c.Title(text.Draw(t, "inner"))
		c.Style(text.Draw(t, "style"))
		c.Write(Text{Text: text.Draw(t, "text"), Color: text.Draw(t, "color")})
		c.End()
		picture := string(c.Finish(text.Draw(t, "title"), text.Draw(t, "description")))
		if _, err := tokens(picture); err != nil {
			t.Fatalf("%v:\n%s", err, picture)
		}
	})
}

func TestTitleAndDescriptionAreWhole(t *testing.T) {
	for _, c := range []struct{ title, description, want string }{
		{"a < b", "", "<title>a &lt; b</title>\n<rect"},
		{"A", `b & "c"`, "<title>A</title>\n<desc>b &amp; &#34;c&#34;</desc>\n<rect"},
	} {
		if got := string(new(Canvas).Finish(c.title, c.description)); !strings.Contains(got, c.want) {
			t.Errorf("Finish(%q, %q) = %s, want %s", c.title, c.description, got, c.want)
		}
	}
}

// TestPicturesReachWhatIsDrawn draws one thing, which ends at 100, 50.
func TestPicturesReachWhatIsDrawn(t *testing.T) {
	end := At(100, 50)
	for name, draw := range map[string]func(c *Canvas){
		"a line":             func(c *Canvas) { c.Line(end, At(1, 2)) },
		"a line to":          func(c *Canvas) { c.Line(At(1, 2), end) },
		"a rectangle":        func(c *Canvas) { c.Rectangle(At(70, 20), 30, 30) },
		"a disk":             func(c *Canvas) { c.Disk(At(90, 40), 10) },
		"a polygon":          func(c *Canvas) { c.Polygon([]Point{At(100, 1), At(1, 50), At(1, 1)}) },
		"a polyline":         func(c *Canvas) { c.Polyline([]Point{At(1, 50), At(100, 1)}) },
		"an arrow":           func(c *Canvas) { c.Arrow(At(1, 50), At(50, 50), end.Down(-3.5), Ink, false) },
		"a dashed arrow":     func(c *Canvas) { c.Arrow(At(1, 50), At(50, 50), end.Down(-3.5), Ink, true) },
		"text that ends":     func(c *Canvas) { c.Write(Text{Text: "abc", At: At(100, 42), Anchor: "end"}) },
		"text":               func(c *Canvas) { t := Text{Text: "abc"}; t.At = At(100-t.Width(), 42); c.Write(t) },
		"text in the middle": func(c *Canvas) { t := Text{Text: "abc", Anchor: "middle"}; t.At = At(100-t.Width()/2, 42); c.Write(t) },
		"bold text":          func(c *Canvas) { t := Text{Text: "abc", Bold: true}; t.At = At(100-t.Width(), 42); c.Write(t) },
		"large text":         func(c *Canvas) { t := Text{Text: "abc", Size: 26}; t.At = At(100-t.Width(), 34); c.Write(t) },
		"turned text":        func(c *Canvas) { t := Text{Text: "abc", Turn: 90}; t.At = At(92, 50-t.Width()); c.Write(t) },
	} {
		var c Canvas
		draw(&c)
		width, height := 0.0, 0.0
		picture := string(c.Finish("", ""))
		if _, err := fmt.Sscanf(picture[strings.Index(picture, " width="):], ` width="%g" height="%g"`, &width, &height); err != nil {
			t.Fatal(err)
		}
		if width < 100+Margin || height < 50+Margin || width > 101+Margin || height > 51+Margin {
			t.Errorf("a picture of %s is %g by %g, want %d by %d", name, width, height, 100+Margin, 50+Margin)
		}
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

func TestTextIsAsWideAsItIsLong(t *testing.T) {
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
	var c Canvas
	c.Disk(At(Margin, Margin), 5, "fill", Blue)
	c.Write(Text{Text: "a player", At: At(Margin+24, Margin)})
	fmt.Printf("%s", c.Finish("A player", ""))
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" width="133" height="56" viewBox="0 0 133 56" role="img" font-family="sans-serif" font-size="13" fill="#222222" xml:space="preserve">
	// <title>A player</title>
	// <rect width="133" height="56" fill="#ffffff"/>
	// <circle cx="24" cy="24" r="5" fill="#0072b2"/>
	// <text x="48" y="28.7">a player</text>
	// </svg>
}
