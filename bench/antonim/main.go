// Antonim looks at the P-positions of four heaps, the least of which is 1, beside those of three:
//
//	go run ./bench/antonim picture >docs/pictures/antonim-four.png
//	go run ./bench/antonim sections
//
// The picture has, for each two heaps, the third (of three), or the one that makes a P-position with
// them and 1, the darker the larger; white if there is none up to the largest.
//
// If the P-positions were 2-automatic, finitely many different sections would be left when the k
// last binary digits of all heaps are fixed, for all k. sections counts how many there are, as far as
// they differ within the first 8 heaps each way: a bound below.
package main

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"

	"enumerate/games/antonim/lexicode"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("antonim: ")
	do := map[string]func() error{"picture": picture, "sections": sections}
	if len(os.Args) != 2 || do[os.Args[1]] == nil {
		log.Fatal("want picture or sections")
	}
	if err := do[os.Args[1]](); err != nil {
		log.Fatal(err)
	}
}

// A square has, for each two heaps below its side, the one that makes a P-position of them, or 0.
type square [][]int

func newSquare(side int) square {
	s := make(square, side)
	for x := range s {
		s[x] = make([]int, side)
	}
	return s
}

// add adds a P-position in all orders.
func (s square) add(x, y, z int) {
	s[x][y], s[y][x] = z, z
	s[x][z], s[z][x] = y, y
	s[y][z], s[z][y] = x, x
}

// threeHeaps returns the P-positions of three heaps below a side.
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

// withOne returns the P-positions of 1 and three more heaps below a side.
func withOne(side int) (square, error) {
	s := newSquare(side)
	err := lexicode.Four(context.Background(), side-1, 1<<32, nil, func(a, b, c, d int) bool {
		if a == 1 {
			s.add(b, c, d)
		}
		return true
	})
	return s, err
}

// picture writes both squares side by side, as a PNG.
func picture() error {
	const side, scale, gap, greys = 256, 2, 16, 16
	four, err := withOne(side)
	if err != nil {
		return err
	}
	palette := make(color.Palette, 0, greys+1)
	for i := range greys {
		palette = append(palette, color.Gray{uint8(230 - 230*i/(greys-1))})
	}
	palette = append(palette, color.White)
	img := image.NewPaletted(image.Rect(0, 0, 2*side*scale+gap, side*scale), palette)
	for i := range img.Pix {
		img.Pix[i] = greys
	}
	for i, s := range []square{threeHeaps(side), four} {
		for y := range side * scale {
			for x := range side * scale {
				if z := s[x/scale][y/scale]; z > 0 {
					img.SetColorIndex(i*(side*scale+gap)+x, y, uint8(z*greys/side))
				}
			}
		}
	}
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(os.Stdout, img)
}

// sections prints how many sections of both squares, as sets of three heaps, differ.
func sections() error {
	const digits, window = 9, 8 // 2^digits heaps
	four, err := withOne(1 << digits)
	if err != nil {
		return err
	}
	fmt.Println("digits  sections  of three heaps  of 1 and three heaps")
	three := threeHeaps(1 << digits)
	for k := range digits - 2 {
		fmt.Printf("%6d  %8.0f  %14d  %20d\n", k, math.Pow(8, float64(k)), three.sections(k, window), four.sections(k, window))
	}
	return nil
}

// sections returns how many different sections there are when the k last digits are fixed.
func (s square) sections(k, window int) int {
	step := 1 << k
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
