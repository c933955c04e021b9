package bench

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"testing"

	"enumerate/games/antonim/lexicode"
)

// A P-position is a position in which the player who moves loses. The picture of docs/papers/heaps.md has two squares,
// with a point for any two heaps x and y. In the left square the point's grey is the third heap that makes a P-position
// with x and y; in the right square, the heap that makes one with x, y and a heap of 1. Larger heaps are darker; a
// point is white if no heap below 256 makes one.
//
// The test compares each point with the rule for three heaps, and with package lexicode for four.
func TestThePictureOfAntonimHasThePositions(t *testing.T) {
	const path = "../../docs/pictures/antonim-four.png"
	four := withOne(t, 256)
	if *update {
		var drawn bytes.Buffer
		if err := picture(&drawn, threeHeaps(256), four); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, drawn.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	drawn, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		t.Fatal(err)
	}

	at := func(x, y int) uint8 { return color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y }
	grey := func(z int) uint8 { // of the point whose third heap is z, or 0 for none
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

// docs/papers/heaps.md shows that the P-positions of four heaps are unlike those of three. Fix the k last binary digits
// of each heap: the P-positions with these digits are a section for k. If the P-positions were 2-automatic, there would
// be only finitely many different sections over all k. Their number stays at 12 for three heaps, but grows with k for
// four. The test looks only at the first 8 heaps of a section in each direction, so the numbers are lower bounds.
func TestSectionsOfAntonimDiffer(t *testing.T) {
	digits := 7
	if *slow {
		digits = 9
	}
	three, four := threeHeaps(1<<digits), withOne(t, 1<<digits)

	// For each k: the numbers of sections of three heaps, of four heaps, and of four heaps with the heaps in ascending
	// order.
	sorted := four.sorted()
	wants := [][3]int{{1, 1, 1}, {5, 8, 6}, {11, 64, 40}, {12, 463, 108}, {12, 2818, 252}, {12, 10216, 498}, {12, 24233, 805}}
	for k := range digits - 2 {
		if got := [3]int{three.sections(k, 8), four.sections(k, 8), sorted.sections(k, 8)}; got != wants[k] {
			t.Errorf("%d digits: %v sections, want %v", k, got, wants[k])
		}
	}
}

// A square has a number for each two heaps below its side: the third heap with which they make a P-position, or 0 if
// there is none.
type square [][]int

func newSquare(side int) square {
	s := make(square, side)
	for x := range s {
		s[x] = make([]int, side)
	}
	return s
}

// add adds the P-position of three heaps to a square.
func (s square) add(x, y, z int) {
	s[x][y], s[y][x] = z, z
	s[x][z], s[z][x] = y, y
	s[y][z], s[z][y] = x, x
}

// sorted returns a square with each P-position only once, in the ascending order of its heaps.
func (s square) sorted() square {
	one := newSquare(len(s))
	for x, row := range s {
		for y, z := range row {
			if x < y && y < z {
				one[x][y] = z
			}
		}
	}
	return one
}

// threeHeaps returns the P-positions of three heaps below a side, by the known rule: x+1, y+1 and z+1 have the
// exclusive or 0.
func threeHeaps(side int) square {
	s := newSquare(side)
	for x := 1; x < side; x++ {
		for y := 1; y < x; y++ {
			if z := ((x + 1) ^ (y + 1)) - 1; 0 < z && z < y {
				s.add(x, y, z)
			}
		}
	}
	return s
}

// withOne returns the P-positions of four heaps with one heap of 1, as a square of the other three heaps below a side.
func withOne(t *testing.T, side int) square {
	t.Helper()
	s := newSquare(side)
	err := lexicode.Four(context.Background(), side-1, 1<<32, nil, func(a, b, c, d int) bool {
		if a == 1 {
			s.add(b, c, d)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// picture draws the two squares side by side.
func picture(w io.Writer, three, four square) error {
	const side, scale, gap, greys = 256, 2, 16, 16
	palette := make(color.Palette, 0, greys+1)
	for i := range greys {
		palette = append(palette, color.Gray{uint8(230 - 230*i/(greys-1))})
	}
	palette = append(palette, color.White)
	img := image.NewPaletted(image.Rect(0, 0, 2*side*scale+gap, side*scale), palette)
	for i := range img.Pix {
		img.Pix[i] = greys
	}
	for i, s := range []square{three, four} {
		for y := range side * scale {
			for x := range side * scale {
				if z := s[x/scale][y/scale]; z > 0 {
					img.SetColorIndex(i*(side*scale+gap)+x, y, uint8(z*greys/side))
				}
			}
		}
	}
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, img)
}

// sections returns how many different sections the P-positions of a square have for k. For heaps x and y, the square
// has the third heap z of a P-position. Fix the k last binary digits of all three heaps: the P-positions with these
// digits are a section. Of each section, only the first `window` heaps in each direction are compared.
func (s square) sections(k, window int) int {
	step := 1 << k // heaps with the same k last digits are this far apart
	seen := make(map[string]bool)
	for x := range step {
		for y := range step {
			found := make(map[int][]byte) // by the last digits of the third heap
			for i := range window {
				for j := range window {
					z := s[x+i*step][y+j*step]
					if z == 0 || z/step >= window {
						continue
					}
					if found[z%step] == nil {
						found[z%step] = make([]byte, window*window)
					}
					found[z%step][i*window+j] = byte(z/step) + 1
				}
			}
			for _, section := range found {
				seen[string(section)] = true
			}
			if len(found) < step {
				seen["empty"] = true
			}
		}
	}
	return len(seen)
}
