package compare

import (
	"math"
	"sort"
)

// tie is the factor by which two likelihoods may differ and still count as equal, because both are rounded. R's
// binom.test uses the same factor.
const tie = 1 + 1e-7

// BinomialP returns the exact two-sided p-value of a sample under the hypothesis that p, from 0 to 1, is the true
// proportion. This is the probability of all outcomes that are no likelier than the sample's outcome (the method of
// small p-values, as in R's binom.test). The relative error is below 1e-9 for up to 10^9 trials; values below about
// 1e-300 become 0. It sums the terms of about 10 standard deviations, which takes 60 microseconds for 10^7 trials.
func BinomialP(successes, trials uint64, p float64) float64 {
	switch {
	case p <= 0 && successes > 0, p >= 1 && successes != trials:
		return 0
	case p <= 0, p >= 1:
		return 1
	}
	b := binomial{float64(trials), p, 1 - p}
	k, mean := float64(successes), float64(trials)*p

	// Find the outcomes (numbers of successes) that are at most as likely as k. The likelihood rises up to the mean, or
	// to a number next to it, and then falls. So on k's side of the mean, they are k and all numbers further away. On
	// the other side, a search finds where they begin.
	limit := b.likelihood(k) * tie // tie is slightly above 1, so that rounding does not separate equal likelihoods
	unlikely := func(k float64) bool { return b.likelihood(k) <= limit }
	switch {
	case k < mean:
		return min(1, b.below(k)+b.above(firstTrue(math.Ceil(mean), b.n+1, unlikely)))
	case k > mean:
		// firstTrue searches upwards, so negate the outcomes.
		last := -firstTrue(-math.Floor(mean), 1, func(k float64) bool { return unlikely(-k) })
		return min(1, b.below(last)+b.above(k))
	}
	return 1
}

// firstTrue returns the least integer from `low` on for which f is true, or `high` if there is none below it. f must be
// monotonic.
func firstTrue(low, high float64, f func(float64) bool) float64 {
	return low + float64(sort.Search(int(high-low), func(i int) bool { return f(low + float64(i)) }))
}

// A binomial is the distribution of the number of successes in n trials with probability p. Both p and q = 1-p are
// positive. They are stored separately because 1-p, computed from a rounded p, would lose digits if it is small.
type binomial struct{ n, p, q float64 }

// below returns the probability of at most k successes. The number k must not be above the mode (the likeliest number),
// so that the terms decrease from k downwards, and the sum can end when the rest is negligible. (The incomplete beta
// function needs no sum. But near the mean of many trials its continued fraction needs more steps than implementations
// allow, and its factor loses digits.)
func (b binomial) below(k float64) float64 {
	sum := 0.0
	for term := b.likelihood(k); k >= 0 && term > sum*1e-17; k-- {
		sum += term
		term *= k / (b.n - k + 1) * (b.q / b.p)
	}
	return sum
}

// above returns the probability of at least k successes, for k not below the mode (the likeliest number).
func (b binomial) above(k float64) float64 {
	return binomial{b.n, b.q, b.p}.below(b.n - k)
}

// likelihood returns the probability of exactly k successes, 0 outside 0..n, with a relative error close to the machine
// precision. The large terms of Stirling's formula for the factorials cancel. What remains are the formula's errors
// (stirling), two terms x·log(x/m)+m-x (deviance), and a square root (C. Loader, Fast and accurate computation of
// binomial probabilities, 2000).
func (b binomial) likelihood(k float64) float64 {
	switch {
	case k < 0 || k > b.n:
		return 0
	case k == 0:
		return math.Exp(b.n * logarithm(b.q, b.p))
	case k == b.n:
		return math.Exp(b.n * logarithm(b.p, b.q))
	}
	exponent := stirling(b.n) - stirling(k) - stirling(b.n-k) - deviance(k, b.n*b.p) - deviance(b.n-k, b.n*b.q)
	return math.Exp(exponent) * math.Sqrt(b.n/(2*math.Pi*k*(b.n-k)))
}

// logarithm returns log p, with q = 1-p.
func logarithm(p, q float64) float64 {
	if q < p {
		return math.Log1p(-q)
	}
	return math.Log(p)
}

// stirling returns the error of Stirling's formula for log n!, n >= 1.
func stirling(n float64) float64 {
	if n < 16 {
		factorial, _ := math.Lgamma(n + 1) // its logarithm
		return factorial - ((n+0.5)*math.Log(n) - n + math.Log(2*math.Pi)/2)
	}
	square := n * n
	return (1./12 - (1./360-(1./1260-(1./1680-1./1188/square)/square)/square)/square) / n
}

// deviance returns x·log(x/m) + m - x, for positive x and m. If x is close to m, the sum is much smaller than its
// terms, so adding them would lose digits; then deviance sums a series instead.
func deviance(x, m float64) float64 {
	if math.Abs(x-m) >= 0.1*(x+m) {
		return x*math.Log(x/m) + m - x
	}
	// With v = (x-m)/(x+m) it equals (x-m)v + 2x(v³/3 + v⁵/5 + ...).
	v := (x - m) / (x + m)
	sum := (x - m) * v
	power := 2 * x * v
	for j := 3.0; ; j += 2 {
		power *= v * v
		next := sum + power/j
		if next == sum { // the remaining terms are too small to change the sum
			return sum
		}
		sum = next
	}
}

// Z returns the number of standard deviations by which the number of successes exceeds its expected value, under the
// hypothesis that p is the true proportion. If p is 0 or 1, Z returns 0 if all trials agree with p, and infinity with a
// sign otherwise.
func Z(successes, trials uint64, p float64) float64 {
	n := float64(trials)
	return ratio(float64(successes)-n*p, math.Sqrt(n*p*(1-p)))
}

// TwoSampleZ returns the number of standard deviations by which the first sample's proportion exceeds the second's,
// under the hypothesis that both have the same true proportion, which is estimated from the two samples together.
func TwoSampleZ(successes1, trials1, successes2, trials2 uint64) float64 {
	k1, n1, k2, n2 := float64(successes1), float64(trials1), float64(successes2), float64(trials2)
	p := (k1 + k2) / (n1 + n2)
	return ratio(k1/n1-k2/n2, math.Sqrt(p*(1-p)*(1/n1+1/n2)))
}

func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}

// normalP returns the probability that a normal variable deviates by at least |z| standard deviations, on either side.
func normalP(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }
