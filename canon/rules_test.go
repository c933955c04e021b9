package canon

import (
	"math/big"
	"testing"
)

// Burnside promises not to ask for longer cycles of the same type after a factor of zero, because factor can be slow.
func TestBurnsideAsksNothingAfterAFactorOfZero(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for zero := 1; zero <= n; zero++ {
			rule := func(c CycleType, length int) *big.Int {
				if length > zero && c[zero] > 0 {
					t.Errorf("n = %d: asked for length %d of %v, although length %d has the factor 0", n, length, []int(c), zero)
				}
				if length == zero {
					return new(big.Int)
				}
				return big.NewInt(1)
			}
			// The sum need not be a multiple of n!; only the calls matter here.
			_, _ = Burnside(n, rule)
		}
	}
}

func TestCycleTypeIgnoresLengthZero(t *testing.T) {
	for _, unused := range []int{0, 1, 2} {
		if got := (CycleType{unused, 1, 2}).String(); got != "2^2 1" {
			t.Errorf("with %d cycles of length 0: %q, want %q", unused, got, "2^2 1")
		}
	}
}

func TestLoopsAreNotArcsBetweenPoints(t *testing.T) {
	const points = 3
	for set := range 1 << (points * points) {
		g := Graph{Points: points}
		for bit := range points * points {
			if set>>bit&1 == 1 {
				g.Arcs = append(g.Arcs, Arc{From: bit / points, To: bit % points})
			}
		}
		_, want := plain(g)
		if got := canonical(t, g).Automorphisms; got.Cmp(big.NewInt(int64(want))) != 0 {
			t.Errorf("%v has %v automorphisms, want %d", g.Arcs, got, want)
		}
	}
}

// TestPowersFixTheCyclesWhoseLengthsDivideThem includes powers with divisors that are longer than all cycles.
func TestPowersFixTheCyclesWhoseLengthsDivideThem(t *testing.T) {
	for _, c := range []struct {
		t           CycleType
		power, want int
	}{
		{CycleType{0, 2}, 1, 2},
		{CycleType{0, 2}, 4, 2},
		{CycleType{0, 1, 1}, 9, 1},
		{CycleType{0, 1, 1}, 6, 3},
		{CycleType{0, 0, 1, 2}, 9, 6},
		{CycleType{0, 0, 1, 2}, 12, 8},
		{CycleType{0, 0, 1, 2}, 25, 0},
	} {
		if got := c.t.Fixed(c.power); got != c.want {
			t.Errorf("power %d of a permutation of type %v fixes %d points, want %d", c.power, c.t, got, c.want)
		}
	}
}
