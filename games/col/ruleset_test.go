package col

import (
	"testing"

	"enumerate/enum"
)

type given = map[string]string

func set(t testing.TB, v given) settings {
	t.Helper()
	r, err := newSettings(v)
	if err != nil {
		t.Fatalf("newSettings(%v): %v", v, err)
	}
	return r
}

func TestNameHasTheParametersThatDifferFromDefaults(t *testing.T) {
	for _, c := range []struct {
		values given
		want   string
	}{
		{nil, "col"},
		{given{"colours": "none"}, "col"},
		{given{"colours": "leaves"}, "col:colours=leaves"},
		{given{"colours": "all"}, "col:colours=all"},
	} {
		if got, err := New().With(c.values); err != nil || got.Name != c.want {
			t.Errorf("With(%v) = %v, %v, want %q", c.values, got, err, c.want)
		}
	}
}

func TestWrongParametersAreNamed(t *testing.T) {
	for _, c := range []struct {
		values given
		want   string
	}{
		{given{"colours": ""}, `colours=: expected none, leaves or all`},
	} {
		if r, err := New().With(c.values); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("With(%v) = %v, %v, want %q", c.values, r, err, c.want)
		}
	}
}

func TestSizesThatCanBeWalked(t *testing.T) {
	for _, c := range []struct {
		values        given
		sizes, walked enum.Range
	}{
		{nil, enum.Range{First: 1, Last: 30}, enum.Range{First: 1, Last: 16}},
		{given{"colours": "leaves"}, enum.Range{First: 1, Last: 30}, enum.Range{First: 1, Last: 16}},
		{given{"colours": "all"}, enum.Range{First: 1, Last: 30}, enum.Range{First: 1, Last: 13}},
	} {
		r := set(t, c.values)
		ruleset := r.ruleset()
		if ruleset.Sizes != c.sizes || ruleset.Walked() != c.walked {
			t.Errorf("%s has sizes %v, walked %v, want %v, %v", r.name(), ruleset.Sizes, ruleset.Walked(), c.sizes, c.walked)
		}
	}
}

func TestErrorsNameTheValidChoices(t *testing.T) {
	byMethod := func(r settings, method string, size int) error {
		m, err := r.ruleset().Method(method)
		if err == nil {
			_, err = m.Space(size, enum.Means{})
		}
		return err
	}
	leaves := set(t, given{"colours": "leaves"})
	_, size := New().Space(0)
	_, sampler := New().Sampler(31)
	_, lister := leaves.ruleset().Lister(17)
	_, estimate := leaves.ruleset().Methods[0].Estimate(t.Context(), 17, 0)
	_, random := New().Families[0].Generate(31, nil)
	for _, c := range []struct {
		err  error
		want string
	}{
		{size, "n = 0 is too small for col: expected 1 to 30 vertices"},
		{sampler, "n = 31 is too large for col: expected 1 to 30 vertices"},
		{byMethod(leaves, "walk", 0), "n = 0 is too small for col:colours=leaves: expected 1 to 30 vertices"},
		{byMethod(leaves, "walk", 17), "n = 17 is too large to walk col:colours=leaves: expected 1 to 16 vertices"},
		{lister, "n = 17 is too large to walk col:colours=leaves: expected 1 to 16 vertices"},
		{estimate, "n = 17 is too large to walk col:colours=leaves: expected 1 to 16 vertices"},
		{byMethod(settings{}, "sum", 2), `col: unknown method "sum"; choose one of: walk, formula`},
		{byMethod(leaves, "formula", 31), "n = 31 is too large for col:colours=leaves: expected 1 to 30 vertices"},
		{random, "n = 31 is too large for col: expected 1 to 30 vertices"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}
