package col

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games/col/search"
)

// TestSamplesAreUniform compares the frequency of each class with its orbit, within 5 standard deviations.
func TestSamplesAreUniform(t *testing.T) {
	const trials, seed = 10_000, 7
	for _, v := range []given{{}, {"colours": "leaves"}, {"colours": "all"}} {
		r := set(t, v)
		const size = 4
		s, err := r.space(size)
		if err != nil {
			t.Fatal(err)
		}
		census := s.(*space).census
		want := make(map[string]float64)
		games, _ := s.Games().Float64()
		for _, text := range labelled(r, size) {
			want[ordered(text)] += 1 / games
		}
		random := rand.New(rand.NewPCG(seed, 0))
		drawn := make(map[string]float64)
		for range trials {
			text := census.appendRandom(nil, size, random).String()
			drawn[ordered(bracketed(text))]++
		}
		for text, p := range want {
			off := drawn[text] - trials*p
			if off*off > 25*trials*p*(1-p) {
				t.Errorf("%s, seed %d: %s is drawn %v times of %d, want about %.0f", r.name(), seed, text, drawn[text], trials, trials*p)
			}
			delete(drawn, text)
		}
		if len(drawn) > 0 {
			t.Errorf("%s: drawn is what there is not: %v", r.name(), drawn)
		}
	}
}

// TestSamplesDependOnTheRandomNumbersOnly takes two samplers, and compares their outcomes with a search.
func TestSamplesDependOnTheRandomNumbersOnly(t *testing.T) {
	r := set(t, given{"colours": "leaves"})
	samplers, err := r.ruleset().Sampler(12)
	if err != nil {
		t.Fatal(err)
	}
	one, solver := samplers().(*sampler), search.NewSolver()
	for seed := range uint64(50) {
		source := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
		got, work, err1 := one.Sample(t.Context(), source())
		value, err2 := solver.Value(t.Context(), one.position)
		again, _, err3 := samplers().Sample(t.Context(), source())
		want := verdictOf(solver.Arena().Outcome(value))
		if err := cmp.Or(err1, err2, err3); err != nil || got != want || again != want || work != (enum.Work{}) {
			t.Errorf("seed %d: %v has the verdicts %d and %d, by %v, %v, want %d", seed, one.position, got, again, work, err, want)
		}
	}
}

func TestGeneratedGamesAreOfTheirFamily(t *testing.T) {
	for _, c := range []struct {
		values given
		family string
		size   int
		want   string // the game, if the family has only one
	}{
		{nil, "random", 3, ""},
		{given{"colours": "all"}, "random", 30, ""},
	} {
		r := set(t, c.values)
		families := r.ruleset().Families
		at := slices.IndexFunc(families, func(f single.Family) bool { return f.Name == c.family })
		game, err := families[at].Generate(c.size, sampling.GameSource(1, c.size, 0))
		if err != nil {
			t.Errorf("%s, %s of %d: %v", r.name(), c.family, c.size, err)
			continue
		}
		p := game.(position)
		if len(p) != c.size || len(p) != p.treeEnd(0) || c.want != "" && p.String() != c.want {
			t.Errorf("%s, %s of %d = %.80s, want %q", r.name(), c.family, c.size, p, c.want)
		}
	}
}
