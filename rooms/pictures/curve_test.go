package pictures

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/internal/svg"
	"enumerate/results/estimate"
)

func small() estimate.Curve {
	return estimate.Curve{
		Title:     "A title",
		Y:         "proportion solvable",
		Samples:   []estimate.Sample{sample(4, 100, 9), sample(5, 100, 0), sample(6, 100, 100)},
		Exact:     []estimate.Exact{{Size: 4, Proportion: 108. / 1296}, {Size: 5, Proportion: 30480. / 248832}},
		Published: []estimate.Published{{Size: 4, Trials: 10_000, Proportion: 0.0870}, {Size: 7, Trials: 10_000, Proportion: 0.3370}},
	}
}

func sample(size int, trials, successes uint64) estimate.Sample {
	return estimate.Sample{Size: size, Trials: trials, Successes: successes}
}

func drawn(t *testing.T, c estimate.Curve) string {
	t.Helper()
	picture, _, err := Curve(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(picture.SVG())
}

// TestTheSameCurveGivesTheSameBytes draws a curve twice: documents must change only when numbers do.
func TestTheSameCurveGivesTheSameBytes(t *testing.T) {
	if first, again := drawn(t, small()), drawn(t, small()); first != again {
		t.Error("it is drawn in two ways")
	}
}

// TestEverythingIsDrawn counts the marks and texts of curves with and without each kind of figure.
func TestEverythingIsDrawn(t *testing.T) {
	const sampled, exact, crosses = `r="2.6" fill="` + svg.Blue + `"`, `stroke="` + svg.Vermillion + `"`, `stroke="` + svg.Gray + `" stroke-width="1.4"`
	c := small()
	for _, step := range []struct {
		claim                   string
		change                  func()
		sampled, exact, crosses int // with the legend; a cross is two lines
		texts                   string
	}{
		{"all", func() {}, 3 + 1, 2 + 1, 2 * (2 + 1), "A title|proportion solvable, in percent|size n|sampled, with 95% intervals|exact|published|0|20|100|4|5|6|7"},
		{"no published figures", func() { c.Published = nil }, 3 + 1, 2 + 1, 0, "sampled, with 95% intervals|exact"},
		{"no exact values", func() { c.Exact = nil }, 3 + 1, 0, 0, "sampled, with 95% intervals"},
		{"one size", func() { c.Samples = c.Samples[:1] }, 1 + 1, 0, 0, "4"},
	} {
		step.change()
		picture := drawn(t, c)
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

// TestAnExpansionIsDrawnWhereItIsAccurate draws the expansion 1 - 2/n + 24/n^2. It counts as accurate where the last
// term is at most a quarter of the term before: from n = 48 on.
func TestAnExpansionIsDrawnWhereItIsAccurate(t *testing.T) {
	const line = `stroke="` + svg.Orange + `"` // one is in the legend
	expansion := estimate.Expansion{big.NewRat(1, 1), big.NewRat(-2, 1), big.NewRat(24, 1)}
	c := estimate.Curve{Title: "A title", Y: "proportion solvable", Expansion: expansion, Samples: []estimate.Sample{sample(20, 1000, 950), sample(47, 1000, 970)}}
	if picture := drawn(t, c); strings.Contains(picture, line) || strings.Contains(picture, "expansion") {
		t.Error("an expansion is drawn where it is not good")
	}
	c.Samples = append(c.Samples, sample(100, 1000, 980))
	picture := drawn(t, c)
	if !strings.Contains(picture, ">expansion in 1/n</text>") || strings.Count(picture, line) != 2 {
		t.Error("no expansion is drawn")
	}
	if got := strings.Count(picture, " L"); got != 100-48 {
		t.Errorf("a line of %d pieces, want %d", got, 100-48)
	}
}

// TestAxesBeginNearTheFigures draws curves whose axis must show all proportions, or only the last tenth, hundredth or
// thousandth.
func TestAxesBeginNearTheFigures(t *testing.T) {
	for _, c := range []struct {
		successes    uint64
		shown, other string
	}{
		{9, "0", "90"},
		{9_500, "90", "0"},
		{9_950, "99.0", "90"},
		{10_000, "99.90", "99.0"},
	} {
		picture := drawn(t, estimate.Curve{Title: "A title", Samples: []estimate.Sample{sample(4, 10_000, c.successes)}})
		if !strings.Contains(picture, ">"+c.shown+"</text>") || strings.Contains(picture, ">"+c.other+"</text>") {
			t.Errorf("%d of 10000: axes do not begin at %s", c.successes, c.shown)
		}
	}
}

// TestSizeTicksAreWholeAndFew checks the labels for short, long and very long ranges.
func TestSizeTicksAreWholeAndFew(t *testing.T) {
	for _, c := range []struct {
		first, last float64
		want        string // the first ones and the last
	}{
		{4, 4, "4"}, {3, 7, "3 4 5 6 7"}, {4, 100, "5 10 20 30 50 100"}, {4, 40, "5 10 20 30"},
		{4, 39, "5 10 15 20 25 30 35"}, {1, 999, "1 2 3 5 10 20 30 50 100 200 300 500"},
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

func TestACurveOfNothingIsNotDrawn(t *testing.T) {
	if _, _, err := Curve(estimate.Curve{Title: "empty"}); err == nil {
		t.Error("a curve of nothing is drawn")
	}
}

// TestTheCurveForAPhoneLiesUnderTheSameStrips compares the places of the marks in the usual picture and the one for
// phones, because the page lays the same strips, which show the values under the pointer, over both.
func TestTheCurveForAPhoneLiesUnderTheSameStrips(t *testing.T) {
	c := estimate.Curve{
		Title: "Games", Y: "proportion solvable",
		Exact:   []estimate.Exact{{Size: 3, Proportion: 0}, {Size: 5, Proportion: 0.12}, {Size: 100, Proportion: 0.98}},
		Samples: []estimate.Sample{{Size: 20, Trials: 1000, Successes: 700}},
	}
	wide, _, err := Curve(c)
	if err != nil {
		t.Fatal(err)
	}
	phone, err := PhoneCurve(c)
	if err != nil {
		t.Fatal(err)
	}

	w, h := wide.Size()
	if pw, ph := phone.Size(); pw != w || ph < h {
		t.Errorf("the picture for a phone is %g by %g, the other %g by %g: expected equal widths", pw, ph, w, h)
	}
	centres := func(picture []byte) []string {
		var list []string
		for _, m := range regexp.MustCompile(`<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"`).FindAllStringSubmatch(string(picture), -1) {
			if r := m[3]; r == "5.5" || r == "11" { // of exact values
				list = append(list, m[1]+" "+m[2])
			}
		}
		return list
	}
	all := centres(wide.SVG())
	got := centres(phone.SVG())
	if len(got) != len(c.Exact) || !slices.Equal(got, all[len(all)-len(got):]) { // the first one of the other is in its legend
		t.Errorf("exact values are at %q, in the other picture at %q", got, all)
	}
}
