package estimate

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestWilsonIsAsPublished(t *testing.T) {
	// The examples of R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, method 3.
	for _, c := range []struct {
		successes, trials uint64
		low, high         float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1},
	} {
		low, high := Wilson(c.successes, c.trials)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("Wilson(%d, %d) = %.4f, %.4f, want %.4f, %.4f", c.successes, c.trials, low, high, c.low, c.high)
		}
	}
}

// By its definition, each end of an interval of Wilson is a proportion from which the sample is exactly 1.959964
// standard deviations away. The test computes this distance for random samples.
func TestWilsonEndsAreAtTheQuantile(t *testing.T) {
	deviations := func(successes, trials uint64, p float64) float64 {
		n := float64(trials)
		return (float64(successes) - n*p) / math.Sqrt(n*p*(1-p))
	}
	rapid.Check(t, func(t *rapid.T) {
		trials := rapid.Uint64Range(1, 1e7).Draw(t, "trials")
		successes := rapid.Uint64Range(0, trials).Draw(t, "successes")
		low, high := Wilson(successes, trials)
		p := float64(successes) / float64(trials)
		if !(0 <= low && low <= p && p <= high && high <= 1) {
			t.Fatalf("Wilson(%d, %d) = %v, %v, which does not hold %v", successes, trials, low, high, p)
		}
		if z := deviations(successes, trials, low); low > 0 && math.Abs(z-1.959964) > 1e-5 {
			t.Fatalf("%d of %d are, from %v, %v deviations away, want 1.959964", successes, trials, low, z)
		}
		if z := deviations(successes, trials, high); high < 1 && math.Abs(z+1.959964) > 1e-5 {
			t.Fatalf("%d of %d are, from %v, %v deviations away, want -1.959964", successes, trials, high, z)
		}
	})
}
