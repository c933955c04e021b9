package compare

import (
	"math"

	"enumerate/estimate"
)

// Threshold is the p-value below which two figures disagree. It leaves a table of a
// hundred lines one chance in ten thousand to raise a false alarm.
const Threshold = 1e-6

// PublishedThreshold is the same for a published figure and an exact value.
// There are few such lines, a published figure cannot be drawn again with more
// trials, and a false alarm only makes someone look again.
const PublishedThreshold = 0.01

// A Source says where a figure comes from.
type Source string

const (
	BySample      Source = "sampled"   // by this program
	ByPublication Source = "published" // by someone else
	ByCount       Source = "exact"     // an exact count
	ByExpansion   Source = "expansion" // for large sizes, proved up to its error
)

// A Verdict says what a comparison comes to.
type Verdict string

const (
	Agrees    Verdict = "agrees"
	Disagrees Verdict = "disagrees"
	Unknown   Verdict = "no exact value"
)

// A Line is one figure of a size, with what it is compared with.
type Line struct {
	Size        int
	Source      Source
	Trials      uint64
	Successes   uint64
	Unaccounted uint64 // trials that may have been successes
	Proportion  float64
	// Low and High are the interval of Wilson. Trials unaccounted for widen it: Low
	// is that of the successes alone, High that with all of them.
	Low, High float64
	// Against says what the figure is compared with: ByCount; where there is no exact
	// value, ByExpansion for a sample and BySample for a published figure; or nothing.
	Against Source
	// Z and P are the z-score and the two-sided p-value of the figure against
	// that: exact (BinomialP) against an exact value, and against whichever value within
	// the error of an expansion is nearest; by the normal distribution against a sample.
	// Trials unaccounted for count as successes or not in whichever way brings the figure
	// nearest.
	Z, P    float64
	Verdict Verdict
	// Off reports that P is below the threshold, whatever is compared.
	Off bool
}

// Compare returns the lines of one size: one for a sample and one for a published
// figure, each compared with the exact value; where that is not known, the sample is
// compared with the expansion, and the published figure with the sample. Those that are
// nil are not there.
func Compare(exact *estimate.Exact, expanded *estimate.Expanded, sampled *estimate.Sample, published *estimate.Published) []Line {
	var lines []Line
	if sampled != nil {
		line := Line{Size: sampled.Size, Source: BySample, Trials: sampled.Trials, Successes: sampled.Successes, Proportion: sampled.Proportion()}
		lines = append(lines, line.against(exact, expanded, nil))
	}
	if published != nil {
		line := Line{Size: published.Size, Source: ByPublication, Trials: published.Trials, Successes: published.Successes(),
			Unaccounted: published.Unaccounted, Proportion: published.Proportion}
		lines = append(lines, line.against(exact, nil, sampled))
	}
	return lines
}

// against completes a line.
func (l Line) against(exact *estimate.Exact, expanded *estimate.Expanded, sampled *estimate.Sample) Line {
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
	case sampled != nil:
		l.Against = BySample
		l.Z = TwoSampleZ(l.nearest(sampled.Proportion()), l.Trials, sampled.Successes, sampled.Trials)
		l.P = normalP(l.Z)
	}
	l.Off = l.Against != "" && l.P < l.threshold()
	return l
}

// judged completes a line with what p as the true proportion says of it.
func (l Line) judged(p float64) Line {
	k := l.nearest(p)
	l.Z, l.P = Z(k, l.Trials, p), BinomialP(k, l.Trials, p)
	l.Verdict = Agrees
	if l.P < l.threshold() {
		l.Verdict = Disagrees
	}
	return l
}

// threshold returns below which p-value the figure disagrees with what it is
// compared with.
func (l Line) threshold() float64 {
	if l.Source == ByPublication && l.Against == ByCount {
		return PublishedThreshold
	}
	return Threshold
}

// nearest returns the number of successes, with some of those unaccounted for, that
// is likeliest if p is the true proportion: likelihood rises up to the mode and
// falls from there.
func (l Line) nearest(p float64) uint64 {
	mode := math.Floor(float64(l.Trials+1) * p)
	return uint64(min(max(mode, float64(l.Successes)), float64(l.Successes+l.Unaccounted)))
}
