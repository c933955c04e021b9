package heaps_test

import (
	"testing"

	"enumerate/enum"
	"enumerate/games/antonim"
	"enumerate/games/greedy"
	"enumerate/games/nim"
	"enumerate/games/rotisserie"
	"enumerate/games/tower"
)

type values = map[string]string

func with(t testing.TB, r *enum.Ruleset, values values) *enum.Ruleset {
	t.Helper()
	set, err := r.With(values)
	if err != nil {
		t.Fatalf("%s: With(%v): %v", r.Name, values, err)
	}
	return set
}

func TestNameHasTheParametersThatDifferFromDefaults(t *testing.T) {
	for _, c := range []struct {
		ruleset *enum.Ruleset
		values  values
		want    string
	}{
		{nim.New(), nil, "nim"},
		{nim.New(), values{"heaps": "0..3", "verdict": "outcome"}, "nim"},
		{nim.New(), values{"heaps": "02..2", "verdict": "grundy"}, "nim:heaps=2,verdict=grundy"},
		{nim.New(), values{"heaps": "0..1000"}, "nim:heaps=0..1000"},
		{antonim.New(), values{"heaps": "any"}, "antonim"},
		{antonim.New(), values{"heaps": "4"}, "antonim:heaps=4"},
		{rotisserie.New(), values{"heaps": "6"}, "rotisserie:heaps=6"},
	} {
		if got := with(t, c.ruleset, c.values).Name; got != c.want {
			t.Errorf("With(%v).Name = %q, want %q", c.values, got, c.want)
		}
	}
	if got := with(t, with(t, nim.New(), values{"heaps": "5"}), values{"verdict": "grundy"}).Name; got != "nim:verdict=grundy" {
		t.Errorf("With = %s, want nim:verdict=grundy", got)
	}
}

func TestWrongParametersAreNamed(t *testing.T) {
	for _, c := range []struct {
		ruleset *enum.Ruleset
		values  values
		want    string
	}{
		{nim.New(), values{"heaps": "any"}, `heaps=any: expected K or K..L, 0 to 1000, such as 0..3`},
		{nim.New(), values{"heaps": "3..2"}, `heaps=3..2: expected K or K..L, 0 to 1000, such as 0..3`},
		{nim.New(), values{"heaps": "-1"}, `heaps=-1: expected K or K..L, 0 to 1000, such as 0..3`},
		{nim.New(), values{"heaps": "3.."}, `heaps=3..: expected K or K..L, 0 to 1000, such as 0..3`},
		{antonim.New(), values{"heaps": "99999999999999999999"}, `heaps=99999999999999999999: expected any, K or K..L, 0 to 1000, such as 0..3`},
		{tower.New(), values{"verdict": "value"}, `verdict=value: expected outcome or grundy`},
		{antonim.New(), values{"heaps": "30", "verdict": "grundy"}, "no formula is known for 30 heaps, and they have too many positions for the exhaustive solver: it takes at most 33,554,432"},
	} {
		if r, err := c.ruleset.With(c.values); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("%s: With(%v) = %v, %v, want %q", c.ruleset.Name, c.values, r, err, c.want)
		}
	}
}

func TestSizesOfRulesetsOfHeaps(t *testing.T) {
	const most = 1_000_000_000
	from1 := func(last int) enum.Range { return enum.Range{First: 1, Last: last} }
	for _, c := range []struct {
		ruleset       *enum.Ruleset
		values        values
		sizes, walked enum.Range
	}{
		{nim.New(), nil, from1(most), from1(584)},
		{nim.New(), values{"verdict": "grundy"}, from1(1023), from1(584)},
		{nim.New(), values{"heaps": "21"}, from1(most), from1(0)},
		{nim.New(), values{"heaps": "0"}, from1(most), from1(most)},
		{antonim.New(), nil, from1(40), from1(25)},
		{antonim.New(), values{"verdict": "grundy"}, from1(25), from1(25)},
		{antonim.New(), values{"heaps": "0..3"}, from1(most), from1(586)},
		{antonim.New(), values{"heaps": "4"}, enum.Range{First: 4, Last: 5872}, enum.Range{First: 4, Last: 168}},
		{tower.New(), nil, from1(most), from1(322)},
		{rotisserie.New(), nil, from1(most), from1(322)},
		{rotisserie.New(), values{"heaps": "4"}, from1(most), from1(75)},
		{rotisserie.New(), values{"heaps": "9"}, from1(most), from1(6)},
		{rotisserie.New(), values{"heaps": "10"}, from1(11), from1(5)},
		{rotisserie.New(), values{"verdict": "grundy"}, from1(322), from1(322)},
		{greedy.New(), nil, from1(most), from1(584)},
		{greedy.New(), values{"verdict": "grundy"}, from1(584), from1(584)},
	} {
		r := with(t, c.ruleset, c.values)
		if r.Sizes != c.sizes || r.Walked() != c.walked {
			t.Errorf("%s has the sizes %v, walked %v, want %v, walked %v", r.Name, r.Sizes, r.Walked(), c.sizes, c.walked)
		}
		for _, size := range []int{c.sizes.First - 1, c.sizes.Last + 1, -5} {
			if s, err := r.Space(size); err == nil || s != nil {
				t.Errorf("%s: Space(%d) = %v, %v, want an error", r.Name, size, s, err)
			}
		}
	}
}

func TestErrorsNameTheValidChoices(t *testing.T) {
	byMethod := func(r *enum.Ruleset, method string, size int) error {
		m, err := r.Method(method)
		if err == nil {
			_, err = m.Space(size, enum.Means{})
		}
		return err
	}
	sampled := func(r *enum.Ruleset, size int) error { _, err := r.Sampler(size); return err }
	_, small := nim.New().Space(0)
	_, four := with(t, rotisserie.New(), values{"heaps": "4", "verdict": "grundy"}).Space(100)
	_, lister := nim.New().Lister(1000)
	_, random := antonim.New().Families[0].Generate(41, nil)
	four4 := with(t, rotisserie.New(), values{"heaps": "4"})
	for _, c := range []struct {
		err  error
		want string
	}{
		{small, "n = 0 is too small for nim: expected 1 to 1,000,000,000 sticks in the largest heap"},
		{byMethod(nim.New(), "walk", 0), "n = 0 is too small for nim: expected 1 to 1,000,000,000 sticks in the largest heap"},
		{byMethod(nim.New(), "formula", 0), "n = 0 is too small for nim: expected 1 to 1,000,000,000 sticks in the largest heap"},
		{sampled(nim.New(), 0), "n = 0 is too small for nim: expected 1 to 1,000,000,000 sticks in the largest heap"},
		{random, "n = 41 is too large for antonim: expected 1 to 40 sticks in the largest heap"},
		{four, "n = 100 is too large for rotisserie:heaps=4,verdict=grundy: expected 1 to 75 sticks in the largest heap"},
		{byMethod(nim.New(), "walk", 1000), "n = 1000 is too large to walk nim: expected 1 to 584 sticks in the largest heap"},
		{lister, "n = 1000 is too large to walk nim: expected 1 to 584 sticks in the largest heap"},
		{byMethod(greedy.New(), "sum", 2), `greedy: unknown method "sum"; choose one of: walk, formula, count`},
		{byMethod(four4, "count", 1000), "n = 1000 is too large for the method count of rotisserie:heaps=4: expected 1 to 254 sticks in the largest heap"},
		{byMethod(with(t, antonim.New(), values{"verdict": "grundy"}), "formula", 2), `antonim:verdict=grundy: unknown method "formula"; choose one of: walk`},
		{byMethod(nim.New(), "formula", 1_000_000), "n = 1000000 is too large for the method formula of nim: expected 1 to 8,432 sticks in the largest heap"},
		{sampled(antonim.New(), 40), "n = 40 is too large to sample antonim: expected 1 to 25 sticks in the largest heap"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}
