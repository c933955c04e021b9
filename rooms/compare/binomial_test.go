package compare

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// naive sums the probabilities of all outcomes that are no likelier than k, each to 300 bits.
func naive(k, n int64, p float64) float64 {
	const precision = 300
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	power := func(x *big.Float, e int64) *big.Float {
		product := number(1)
		for range e {
			product.Mul(product, x)
		}
		return product
	}
	q := number(1)
	q.Sub(q, number(p))
	likelihood := func(k int64) *big.Float {
		l := new(big.Float).SetPrec(precision).SetInt(new(big.Int).Binomial(n, k))
		l.Mul(l, power(number(p), k))
		return l.Mul(l, power(q, n-k))
	}
	limit := likelihood(k)
	limit.Mul(limit, number(1+1e-7))
	sum := number(0)
	for i := range n + 1 {
		if l := likelihood(i); l.Cmp(limit) <= 0 {
			sum.Add(sum, l)
		}
	}
	result, _ := sum.Float64()
	return result
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-10*math.Abs(b) }

// TestBinomialPIsTheSumOfAllUnlikelyOutcomes compares BinomialP with its definition, for all samples of up to 16
// trials, and for random samples of up to 100.
func TestBinomialPIsTheSumOfAllUnlikelyOutcomes(t *testing.T) {
	for n := int64(1); n <= 16; n++ {
		for k := range n + 1 {
			for _, p := range []float64{0, 1, .5, .25, .3, 1. / 3, .9, 1e-9, 1 - 1e-9, 5. / 16} {
				if got, want := BinomialP(uint64(k), uint64(n), p), min(naive(k, n, p), 1); !near(got, want) {
					t.Errorf("BinomialP(%d, %d, %v) = %v, want %v", k, n, p, got, want)
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(17, 100).Draw(t, "n")
		k := rapid.Int64Range(0, n).Draw(t, "k")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		if got, want := BinomialP(uint64(k), uint64(n), p), min(naive(k, n, p), 1); want > 1e-290 && !near(got, want) {
			t.Errorf("BinomialP(%d, %d, %v) = %v, want %v", k, n, p, got, want)
		}
	})
}

func TestBinomialPMatchesR(t *testing.T) {
	// The example of R's help on binom.test, which prints four digits.
	if got := fmt.Sprintf("%.4f", BinomialP(682, 925, 0.75)); got != "0.3825" {
		t.Errorf("BinomialP(682, 925, 0.75) = %s, want 0.3825", got)
	}
}

func TestLikelihoodsSumToOne(t *testing.T) {
	for _, c := range []struct{ n, p float64 }{{10, .3}, {1000, .001}, {100_000, .7}, {100_000, 1e-5}} {
		b, sum := binomial{c.n, c.p, 1 - c.p}, 0.0
		for k := 0.0; k <= c.n; k++ {
			sum += b.likelihood(k)
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("n=%v, p=%v: the likelihoods sum to 1%+g", c.n, c.p, sum-1)
		}
	}
}

// TestTailsMatchTheIncompleteBetaFunction compares tail probabilities with those of an independent package.
func TestTailsMatchTheIncompleteBetaFunction(t *testing.T) {
	for _, c := range []struct{ n, p, k float64 }{
		{100, .3, 10}, {100, .3, 29}, {1000, .9, 880}, {10_000, .12249, 1100}, {10_000, .5, 4999}, {10_000, .001, 2},
	} {
		want := distuv.Binomial{N: c.n, P: c.p}.CDF(c.k)
		if got := (binomial{c.n, c.p, 1 - c.p}).below(c.k); math.Abs(got-want) > 1e-9*want {
			t.Errorf("n=%v, p=%v: P(at most %v) = %v, want %v", c.n, c.p, c.k, got, want)
		}
	}
}

// TestManyTrialsAreNearlyNormal compares p-values of many trials with the normal distribution, corrected for
// continuity. For p = 1/2 the relative difference must be about 1/n.
func TestManyTrialsAreNearlyNormal(t *testing.T) {
	for _, n := range []uint64{1e5, 1e6, 1e7, 1e9} {
		for _, z := range []float64{.1, 1, 2, 3, 5} {
			sd := math.Sqrt(float64(n)) / 2
			off := math.Round(z * sd)
			want := normalP((off - .5) / sd)
			for _, k := range []uint64{n/2 - uint64(off), n/2 + uint64(off)} {
				if got := BinomialP(k, n, .5); math.Abs(got-want) > 100/float64(n)*want+1e-9*want {
					t.Errorf("BinomialP(%d, %d, .5) = %v, want about %v", k, n, got, want)
				}
			}
		}
	}
}

// TestBinomialPFallsFromTheMeanOn draws random samples of up to ten million trials. The p-value must be the same for
// successes and failures exchanged, and must not increase away from the mean.
func TestBinomialPFallsFromTheMeanOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(2, 1e7).Draw(t, "n")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		k := rapid.Uint64Range(0, n).Draw(t, "k")
		got := BinomialP(k, n, p)
		if !(got >= 0 && got <= 1) {
			t.Fatalf("BinomialP(%d, %d, %v) = %v", k, n, p, got)
		}
		mirrored := BinomialP(n-k, n, 1-p)
		if p+(1-p) == 1 && 1-(1-p) == p && math.Abs(got-mirrored) > 1e-6*got { // else 1-p is rounded
			t.Fatalf("BinomialP(%d, %d, %v) = %v, of the failures %v", k, n, p, got, mirrored)
		}
		further := k
		if float64(k) < float64(n)*p {
			further = k - min(k, 1+n/1000)
		} else {
			further = min(n, k+1+n/1000)
		}
		if next := BinomialP(further, n, p); next > got*(1+1e-6) {
			t.Fatalf("BinomialP(%d, %d, %v) = %v, further off, at %d, it is %v", k, n, p, got, further, next)
		}
	})
}

func BenchmarkBinomialP(b *testing.B) {
	for _, n := range []uint64{1e4, 1e7} {
		b.Run(fmt.Sprintf("trials=%d", n), func(b *testing.B) {
			for b.Loop() {
				BinomialP(n/3+1, n, 1./3)
			}
		})
	}
}

// TestZScores compares z-scores with values computed by hand, also for the proportions 0 and 1.
func TestZScores(t *testing.T) {
	for _, c := range []struct {
		successes, trials uint64
		p, want           float64
	}{
		{870, 10_000, 108. / 1296, 1.3266},
		{50, 100, .5, 0},
		{60, 100, .5, 2},
		{0, 100, 0, 0},
		{1, 100, 0, math.Inf(1)},
		{100, 100, 1, 0},
		{99, 100, 1, math.Inf(-1)},
	} {
		if got := Z(c.successes, c.trials, c.p); got != c.want && !(math.Abs(got-c.want) < 1e-4) {
			t.Errorf("Z(%d, %d, %v) = %v, want %v", c.successes, c.trials, c.p, got, c.want)
		}
	}
}

func TestTwoSampleZ(t *testing.T) {
	for _, c := range []struct {
		successes1, trials1, successes2, trials2 uint64
		want                                     float64
	}{
		{60, 100, 40, 100, 2.8284}, // 0.2 / sqrt(0.25 * 0.02)
		{40, 100, 60, 100, -2.8284},
		{40, 100, 400, 1000, 0},
		{0, 100, 0, 10, 0},
		{10, 10, 100, 100, 0},
	} {
		if got := TwoSampleZ(c.successes1, c.trials1, c.successes2, c.trials2); !(math.Abs(got-c.want) < 1e-4) {
			t.Errorf("TwoSampleZ(%d, %d, %d, %d) = %v, want %v", c.successes1, c.trials1, c.successes2, c.trials2, got, c.want)
		}
	}
}
