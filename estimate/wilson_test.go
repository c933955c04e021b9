package estimate

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestWilsonIsAsPublished(t *testing.T) {
	// The examples of R. G. Newcombe, Two-sided confidence intervals for the single
	// proportion, 1998, method 3.
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

func TestTheEndsOfWilsonAreSoManyDeviationsAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trials := rapid.Uint64Range(1, 1e7).Draw(t, "trials")
		successes := rapid.Uint64Range(0, trials).Draw(t, "successes")
		low, high := Wilson(successes, trials)
		p := float64(successes) / float64(trials)
		if !(0 <= low && low <= p && p <= high && high <= 1) {
			t.Fatalf("Wilson(%d, %d) = %v, %v, which does not hold %v", successes, trials, low, high, p)
		}
		if z := Z(successes, trials, low); low > 0 && math.Abs(z-1.959964) > 1e-5 {
			t.Fatalf("Z(%d, %d, %v) = %v, want 1.959964", successes, trials, low, z)
		}
		if z := Z(successes, trials, high); high < 1 && math.Abs(z+1.959964) > 1e-5 {
			t.Fatalf("Z(%d, %d, %v) = %v, want -1.959964", successes, trials, high, z)
		}
	})
}

func TestZ(t *testing.T) {
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
