package compare

import (
	"math"

	"enumerate/results/estimate"
)

// Threshold is the p-value below which two figures disagree. A table of a hundred lines has one chance in ten thousand
// of a false alarm.
const Threshold = 1e-6

// PublishedThreshold is the p-value below which a published figure and an exact value disagree. It is higher than
// Threshold, because few published figures are compared, they cannot be repeated with more trials, and a false alarm
// costs only another look.
const PublishedThreshold = 0.01

// A Source is the origin of a figure.
type Source string

const (
	BySample      Source = "sampled"   // games drawn by this program
	ByPublication Source = "published" // a figure that someone else published
	ByCount       Source = "exact"     // an exact count
	ByExpansion   Source = "expansion" // the series for large sizes; the series is proved, its error is an estimate
)

// A Verdict is the result of a comparison.
type Verdict string

const (
	Agrees    Verdict = "agrees"
	Disagrees Verdict = "disagrees"
	Unknown   Verdict = "no exact value"
)

// A Line compares a figure of a size with another one.
type Line struct {
	Size        int
	Source      Source
	Trials      uint64
	Successes   uint64
	Unaccounted uint64 // trials whose result is unknown
	Proportion  float64
	// Low and High are Wilson's interval. Low counts no trials with an unknown result as successes, High counts all.
	Low, High float64
	// Against is the figure to compare with: the exact value (ByCount) if there is one. Otherwise a sample is compared
	// with the expansion (a series that approximates the exact value for large sizes), and a published figure with the
	// sample. Against is empty if there is no such figure.
	Against Source
	// Z and P are the z-score and the two-sided p-value of the comparison. If the figure is compared with an exact
	// value, P comes from BinomialP. The expansion is known only up to an estimated error, so it gives a range of
	// values; P is then computed for the value in the range that is nearest to the figure. If a published figure is
	// compared with a sample, P comes from a normal distribution. Trials whose result is unknown are counted as
	// successes or failures such that the two figures agree as well as possible.
	Z, P    float64
	Verdict Verdict
	// Off reports whether P is below the threshold.
	Off bool
}

// Compare compares the known figures for the share of solvable games of one size. The result has a line for the sample
// and a line for the published figure, if they are known. Both are compared with the exact value, if it is known.
// Otherwise the sample is compared with `expanded`, the value of a series in 1/n that approximates the share, and the
// published figure with the sample. An argument is nil if the figure is unknown.
func Compare(exact *estimate.Exact, expanded *estimate.Expanded, sampled *estimate.Sample, published *estimate.Published) []Line {
	var lines []Line
	if sampled != nil {
		line := Line{Size: sampled.Size, Source: BySample, Trials: sampled.Trials, Successes: sampled.Successes, Proportion: sampled.Proportion()}
		lines = append(lines, line.against(exact, expanded, nil))
	}
	if published != nil {
		line := Line{Size: published.Size, Source: ByPublication, Trials: published.Trials, Successes: published.Successes(),
			Unaccounted: published.UnaccountedTrials, Proportion: published.Proportion}
		lines = append(lines, line.against(exact, nil, sampled))
	}
	return lines
}

// against completes the line l by a comparison with the exact value if this is known, otherwise with the expansion (a
// series in 1/n) or else the sample. An argument is nil if it is unknown.
func (l Line) against(exact *estimate.Exact, expanded *estimate.Expanded, sampled *estimate.Sample) Line {
	// Trials with an unknown result count as failures for the lower end, and as successes for the upper end.
	l.Low, _ = estimate.Wilson(l.Successes, l.Trials)
	_, l.High = estimate.Wilson(l.Successes+l.Unaccounted, l.Trials)
	l.Verdict = Unknown
	switch {
	case exact != nil:
		l.Against = ByCount
		l = l.judged(exact.Proportion)
	case expanded != nil:
		l.Against = ByExpansion
		l = l.judged(expanded.Nearest(l.Proportion))
	case sampled != nil: // a published figure is compared with a sample
		l.Against = BySample
		l.Z = TwoSampleZ(l.nearest(sampled.Proportion()), l.Trials, sampled.Successes, sampled.Trials)
		l.P = normalP(l.Z)
	}
	l.Off = l.Against != "" && l.P < l.threshold()
	return l
}

// judged completes a line under the hypothesis that p is the true proportion.
func (l Line) judged(p float64) Line {
	k := l.nearest(p)
	l.Z, l.P = Z(k, l.Trials, p), BinomialP(k, l.Trials, p)
	l.Verdict = Agrees
	if l.P < l.threshold() {
		l.Verdict = Disagrees
	}
	return l
}

func (l Line) threshold() float64 {
	if l.Source == ByPublication && l.Against == ByCount {
		return PublishedThreshold
	}
	return Threshold
}

// nearest returns the likeliest number of successes if p is the true proportion, between l.Successes and
// l.Successes+l.Unaccounted. The likelihood rises up to the mode (the likeliest of all numbers) and then falls, so this
// is the possible number nearest to the mode.
func (l Line) nearest(p float64) uint64 {
	mode := math.Floor(float64(l.Trials+1) * p)
	return uint64(min(max(mode, float64(l.Successes)), float64(l.Successes+l.Unaccounted)))
}
