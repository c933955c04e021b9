package spies

import (
	"math/big"
	"slices"
	"testing"
)

func TestFormulasCountFixedBoards(t *testing.T) {
	for n := 1; n <= 8; n++ {
		if testing.Short() && n > 7 {
			break
		}
		var all, half, quarter, diagonal, both int64
		eachBoard(n, func(b board) {
			all++
			turn := turned(b)
			if slices.Equal(turn, b) {
				quarter++
			}
			isHalf := slices.Equal(turned(turn), b)
			isDiagonal := slices.Equal(reflected(turn), b)
			if isHalf {
				half++
			}
			if isDiagonal {
				diagonal++
			}
			if isHalf && isDiagonal {
				both++
			}
		})
		for _, f := range []struct {
			name string
			got  *big.Int
			want int64
		}{
			{"boards", boards(n), all},
			{"fixedBy180", fixedBy180(n), half},
			{"fixedBy90", fixedBy90(n), quarter},
			{"fixedByDiagonal", fixedByDiagonal(n), diagonal},
			{"fixedByBothDiagonals", fixedByBothDiagonals(n), both},
		} {
			if f.got.Cmp(big.NewInt(f.want)) != 0 {
				t.Errorf("%s(%d) = %v, want %d", f.name, n, f.got, f.want)
			}
		}
	}
}

// TestClassesSumOverTheirAutomorphisms checks the numbers of classes with 1, 2, 4 and 8 automorphisms. They must add up
// to the number of all classes, by Burnside's lemma. A class with k automorphisms has 8/k boards, and together these
// must be all boards.
func TestClassesSumOverTheirAutomorphisms(t *testing.T) {
	for n := 1; n <= 60; n++ {
		sum, orbits := new(big.Int), new(big.Int)
		for _, automorphisms := range []uint64{1, 2, 4, 8} {
			c := classesWith(n, automorphisms)
			if c.Sign() < 0 {
				t.Errorf("classesWith(%d, %d) = %v, want none or more", n, automorphisms, c)
			}
			sum.Add(sum, c)
			orbits.Add(orbits, new(big.Int).Mul(c, big.NewInt(int64(8/automorphisms))))
		}
		if want := classes(n); sum.Cmp(want) != 0 {
			t.Errorf("classes(%d) = %v, and %v by automorphisms", n, want, sum)
		}
		if want := boards(n); orbits.Cmp(want) != 0 {
			t.Errorf("the orbits of size %d have %v boards, want %v", n, orbits, want)
		}
	}
}
