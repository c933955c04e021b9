package compare

import (
	"math"
	"sort"
)

// tie is by how much a likelihood may exceed another one and still count as equal,
// since both are rounded. It is that of R's binom.test.
const tie = 1 + 1e-7

// BinomialP returns the exact two-sided p-value of a sample under the hypothesis
// that p, from 0 to 1, is the true proportion: the probability of all outcomes
// that are no likelier than this one (the method of small p-values, as in R's
// binom.test). The relative error is below 1e-9 for up to 10^9 trials; values
// below 1e-300 or so come out as 0. It sums some 10 standard deviations of terms,
// which for 10^7 trials takes 60 microseconds.
func BinomialP(successes, trials uint64, p float64) float64 {
	switch {
	case p <= 0 && successes > 0, p >= 1 && successes != trials:
		return 0
	case p <= 0, p >= 1:
		return 1
	}
	b := binomial{float64(trials), p, 1 - p}
	k, mean := float64(successes), float64(trials)*p
	// The likelihood rises up to the mean and falls from there, give or take one
	// outcome. The outcomes no likelier than k on the other side begin where it
	// passes the likelihood of k.
	limit := b.likelihood(k) * tie
	unlikely := func(k float64) bool { return b.likelihood(k) <= limit }
	switch {
	case k < mean:
		return min(1, b.below(k)+b.above(firstTrue(math.Ceil(mean), b.n+1, unlikely)))
	case k > mean:
		// The last unlikely outcome below the mean is the first one downwards.
		last := -firstTrue(-math.Floor(mean), 1, func(k float64) bool { return unlikely(-k) })
		return min(1, b.below(last)+b.above(k))
	}
	return 1
}

// firstTrue returns the least integer from low on of which f is true, or high.
// From there on f is true.
func firstTrue(low, high float64, f func(float64) bool) float64 {
	return low + float64(sort.Search(int(high-low), func(i int) bool { return f(low + float64(i)) }))
}

// A binomial is the number of successes in n trials, each with probability p. Both
// p and q = 1-p are above 0; the smaller one is the more precise.
type binomial struct{ n, p, q float64 }

// below returns the probability of at most k successes, k not above the mode. The
// terms fall from k on, so their sum can end when what is left is nothing compared with it.
// (The incomplete beta function would do it without a sum, but the continued
// fraction for it needs more steps than implementations allow near the mean of
// many trials, and its factor in front loses digits.)
func (b binomial) below(k float64) float64 {
	sum := 0.0
	for term := b.likelihood(k); k >= 0 && term > sum*1e-17; k-- {
		sum += term
		term *= k / (b.n - k + 1) * (b.q / b.p)
	}
	return sum
}

// above returns the probability of at least k successes, k not below the mode.
func (b binomial) above(k float64) float64 {
	return binomial{b.n, b.q, b.p}.below(b.n - k)
}

// likelihood returns the probability of exactly k successes, 0 outside 0..n. Its
// relative error stays near that of the machine for any n: factorials are replaced
// by Stirling's formula, whose large terms are cancelled on paper (C. Loader, Fast
// and accurate computation of binomial probabilities, 2000).
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

// logarithm returns log p, q being 1-p.
func logarithm(p, q float64) float64 {
	if q < p {
		return math.Log1p(-q)
	}
	return math.Log(p)
}

// stirling returns what Stirling's formula for log n! lacks, n >= 1.
func stirling(n float64) float64 {
	if n < 16 {
		factorial, _ := math.Lgamma(n + 1) // its logarithm
		return factorial - ((n+0.5)*math.Log(n) - n + math.Log(2*math.Pi)/2)
	}
	square := n * n
	return (1./12 - (1./360-(1./1260-(1./1680-1./1188/square)/square)/square)/square) / n
}

// deviance returns x log(x/m) + m - x, x and m positive, without the loss of digits
// that the formula brings where x is near m.
func deviance(x, m float64) float64 {
	if math.Abs(x-m) >= 0.1*(x+m) {
		return x*math.Log(x/m) + m - x
	}
	// With v = (x-m)/(x+m) it is (x-m)v + 2x(v³/3 + v⁵/5 + ...).
	v := (x - m) / (x + m)
	sum := (x - m) * v
	power := 2 * x * v
	for j := 3.0; ; j += 2 {
		power *= v * v
		next := sum + power/j
		if next == sum {
			return sum
		}
		sum = next
	}
}

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
