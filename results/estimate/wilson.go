package estimate

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// A Sample is how many trials of one size there were, and how many were successes.
type Sample struct {
	Size              int
	Trials, Successes uint64
}

// Proportion returns the share of successes.
func (s Sample) Proportion() float64 { return float64(s.Successes) / float64(s.Trials) }

// An Exact is the true proportion of one size.
type Exact struct {
	Size       int
	Proportion float64
}

// Confidence is the share of samples, in the long run, whose interval of Wilson contains the true proportion.
const Confidence = 0.95

// Wilson returns the score interval of a proportion, for a sample of at least one trial: all proportions from which the
// sample is at most 1.96 standard deviations away. Unlike the textbook interval, it stays within 0 and 1, and it is
// useful even if no trial is a success. It is from E. B. Wilson, Probable inference, the law of succession, and
// statistical inference, 1927.
func Wilson(successes, trials uint64) (low, high float64) {
	z := mathext.NormalQuantile((1 + Confidence) / 2)
	n, k := float64(trials), float64(successes)
	centre := k + z*z/2
	// The square of the half width is z²(k(n-k)/n + z²/4).
	half := z * math.Sqrt(k*(n-k)/n+z*z/4)
	low, high = (centre-half)/(n+z*z), (centre+half)/(n+z*z)
	// Without any success the lower end is 0, and without any failure the upper end is 1, except for rounding.
	if successes == 0 {
		low = 0
	}
	if successes == trials {
		high = 1
	}
	return low, high
}
