package enum_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/sampling"
)

// fixtures returns two rulesets: heaps has no parameters, jump has two.
func fixtures() []*enum.Ruleset {
	jump := &enum.Ruleset{
		Name:       "jump",
		Parameters: []enum.Parameter{{Name: "players"}, {Name: "tie"}},
		Methods:    []enum.Method{{Name: "walk", Sizes: enum.Range{First: 2, Last: 5}}, {Name: "count", Sizes: enum.Range{First: 2, Last: 9}}},
	}
	jump.With = func(values map[string]string) (*enum.Ruleset, error) {
		if values["players"] == "0" {
			return nil, errors.New("no players")
		}
		return &enum.Ruleset{Name: fmt.Sprintf("jump players=%s tie=%s", values["players"], values["tie"])}, nil
	}
	return []*enum.Ruleset{{Name: "heaps"}, jump}
}

func TestFindReturnsTheNamedRulesetWithItsSettings(t *testing.T) {
	for _, c := range []struct{ name, want, err string }{
		{"heaps", "heaps", ""},
		{"jump", "jump", ""},
		{"jump:players=3", "jump players=3 tie=", ""},
		{"jump:players=3,tie=inherit", "jump players=3 tie=inherit", ""},
		{"jump:tie=a=b", "jump players= tie=a=b", ""},
		{"jump:players=0", "", "no players"},
		{"jump:", "", `jump: "" is not a parameter with a value`},
		{"jump:players", "", `"players" is not a parameter with a value`},
		{"jump:player=3", "", `unknown parameter "player"; did you mean "players"? choose one of: players, tie`},
		{"jump:players=3,players=3", "", "the parameter players is set twice"},
		{"heaps:players=3", "", `the ruleset heaps has no parameters: leave out ":players=3"`},
		{"heap", "", `unknown ruleset "heap"; did you mean "heaps"? choose one of: heaps, jump`},
		{"chess:players=2", "", `unknown ruleset "chess"; choose one of: heaps, jump`},
	} {
		got, err := enum.Find(fixtures(), c.name)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) || got != nil {
				t.Errorf("Find(%q) = %v, %v, want the error %q", c.name, got, err, c.err)
			}
			continue
		}
		if err != nil || got.Name != c.want {
			t.Errorf("Find(%q) = %+v, %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestSettingsAreReadByName(t *testing.T) {
	parameters := []enum.Parameter{{Name: "players"}, {Name: "tie"}}
	got, err := enum.Settings("tie=,players=2", parameters)
	if want := map[string]string{"tie": "", "players": "2"}; err != nil || !maps.Equal(got, want) {
		t.Errorf("Settings = %v, %v, want %v", got, err, want)
	}
}

func TestTheFirstMethodIsTheWalk(t *testing.T) {
	jump := fixtures()[1]
	if got, want := jump.Walked(), (enum.Range{First: 2, Last: 5}); got != want {
		t.Errorf("Walked = %v, want %v", got, want)
	}
	if got := new(enum.Ruleset).Walked(); !got.Empty() {
		t.Errorf("Walked of a ruleset without methods = %v, want an empty range", got)
	}
	for _, name := range []string{"walk", "count"} {
		if m, err := jump.Method(name); err != nil || m.Name != name {
			t.Errorf("Method(%q) = %+v, %v", name, m, err)
		}
	}
	_, err := jump.Method("wlak")
	if want := `jump: unknown method "wlak"; did you mean "walk"? choose one of: walk, count`; err == nil || err.Error() != want {
		t.Errorf("Method of an unknown name = %v, want %s", err, want)
	}
}

func TestARangeHasBothItsEnds(t *testing.T) {
	for _, c := range []struct {
		sizes   enum.Range
		inside  []int
		outside []int
		err     string
	}{
		{enum.Range{First: 2, Last: 4}, []int{2, 3, 4}, []int{1, 5}, "n = 7 is too large for chess: expected 2 to 4 columns"},
		{enum.Range{First: 3, Last: 3}, []int{3}, []int{2, 4}, "n = 7 is too large for chess: expected 3 columns"},
		{enum.Range{First: 1, Last: 1}, []int{1}, []int{0, 2}, "n = 7 is too large for chess: expected 1 column"},
		{enum.Range{First: 0, Last: 1}, []int{0, 1}, []int{2}, "n = 7 is too large for chess: expected 1 column"},
		{enum.Range{First: 1}, nil, []int{0, 1}, "every size is too large for chess: choose other parameters"},
	} {
		for _, size := range c.inside {
			if !c.sizes.Contains(size) {
				t.Errorf("%v does not contain %d", c.sizes, size)
			}
		}
		for _, size := range c.outside {
			if c.sizes.Contains(size) {
				t.Errorf("%v contains %d", c.sizes, size)
			}
		}
		if empty := len(c.inside) == 0; c.sizes.Empty() != empty {
			t.Errorf("%v.Empty() = %t", c.sizes, !empty)
		}
		if got := kit.SizeError(7, "for chess", c.sizes, "column", "columns").Error(); got != c.err {
			t.Errorf("%v: %q, want %q", c.sizes, got, c.err)
		}
	}
}

func TestSamplingsAreKnownByTheirMethod(t *testing.T) {
	for method, want := range map[string]bool{
		"sample": true, "simulate:radius=2": true,
		"walk": false, "count": false, "": false, "samples": false, "simulate": false,
	} {
		if got := enum.IsSampling(method); got != want {
			t.Errorf("IsSampling(%q) = %t, want %t", method, got, want)
		}
	}
}

func TestASamplingNeedsItsSpaceAndItsSampler(t *testing.T) {
	failure := errors.New("no such size")
	space := func(int) (enum.Space, error) { return necklaces(3), nil }
	for claim, r := range map[string]*enum.Ruleset{
		"the space": {
			Space:   func(int) (enum.Space, error) { return nil, failure },
			Sampler: func(int) (func() enum.Sampler, error) { return newIdle, nil },
		},
		"the sampler": {Space: space, Sampler: func(int) (func() enum.Sampler, error) { return nil, failure }},
	} {
		if _, err := sampling.Of(r, 3, 1, 1); !errors.Is(err, failure) {
			t.Errorf("%s fails: Sampling = %v, want %v", claim, err, failure)
		}
	}
}
