package compare

import (
	"fmt"
	"math"
	"testing"

	"enumerate/results/estimate"

	"pgregory.net/rapid"
)

// TestEachFigureAgreesOrDisagreesWithABetterOne compares the figures of one size. Each row has the expected lines: which figure is compared with which,
// the verdict, and whether the difference is too large for chance.
func TestEachFigureAgreesOrDisagreesWithABetterOne(t *testing.T) {
	exact := func(p float64) *estimate.Exact { return &estimate.Exact{Size: 6, Proportion: p} }
	sample := func(successes uint64) *estimate.Sample {
		return &estimate.Sample{Size: 6, Trials: 10_000, Successes: successes}
	}
	expanded := func(p, within float64) *estimate.Expanded {
		return &estimate.Expanded{Size: 6, Proportion: p, Error: within}
	}
	published := func(proportion float64, unaccounted uint64) *estimate.Published {
		return &estimate.Published{Size: 6, Trials: 10_000, Proportion: proportion, UnaccountedTrials: unaccounted}
	}
	for _, c := range []struct {
		claim     string
		exact     *estimate.Exact
		expanded  *estimate.Expanded
		sampled   *estimate.Sample
		published *estimate.Published
		want      string // source, against, verdict, whether it is off
	}{
		{"nothing", exact(.5), nil, nil, nil, ""},
		{"a good sample", exact(.5), nil, sample(5100), nil, "sampled/exact/agrees/false "},
		{"a bad sample", exact(.5), nil, sample(5300), nil, "sampled/exact/disagrees/true "},
		{"both with the exact value", exact(.165), nil, sample(1650), published(.2228, 2), "sampled/exact/agrees/false published/exact/disagrees/true "},
		{"both without it", nil, nil, sample(1650), published(.2228, 2), "sampled//no exact value/false published/sampled/no exact value/true "},
		{"both alike without it", nil, nil, sample(2200), published(.2228, 2), "sampled//no exact value/false published/sampled/no exact value/false "},
		{"a published figure alone", nil, nil, nil, published(.2228, 2), "published//no exact value/false "},
		{"a proof by one game", exact(0), nil, sample(1), nil, "sampled/exact/disagrees/true "},
		{"none where there is none", exact(0), nil, sample(0), published(0, 0), "sampled/exact/agrees/false published/exact/agrees/false "},
		{"all where there is nothing else", exact(1), nil, sample(10_000), nil, "sampled/exact/agrees/false "},
		{"lost games that explain it", exact(.5), nil, nil, published(.45, 500), "published/exact/agrees/false "},
		{"too few lost games to explain it", exact(.5), nil, nil, published(.45, 100), "published/exact/disagrees/true "},
		{"a sample near an expansion", nil, expanded(.5, 0), sample(5100), nil, "sampled/expansion/agrees/false "},
		{"a sample far from it", nil, expanded(.5, 0), sample(5300), nil, "sampled/expansion/disagrees/true "},
		{"a sample that its error explains", nil, expanded(.5, .02), sample(5300), nil, "sampled/expansion/agrees/false "},
		{"an expansion with the exact value", exact(.5), expanded(.6, 0), sample(5100), nil, "sampled/exact/agrees/false "},
		{"an expansion and a published figure", nil, expanded(.5, 0), nil, published(.4, 0), "published//no exact value/false "},
		{"lost games that explain it, without an exact value", nil, nil, sample(5000), published(.45, 500), "sampled//no exact value/false published/sampled/no exact value/false "},
	} {
		got := ""
		for _, l := range Compare(c.exact, c.expanded, c.sampled, c.published) {
			got += fmt.Sprintf("%s/%s/%s/%t ", l.Source, l.Against, l.Verdict, l.Off)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.claim, got, c.want)
		}
	}
}

// TestLostGamesCountInFavorOfAgreement tests published figures in which the results of some games were lost. The
// p-value must be the greatest one that is possible, whatever the number of successes among the lost games.
func TestLostGamesCountInFavorOfAgreement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trials := rapid.Uint64Range(1, 300).Draw(t, "trials")
		successes := rapid.Uint64Range(0, trials).Draw(t, "successes")
		lost := rapid.Uint64Range(0, trials-successes).Draw(t, "lost")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		published := estimate.Published{Size: 6, Trials: trials, Proportion: float64(successes) / float64(trials), UnaccountedTrials: lost}
		line := Compare(&estimate.Exact{Size: 6, Proportion: p}, nil, nil, &published)[0]
		best := 0.0
		for k := successes; k <= successes+lost; k++ {
			best = max(best, BinomialP(k, trials, p))
		}
		if line.Successes != successes || line.P != best {
			t.Fatalf("%+v with %v: P = %v, want the best of all, %v", published, p, line.P, best)
		}
		low, _ := estimate.Wilson(successes, trials)
		_, high := estimate.Wilson(successes+lost, trials)
		if line.Low != low || line.High != high {
			t.Fatalf("%+v: from %v to %v, expected from %v to %v", published, line.Low, line.High, low, high)
		}
	})
}

// TestDisagreementBeginsAtTheThreshold compares samples of 10,000 games with the exact share 1/2. The change from
// agreement must come once, at about 4.9 standard deviations.
func TestDisagreementBeginsAtTheThreshold(t *testing.T) {
	agreed := true
	for k := uint64(5000); k < 5400; k++ {
		line := Compare(&estimate.Exact{Size: 6, Proportion: .5}, nil, &estimate.Sample{Size: 6, Trials: 10_000, Successes: k}, nil)[0]
		agrees := line.Verdict == Agrees
		if agrees != (line.P >= Threshold) || agrees && !agreed {
			t.Errorf("%d of 10000 against 1/2: p = %v, %s", k, line.P, line.Verdict)
		}
		if agreed && !agrees && math.Abs(line.Z-4.9) > .1 {
			t.Errorf("it disagrees from %d on, %.2f deviations off, want 4.9", k, line.Z)
		}
		agreed = agrees
	}
	if agreed {
		t.Error("5400 of 10000 agree with 1/2")
	}
}

func ExampleCompare() {
	exact := estimate.Exact{Size: 4, Proportion: 108. / 1296}
	published := estimate.Published{Size: 4, Trials: 10_000, Proportion: 0.0870}
	for _, line := range Compare(&exact, nil, nil, &published) {
		fmt.Printf("%s: %d of %d, z = %.2f, p = %.3f: %s\n", line.Source, line.Successes, line.Trials, line.Z, line.P, line.Verdict)
	}
	// Output:
	// published: 870 of 10000, z = 1.33, p = 0.187: agrees
}
