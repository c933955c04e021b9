package main

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"testing"
)

// TestThePictureHasThePositions compares the picture of the document with the rule for three heaps and with
// the definition for four, of which no two are in one set.
func TestThePictureHasThePositions(t *testing.T) {
	drawn, err := os.ReadFile("../../docs/pictures/antonim-four.png")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		t.Fatal(err)
	}
	four, err := withOne(256)
	if err != nil {
		t.Fatal(err)
	}
	at := func(x, y int) uint8 { return color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y }
	grey := func(z int) uint8 {
		if z == 0 {
			return 255
		}
		return uint8(230 - 230*(z*16/256)/15)
	}
	for x := range 256 {
		for y := range 256 {
			third := 0
			if z := ((x + 1) ^ (y + 1)) - 1; x > 0 && y > 0 && x != y && 0 < z && z < 256 {
				third = z
			}
			if got, want := at(2*x, 2*y), grey(third); got != want {
				t.Fatalf("three heaps %d, %d: grey %d, want %d", x, y, got, want)
			}
			if got, want := at(528+2*x, 2*y), grey(four[x][y]); got != want {
				t.Fatalf("1, %d, %d: grey %d, want %d", x, y, got, want)
			}
		}
	}
}

func TestSectionsAreAsManyAsTheDocumentSays(t *testing.T) {
	const side = 1 << 7
	four, err := withOne(side)
	if err != nil {
		t.Fatal(err)
	}
	three := threeHeaps(side)
	for k, want := range [][2]int{{1, 1}, {5, 8}, {11, 64}, {12, 463}, {12, 2818}} {
		if got := [2]int{three.sections(k, 8), four.sections(k, 8)}; got != want {
			t.Errorf("%d digits: %v sections, want %v", k, got, want)
		}
	}
}
