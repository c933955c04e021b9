package col

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"enumerate/enum/single"
	"enumerate/games/col/digraph"
	"enumerate/games/col/search"
)

// read returns each position of a text, or its error.
func read(text string) []string {
	var lines []string
	for game, err := range New().Read(strings.NewReader(text)) {
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, fmt.Sprint(game))
	}
	return lines
}

func TestPositionsAreRead(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n\r\n\t# nothing\n", nil},
		{"o", []string{"o"}},
		{"ooB\n", []string{"ooB"}},
		{"o(o(B))\r\n", []string{"ooB"}},
		{"o(o,B(o))", []string{"o(o,B(o))"}},
		{"o(o,Bo)", []string{"o(o,B(o))"}},
		{"oo(o,R)", []string{"o(o(o,R))"}},
		{"o(B,o(R,oo))", []string{"o(B,o(R,o(o)))"}},
		{"o(o(o,o),o)", []string{"o(o(o,o),o)"}},
		{"ooB + o(o,o)+R", []string{"ooB + o(o,o) + R"}},
		{" o ( o , B o ) # a tree\n0\n\n0 # none", []string{"o(o,B(o))", "0", "0"}},
		{"\ufeffo\n", []string{"o"}},
		{"o B o\no  ( B , o )\no o + o R", []string{"oBo", "o(B,o)", "oo + oR"}},
	} {
		if got := read(c.text); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("Read(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestFaultsAreNamedWithTheirPlace(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"x\no", []string{`line 1, column 1: "x" is out of place; expected a vertex, which is o, B or R`, "o"}},
		{"o\n\n ooX", []string{"o", `line 3, column 4: "X" is out of place; expected + or the end of the line`}},
		{"o(o", []string{"line 1, column 4: the position ends too early; expected a comma or a closing bracket"}},
		{"o(\no)", []string{"line 1, column 3: the position ends too early; expected a vertex, which is o, B or R", `line 2, column 2: ")" is out of place; expected + or the end of the line`}},
		{"o()", []string{`line 1, column 3: ")" is out of place; expected a vertex, which is o, B or R`}},
		{"o(o,,o)", []string{`line 1, column 5: "," is out of place; expected a vertex, which is o, B or R`}},
		{"o(o,o,o)", []string{"o(o,o,o)"}},
		{"o(o)o", []string{`line 1, column 5: "o" is out of place; expected + or the end of the line`}},
		{"oBo o", []string{"line 1, column 5: blanks between some vertices and none between others; use blanks between all or none, + between trees, and a line for each position"}},
		{"o o(oB)", []string{"line 1, column 6: blanks between some vertices and none between others; use blanks between all or none, + between trees, and a line for each position"}},
		{"o + # nothing", []string{"line 1, column 5: the position ends too early; expected a vertex, which is o, B or R"}},
		{"o + 0", []string{`line 1, column 5: "0" is out of place; expected a vertex, which is o, B or R`}},
		{"0 + o", []string{`line 1, column 3: "+" is out of place; expected the end of the line after 0`}},
		{"b", []string{`line 1, column 1: "b" is out of place; expected a vertex, which is o, B or R`}},
		{"oX (o,ö)", []string{`line 1, column 2: "X" is out of place; expected + or the end of the line`}},
		{"o(日本,o)é", []string{`line 1, column 3: "日本" is out of place; expected a vertex, which is o, B or R`}},
		{"\ufeffoö", []string{"line 1, column 2: \"ö\" is out of place; expected + or the end of the line"}},
	} {
		if got := read(c.text); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("Read(%q) =\n%s\nwant\n%s", c.text, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestErrorsOfTheInputAreTheLast(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"o\noo", "o\n", "o\no("} {
		var got []string
		for _, err := range New().Read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))) {
			got = append(got, fmt.Sprint(err))
		}
		if want := []string{"<nil>", "broken"}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("Read of %q yields the errors %q, want %q", text, got, want)
		}
	}
}

func TestTooManyVerticesAreRefused(t *testing.T) {
	if testing.Short() {
		return // the test reads ten megabytes
	}
	text := strings.Repeat("o", maxRead)
	got := read(text + "\n" + text + "o\no\n")
	want := "line 2, column 10000001: too many vertices; expected at most 10,000,000"
	if len(got) != 3 || got[0] != text || got[1] != want || got[2] != "o" {
		t.Errorf("Read yields %d positions, the second is %.80q, want %q", len(got), got[1], want)
	}
}

// drawPosition draws a position of up to three trees.
func drawPosition(t *rapid.T, most int) position {
	p := position{}
	for range rapid.IntRange(0, 3).Draw(t, "trees") {
		p = drawTree(t, p, rapid.IntRange(1, most).Draw(t, "vertices"))
	}
	return p
}

func drawTree(t *rapid.T, p position, size int) position {
	colour := max(0, rapid.IntRange(-3, int(search.Red)).Draw(t, "colour"))
	root := len(p)
	p = append(p, search.Vertex{Colour: search.Colour(colour)})
	left := rapid.IntRange(0, size-1).Draw(t, "left")
	for _, child := range []int{left, size - 1 - left} {
		if child > 0 {
			p[root].Children++
			p = drawTree(t, p, child)
		}
	}
	return p
}

func TestPositionsWrittenAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t, 12)
		var text strings.Builder
		if err := single.Write(&text, p, textFormat); err != nil {
			t.Fatal(err)
		}
		for game, err := range New().Read(strings.NewReader(text.String())) {
			if err != nil || fmt.Sprint([]search.Vertex(game.(position))) != fmt.Sprint([]search.Vertex(p)) {
				t.Fatalf("%v is written %q and read as %v, %v", []search.Vertex(p), text.String(), game, err)
			}
		}
	})
}

// written returns the number of lines that are not empty and not only a comment.
func written(text string) int {
	lines := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if before, _, _ := strings.Cut(line, "#"); strings.TrimSpace(before) != "" {
			lines++
		}
	}
	return lines
}

func FuzzRead(f *testing.F) {
	f.Add("o(o,B(o))\nooB + R\n")
	f.Add("\ufeff o ( o , B o ) # a tree\r\n0\n\nx")
	f.Add("o(o(o,o),oo(R,o)) + 0")
	place := regexp.MustCompile(`^line [1-9][0-9]*, column [1-9][0-9]*: [^\n]+$`)
	f.Add("ooB: 1-2 2-3, 3-1\no(o,B,o)\noo:\no: 1-1")
	f.Add("o(\no\n,\n#\n0 o\n0")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := len(read(text)), written(text); got != want {
			t.Fatalf("%q has %d lines, read are %d", text, want, got)
		}
		for game, err := range New().Read(strings.NewReader(text)) {
			if err != nil {
				if !place.MatchString(err.Error()) {
					t.Fatalf("the error is %q, want its place on one line", err)
				}
				continue
			}
			if g, ok := game.(graph); ok {
				again := read(g.String())
				if len(g.Out) > digraph.MaxVertices || len(again) != 1 || again[0] != g.String() {
					t.Fatalf("%q is read as %v, and again as %v", text, g, again)
				}
				continue
			}
			p := game.(position)
			missing := 0 // the number of children that have not come yet
			for v, vertex := range p {
				if vertex.Children > search.MaxChildren || vertex.Colour > search.Red {
					t.Fatalf("vertex %d is %v", v, vertex)
				}
				missing = max(missing-1, 0) + int(vertex.Children)
			}
			if missing > 0 {
				t.Fatalf("%d children are missing in %v", missing, []search.Vertex(p))
			}
			line := p.String()
			if again := read(line); len(again) != 1 || again[0] != line {
				t.Fatalf("%q is read as %q", line, again)
			}
		}
	})
}
