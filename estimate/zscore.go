package estimate

import "math"

// Z returns how many standard deviations a sample has more successes than it
// should if p is the true proportion. Where p is 0 or 1 there is no deviation:
// then it is 0, or infinite if the sample proves p wrong.
func Z(successes, trials uint64, p float64) float64 {
	n := float64(trials)
	return ratio(float64(successes)-n*p, math.Sqrt(n*p*(1-p)))
}

// TwoSampleZ returns how many standard deviations the first sample's proportion is
// above the second's, if both are of one true proportion, which is estimated from
// both together.
func TwoSampleZ(successes1, trials1, successes2, trials2 uint64) float64 {
	k1, n1, k2, n2 := float64(successes1), float64(trials1), float64(successes2), float64(trials2)
	p := (k1 + k2) / (n1 + n2)
	return ratio(k1/n1-k2/n2, math.Sqrt(p*(1-p)*(1/n1+1/n2)))
}

// ratio is a/b, and 0 for 0/0.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}

// normalP returns the probability that a normal variable is at least |z| standard
// deviations off, on either side.
func normalP(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }
