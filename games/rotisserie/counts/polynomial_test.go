package counts

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// lagrange returns the coefficients of the polynomial of least degree with the given values at start, start+1, …, by
// Lagrange's formula.
func lagrange(start int, values []*big.Int) []*big.Rat {
	sum := make([]*big.Rat, len(values))
	for i := range sum {
		sum[i] = new(big.Rat)
	}
	for i, value := range values {
		basis := []*big.Rat{new(big.Rat).SetInt(value)}
		for j := range values {
			if j == i {
				continue
			}
			next := make([]*big.Rat, len(basis)+1)
			next[0] = new(big.Rat)
			for k, c := range basis {
				c := new(big.Rat).Quo(c, big.NewRat(int64(i-j), 1))
				next[k+1] = c
				next[k].Sub(next[k], new(big.Rat).Mul(c, big.NewRat(int64(start+j), 1)))
			}
			basis = next
		}
		for k, c := range basis {
			sum[k].Add(sum[k], c)
		}
	}
	for len(sum) > 0 && sum[len(sum)-1].Sign() == 0 {
		sum = sum[:len(sum)-1]
	}
	return sum
}

func evaluate(coefficients []*big.Rat, m int) *big.Rat {
	sum := new(big.Rat)
	for i := len(coefficients) - 1; i >= 0; i-- {
		sum.Mul(sum, big.NewRat(int64(m), 1))
		sum.Add(sum, coefficients[i])
	}
	return sum
}

func integers(values []int64) []*big.Int {
	found := make([]*big.Int, len(values))
	for i, v := range values {
		found[i] = big.NewInt(v)
	}
	return found
}

func TestInterpolateAgreesWithLagrange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.IntRange(-4, 6).Draw(t, "start")
		values := integers(rapid.SliceOfN(rapid.Int64Range(-3, 50), 1, 9).Draw(t, "values"))
		p := Interpolate(start, values)
		want := lagrange(start, values)
		if len(p.Differences) != len(want) {
			t.Fatalf("Interpolate(%d, %v) = %v, want the degree %d", start, values, p, len(want)-1)
		}
		for m := start - 3; m < start+len(values)+3; m++ {
			if at, want := p.At(int64(m)), evaluate(want, m); want.Cmp(new(big.Rat).SetInt(at)) != 0 {
				t.Fatalf("Interpolate(%d, %v).At(%d) = %v, want %v", start, values, m, at, want)
			}
		}
	})
}

func TestPowersOfTwoAreNotPolynomial(t *testing.T) {
	var values []*big.Int
	for i := range 20 {
		values = append(values, new(big.Int).Lsh(big.NewInt(1), uint(i)))
	}
	if p := Interpolate(1, values); len(p.Differences) != 20 {
		t.Errorf("Interpolate(20 powers of 2) = %v, want the degree 19", p)
	}
	if p := Interpolate(1, nil); len(p.Differences) != 0 {
		t.Errorf("Interpolate(no values) = %v, want 0", p)
	}
}

// TestCountsArePolynomials counts the P-positions of queues whose heaps have 1 to M sticks, for more values of M than
// the degree of the polynomial needs: the polynomial through all these values must still have that degree.
func TestCountsArePolynomials(t *testing.T) {
	for _, c := range []struct {
		heaps, largest int
		degree         int
	}{{1, 20, -1}, {2, 60, 2}, {3, 60, 2}, {4, 20, 4}, {5, 12, 4}, {6, 9, 6}, {7, 10, 6}, {8, 11, 8}} {
		if c.heaps > 6 && testing.Short() {
			continue
		}
		values := integers(totals(t, c.heaps, c.largest))
		if p := Interpolate(1, values); len(p.Differences) != c.degree+1 {
			t.Errorf("%d heaps of 1 to %d: %v, want the degree %d", c.heaps, c.largest, p, c.degree)
		}
	}
}

func TestCountsAreTheFormulasOfThePaper(t *testing.T) {
	most := 8
	if testing.Short() {
		most = 7
	}
	solver, err := NewSolver(t.Context(), most)
	if err != nil {
		t.Fatal(err)
	}
	for heaps, c := range []struct {
		divisor      int64
		coefficients []int64 // the coefficients of the powers of M, from M^0 on
	}{
		1: {1, nil},
		2: {2, []int64{0, 1, 1}},
		3: {2, []int64{2, -5, 3}},
		4: {6, []int64{-18, 28, -9, 2, 3}},
		5: {3, []int64{18, -38, 30, -16, 6}},
		6: {60, []int64{-1080, 2072, -1485, 640, -135, 18, 30}},
		7: {60, []int64{1800, -4392, 4610, -3085, 1450, -533, 150}},
		8: {840, []int64{-84840, 213498, -229425, 146720, -59535, 16282, -2520, 240, 420}},
	} {
		if heaps == 0 || heaps > most {
			continue
		}
		p, err := solver.Count(t.Context(), heaps)
		if err != nil {
			t.Fatal(err)
		}
		for m := int64(1); m <= 30; m++ {
			want := new(big.Int)
			for _, coefficient := range slices.Backward(c.coefficients) {
				want.Add(want.Mul(want, big.NewInt(m)), big.NewInt(coefficient))
			}
			if got := p.At(m); want.Cmp(new(big.Int).Mul(got, big.NewInt(c.divisor))) != 0 {
				t.Errorf("%d heaps of 1 to %d: %v, want %v/%d", heaps, m, got, want, c.divisor)
			}
		}
	}
}
