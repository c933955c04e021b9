package draw

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"enumerate/solver/betweenness"
)

func TestCoresAreExplained(t *testing.T) {
	list, err := elements(Picture(letters(4), contradictory, betweenness.Proof{Core: []int{1, 3}}).SVG())
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, e := range list {
		if e.name == "text" {
			seen = append(seen, e.text)
		}
	}
	for _, want := range []string{
		"D between B and A", "B between D and A",
		"B < D < A", "D < B < A", "B before D before B",
		"A < B < D", "B before D before A before B",
		"choices that contradict each other", // the thick arrows
	} {
		if !slices.Contains(seen, want) {
			t.Errorf("%q is not in the picture, but %s", want, fmt.Sprintf("%q", seen))
		}
	}
}

// TestEveryCoreIsDrawn draws a core of 25 players. This is too large for a table of the contradictions, so the picture
// must say instead in how many ways the choices can be oriented.
func TestEveryCoreIsDrawn(t *testing.T) {
	game := randomGame(30, rand.New(rand.NewPCG(8, 2)))
	core := make([]int, 25) // these players do not contradict each other, which does not matter here
	names := make([]string, len(game))
	for p := range names {
		names[p] = fmt.Sprint("P", p)
		if p < len(core) {
			core[p] = p
		}
	}
	svg := string(Picture(names, game, betweenness.Proof{Core: core}).SVG())
	if !strings.Contains(svg, "There are 2^25 ways") {
		t.Error("nothing is said of the core")
	}
}
