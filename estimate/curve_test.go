package estimate

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"image/png"
	"io"
	"strconv"
	"strings"
	"testing"

	painting "enumerate/internal/png"
	"enumerate/internal/svg"
)

// curve is a small one.
func curve() Curve {
	return Curve{
		Title:     "A title",
		Y:         "proportion solvable",
		Sampled:   []Sample{{4, 100, 9}, {5, 100, 0}, {6, 100, 100}},
		Exact:     []Exact{{4, 108. / 1296}, {5, 30480. / 248832}},
		Published: []Published{{4, 10_000, 0.0870, 0}, {7, 10_000, 0.3370, 0}},
	}
}

// drawn returns the bytes of a curve.
func drawn(t *testing.T, c Curve, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := c.Draw(context.Background(), painting.Writer(&out), format); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestTheSameCurveIsTheSameBytes(t *testing.T) {
	for _, name := range []string{"svg", "png"} {
		if a, b := drawn(t, curve(), name), drawn(t, curve(), name); !bytes.Equal(a, b) {
			t.Errorf("%s is drawn in two ways", name)
		}
	}
}

func TestEverythingIsDrawn(t *testing.T) {
	const sampled, exact, crosses = `r="2.6" fill="` + svg.Blue + `"`, `stroke="` + svg.Vermillion + `"`, `stroke="` + svg.Gray + `" stroke-width="1.4"`
	c := curve()
	for _, step := range []struct {
		claim                   string
		change                  func()
		sampled, exact, crosses int // with the legend; a cross is two lines
		texts                   string
	}{
		{"all", func() {}, 3 + 1, 2 + 1, 2 * (2 + 1), "A title|proportion solvable|size n|sampled, with 95% intervals|exact|published|0.0|0.2|1.0|4|5|6|7"},
		{"no published figures", func() { c.Published = nil }, 3 + 1, 2 + 1, 0, "sampled, with 95% intervals|exact"},
		{"no exact values", func() { c.Exact = nil }, 3 + 1, 0, 0, "sampled, with 95% intervals"},
		{"one size", func() { c.Sampled = c.Sampled[:1] }, 1 + 1, 0, 0, "4"},
	} {
		step.change()
		picture := string(drawn(t, c, "svg"))
		for _, count := range []struct {
			what string
			want int
		}{{sampled, step.sampled}, {exact, step.exact}, {crosses, step.crosses}} {
			if got := strings.Count(picture, count.what); got != count.want {
				t.Errorf("%s: %s occurs %d times, want %d", step.claim, count.what, got, count.want)
			}
		}
		for text := range strings.SplitSeq(step.texts, "|") {
			if !strings.Contains(picture, ">"+text+"</text>") {
				t.Errorf("%s: the text %q is missing", step.claim, text)
			}
		}
	}
}

func TestAPNGIsAPicture(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(drawn(t, curve(), "png")))
	if err != nil {
		t.Fatal(err)
	}
	bounds := picture.Bounds()
	if bounds.Dx() < 2*fieldWidth || bounds.Dy() < 2*fieldHeight {
		t.Errorf("it is %v, want more than the field of twice %d by %d", bounds, fieldWidth, fieldHeight)
	}
	blue := 0
	for x := range bounds.Dx() {
		for y := range bounds.Dy() {
			switch pixel := picture.At(x, y); {
			case pixel == color.RGBA{R: 0, G: 114, B: 178, A: 255}:
				blue++
			case (x == 0 || y == 0 || x == bounds.Dx()-1 || y == bounds.Dy()-1) && pixel != color.RGBA{255, 255, 255, 255}:
				t.Fatalf("the edge is %v at %d, %d: something is cut off", pixel, x, y)
			}
		}
	}
	if blue < 100 {
		t.Errorf("%d pixels are of the sample, want more", blue)
	}
}

func TestSizeTicksAreWholeAndFew(t *testing.T) {
	for _, c := range []struct {
		first, last float64
		want        string // the first ones and the last
	}{
		{4, 4, "4"}, {3, 7, "3 4 5 6 7"}, {4, 100, "10 20 30 40 50 60 70 80 90 100"}, {4, 40, "5 10 15 20 25 30 35 40"},
		{990, 1010, "990 992 994 996 998 1000 1002 1004 1006 1008 1010"},
		{3, 10_000_000, "1000000 2000000 3000000 4000000 5000000 6000000 7000000 8000000 9000000 10000000"},
	} {
		var labels []string
		for _, size := range sizeTicks(c.first, c.last) {
			labels = append(labels, strconv.FormatFloat(size, 'f', -1, 64))
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("sizeTicks(%v, %v) = %s, want %s", c.first, c.last, got, c.want)
		}
	}
}

// failing is a writer that fails.
type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

func TestACurveThatCannotBeWrittenIsAnError(t *testing.T) {
	if err := (Curve{Title: "empty"}).Draw(context.Background(), io.Discard, "svg"); err == nil {
		t.Error("a curve of nothing is drawn")
	}
	full := errors.New("full")
	for _, format := range []string{"svg", "png"} {
		if err := curve().Draw(context.Background(), painting.Writer(failing{full}), format); !errors.Is(err, full) {
			t.Errorf("Draw as %s = %v, want %v", format, err, full)
		}
	}
}
