package simulate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTheIntervalOfStrataHasItsConfidence draws samples of four parts whose shares it knows, 4000 times. The interval
// must contain the true share in about 95 % of the draws. One part has the share 0 and another nearly 1, where
// intervals often fail.
func TestTheIntervalOfStrataHasItsConfidence(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	truth := []float64{0, 0.1, 0.5, 0.98}
	weights := []float64{1, 6, 2, 3}
	want, whole := 0.0, 0.0
	for i, p := range truth {
		want += weights[i] * p
		whole += weights[i]
	}
	want /= whole
	const samples, trials = 4000, 60
	held, mean := 0, 0.0
	for range samples {
		parts := make([]stratum, len(truth))
		for i, p := range truth {
			parts[i] = stratum{Weight: weights[i], Trials: trials}
			for range trials {
				if random.Float64() < p {
					parts[i].Successes++
				}
			}
		}
		proportion, low, high := strata(parts)
		mean += proportion / samples
		if low <= want && want <= high {
			held++
		}
	}
	if share := float64(held) / samples; share < 0.94 || share > 0.985 {
		t.Errorf("the interval holds the truth in %.3f of the samples, want about 0.95", share)
	}
	if math.Abs(mean-want) > 0.002 {
		t.Errorf("the mean of the estimates is %v, want %v", mean, want)
	}
}
