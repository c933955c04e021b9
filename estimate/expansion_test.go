package estimate

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"enumerate/internal/svg"
)

// expansion is 1 - 2/n + 24/n^2.
func expansion() Expansion {
	return Expansion{big.NewRat(1, 1), big.NewRat(-2, 1), big.NewRat(24, 1)}
}

func TestAnExpansionSumsItsTerms(t *testing.T) {
	got, ok := expansion().At(100)
	if !ok || got.Size != 100 || math.Abs(got.Proportion-.9824) > 1e-15 || math.Abs(got.Error-.0024) > 1e-15 {
		t.Errorf("at 100: %+v, %t, want 0.9824 and an error of 0.0024", got, ok)
	}
}

// 24/n^2 is a quarter of 2/n for n = 48.
func TestAnExpansionSaysNothingOfSmallSizes(t *testing.T) {
	for size := 1; size < 200; size++ {
		if _, ok := expansion().At(size); ok != (size >= 48) {
			t.Errorf("at %d it is good: %t", size, ok)
		}
	}
	for _, e := range []Expansion{nil, {big.NewRat(1, 1)}} {
		if _, ok := e.At(1000); ok {
			t.Errorf("%v is good", e)
		}
	}
}

func TestAnExpansionIsDrawnFromWhereItIsGood(t *testing.T) {
	const line = `stroke="` + svg.Orange + `"` // one of them is in the legend
	c := Curve{Title: "A title", Y: "proportion solvable", Expansion: expansion(), Sampled: []Sample{{20, 1000, 950}, {47, 1000, 970}}}
	if picture := string(drawn(t, c, "svg")); strings.Contains(picture, line) || strings.Contains(picture, "expansion") {
		t.Error("an expansion is drawn where it is not good")
	}
	c.Sampled = append(c.Sampled, Sample{100, 1000, 980})
	picture := string(drawn(t, c, "svg"))
	if !strings.Contains(picture, ">expansion in 1/n</text>") || strings.Count(picture, line) != 2 {
		t.Error("no expansion is drawn")
	}
	if got := strings.Count(picture, " L"); got != 100-48 {
		t.Errorf("a line of %d pieces, want %d", got, 100-48)
	}
}

func TestAxesBeginNearTheFigures(t *testing.T) {
	for _, c := range []struct {
		successes    uint64
		shown, other string
	}{
		{9, "0.0", "0.90"},
		{9_500, "0.90", "0.0"},
		{9_950, "0.990", "0.90"},
		{10_000, "0.9990", "0.990"},
	} {
		picture := string(drawn(t, Curve{Title: "A title", Sampled: []Sample{{4, 10_000, c.successes}}}, "svg"))
		if !strings.Contains(picture, ">"+c.shown+"</text>") || strings.Contains(picture, ">"+c.other+"</text>") {
			t.Errorf("%d of 10000: axes do not begin at %s", c.successes, c.shown)
		}
	}
}
