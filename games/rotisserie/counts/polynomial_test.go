package counts

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// lagrange returns the coefficients of the polynomial of least degree with the given
// values at start, start+1, …, by Lagrange's formula.
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
		got := p.coefficients()
		if len(got) != len(want) || p.Degree() != len(want)-1 {
			t.Fatalf("Interpolate(%d, %v) = %v, degree %d, want %v", start, values, got, p.Degree(), want)
		}
		for i := range got {
			if got[i].Cmp(want[i]) != 0 {
				t.Fatalf("Interpolate(%d, %v) = %v, want %v", start, values, got, want)
			}
		}
		for m := start - 3; m < start+len(values)+3; m++ {
			if at, want := p.At(int64(m)), evaluate(want, m); want.Cmp(new(big.Rat).SetInt(at)) != 0 {
				t.Fatalf("Interpolate(%d, %v).At(%d) = %v, want %v", start, values, m, at, want)
			}
		}
	})
}

func TestPolynomialsReadLikeFormulas(t *testing.T) {
	for _, c := range []struct {
		start  int
		values []int64
		want   string
	}{
		{1, []int64{0, 0}, "0"},
		{1, nil, "0"},
		{1, []int64{7}, "7"},
		{1, []int64{1, 2}, "M"},
		{0, []int64{0, -2}, "-2 M"},
		{1, []int64{1, 3, 6}, "(M^2 + M)/2"},
		{1, []int64{0, 2, 7}, "(3 M^2 - 5 M + 2)/2"},
		{0, []int64{3, 2, 3}, "M^2 - 2 M + 3"},
		{-1, []int64{-1, 0, 1, 8}, "M^3"},
	} {
		if got := Interpolate(c.start, integers(c.values)).String(); got != c.want {
			t.Errorf("Interpolate(%d, %v) = %q, want %q", c.start, c.values, got, c.want)
		}
	}
}

func TestPowersOfTwoAreNoPolynomial(t *testing.T) {
	var values []*big.Int
	for i := range 20 {
		values = append(values, new(big.Int).Lsh(big.NewInt(1), uint(i)))
	}
	if p := Interpolate(1, values); p.Degree() != 19 {
		t.Errorf("Interpolate(20 powers of 2) = %v, want the degree 19", p)
	}
	if p := Interpolate(1, nil); p.Degree() != -1 {
		t.Errorf("Interpolate(no values) = %v, want 0", p)
	}
}

// TestCountsArePolynomials has more values of each count than its degree takes.
func TestCountsArePolynomials(t *testing.T) {
	for _, c := range []struct {
		heaps, largest int
		degree         int
	}{{1, 20, -1}, {2, 60, 2}, {3, 60, 2}, {4, 20, 4}, {5, 12, 4}, {6, 9, 6}, {7, 10, 6}, {8, 11, 8}} {
		if c.heaps > 6 && testing.Short() {
			continue
		}
		values := integers(totals(t, c.heaps, c.largest))
		if p := Interpolate(1, values); p.Degree() != c.degree {
			t.Errorf("%d heaps of 1 to %d: %v, want the degree %d", c.heaps, c.largest, p, c.degree)
		}
	}
	for _, c := range []struct {
		heaps int
		want  string
	}{{2, "(M^2 + M)/2"}, {3, "(3 M^2 - 5 M + 2)/2"}} { // M(M+1)/2, (M-1)(3M-2)/2
		if got := Interpolate(1, integers(totals(t, c.heaps, 9))).String(); got != c.want {
			t.Errorf("%d heaps: %s, want %s", c.heaps, got, c.want)
		}
	}
}
