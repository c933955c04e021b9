package simulate

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"enumerate/estimate"
)

// A stratum is one part of a whole of which each part has a sample of its own: how much of the
// whole it is, and how many of its trials, at least one, succeeded.
type stratum struct {
	Weight            float64
	Successes, Trials uint64
}

// strata returns the proportion of a whole that its parts' samples estimate, weighted, and an
// interval that holds the true one in about 95 of 100 cases: the proportion and 1.96 standard
// deviations either way. The variance of each part is that of its sample with two successes
// and two failures added (A. Agresti and B. A. Coull, Approximate is better than "exact" for
// interval estimation of binomial proportions, 1998), so that parts with no success count.
// There is at least one part with a weight.
func strata(parts []stratum) (proportion, low, high float64) {
	var whole, variance float64
	for _, p := range parts {
		whole += p.Weight
	}
	for _, p := range parts {
		share, k, n := p.Weight/whole, float64(p.Successes), float64(p.Trials)
		proportion += share * k / n
		adjusted := (k + 2) / (n + 4)
		variance += share * share * adjusted * (1 - adjusted) / (n + 4)
	}
	half := float64(mathext.NormalQuantile((1+estimate.Confidence)/2) * math.Sqrt(variance)) // not fused
	return proportion, max(proportion-half, 0), min(proportion+half, 1)
}
