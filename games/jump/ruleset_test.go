package jump

import (
	"slices"
	"testing"

	"enumerate/enum"
)

func with(t testing.TB, values map[string]string) settings {
	t.Helper()
	r, err := newSettings(values)
	if err != nil {
		t.Fatalf("newSettings(%v): %v", values, err)
	}
	return r
}

type given = map[string]string

func TestNameHasTheParametersThatDifferFromDefaults(t *testing.T) {
	for _, c := range []struct {
		values given
		want   string
	}{
		{nil, "jump"},
		{given{"rows": "square", "values": "0..2", "players": "1", "move": "straight", "tie": "initial", "preset": "assignment"}, "jump"},
		{given{"rows": "1", "players": "2"}, "jump:rows=1,players=2"},
		{given{"values": "00..04"}, "jump:values=0..4"},
		{given{"players": "2", "tie": "inherit"}, "jump:players=2,tie=inherit"},
		{given{"players": "2", "preset": "document"}, "jump:players=2,move=diamond,tie=inherit"},
		{given{"players": "2", "preset": "document", "move": "diamond", "rows": "3"}, "jump:rows=3,players=2,move=diamond,tie=inherit"},
		// Parameters that make no difference are not in the name.
		{given{"preset": "document"}, "jump:move=diamond"},
		{given{"tie": "inherit"}, "jump"},
		{given{"players": "2", "values": "3..3", "preset": "document"}, "jump:values=3..3,players=2,move=diamond"},
		{given{"players": "2", "values": "0..1", "preset": "document"}, "jump:values=0..1,players=2"},
	} {
		if got, err := New().With(c.values); err != nil || got.Name != c.want {
			t.Errorf("With(%v) = %v, %v, want %q", c.values, got, err, c.want)
		}
	}
	// With starts from the defaults, and forgets settings of an earlier With.
	r, err := with(t, given{"rows": "1"}).ruleset().With(given{"players": "2"})
	if err != nil || r.Name != "jump:players=2" {
		t.Errorf("With = %v, %v, want jump:players=2", r, err)
	}
}

func TestWrongParametersAreNamed(t *testing.T) {
	for _, c := range []struct {
		values given
		want   string
	}{
		{given{"rows": "0"}, `rows is "square" or a number from 1 to 1,000,000, not "0"`},
		{given{"rows": "99999999999999999999"}, `rows is "square" or a number from 1 to 1,000,000, not "99999999999999999999"`},
		{given{"values": "2..1"}, `values=2..1: expected LEAST..MOST with 0 <= LEAST <= MOST <= 2,147,483,647, such as 0..2`},
		{given{"values": "2"}, `values=2: expected LEAST..MOST with 0 <= LEAST <= MOST <= 2,147,483,647, such as 0..2`},
		{given{"values": "0..2147483648"}, `values=0..2147483648: expected LEAST..MOST with 0 <= LEAST <= MOST <= 2,147,483,647, such as 0..2`},
		{given{"players": "101"}, `players=101: expected a number from 1 to 100`},
		{given{"move": "sideways"}, `move=sideways: expected straight or diamond`},
		{given{"tie": ""}, `tie=: expected initial or inherit`},
		{given{"preset": "thesis"}, `preset=thesis: expected assignment or document`},
		{given{"preset": "assignment", "move": "diamond"}, "the preset assignment sets move=straight, not diamond: leave out one of the two"},
		{given{"preset": "document", "tie": "initial"}, "the preset document sets tie=inherit, not initial: leave out one of the two"},
	} {
		if r, err := New().With(c.values); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("With(%v) = %v, %v, want %q", c.values, r, err, c.want)
		}
	}
}

func TestSizesHaveRoomForThePlayers(t *testing.T) {
	for _, c := range []struct {
		values                given
		sizes, walked, merged enum.Range
	}{
		{nil, enum.Range{First: 2, Last: 1024}, enum.Range{First: 2, Last: 4}, enum.Range{First: 2, Last: 4}},
		{given{"rows": "1"}, enum.Range{First: 2, Last: 1 << 20}, enum.Range{First: 2, Last: 21}, enum.Range{First: 2, Last: 64}},
		{given{"rows": "4"}, enum.Range{First: 1, Last: 1 << 18}, enum.Range{First: 1, Last: 5}, enum.Range{First: 1, Last: 5}},
		{given{"players": "4"}, enum.Range{First: 3, Last: 1024}, enum.Range{First: 3, Last: 3}, enum.Range{First: 3, Last: 4}},
		{given{"rows": "1", "players": "2", "values": "0..1"}, enum.Range{First: 3, Last: 1 << 20}, enum.Range{First: 3, Last: 28}, enum.Range{First: 3, Last: 25}},
		{given{"rows": "1000000", "players": "100"}, enum.Range{First: 1, Last: 1}, enum.Range{First: 1, Last: 0}, enum.Range{First: 1, Last: 0}},
		{given{"rows": "1", "values": "1..1"}, enum.Range{First: 2, Last: 1 << 20}, enum.Range{First: 2, Last: 1 << 20}, enum.Range{First: 2, Last: 64}},
	} {
		r := with(t, c.values)
		ruleset := r.ruleset()
		got := []enum.Range{ruleset.Sizes, ruleset.Walked(), r.merged()}
		if want := []enum.Range{c.sizes, c.walked, c.merged}; !slices.Equal(got, want) {
			t.Errorf("%s has these sizes, and walked, and merged: %v, want %v", r.name(), got, want)
		}
		for _, size := range []int{c.sizes.First - 1, c.sizes.Last + 1, -5} {
			if s, err := ruleset.Space(size); err == nil || s != nil {
				t.Errorf("%s: Space(%d) = %v, %v, want an error", r.name(), size, s, err)
			}
			for _, m := range ruleset.Methods {
				if s, err := m.Space(size, enum.Means{}); err == nil || s != nil {
					t.Errorf("%s: the space of size %d by %s = %v, %v, want an error", r.name(), size, m.Name, s, err)
				}
			}
		}
	}
}

func TestErrorsNameTheValidSizes(t *testing.T) {
	byMethod := func(method string, r settings, size int) error {
		m, err := r.ruleset().Method(method)
		if err == nil {
			_, err = m.Space(size, enum.Means{})
		}
		return err
	}
	_, small := New().Space(1)
	_, one := with(t, given{"rows": "1000000"}).space(2)
	_, sampler := New().Sampler(1)
	_, lister := New().Lister(5)
	_, estimate := New().Methods[0].Estimate(t.Context(), 5, 0)
	for _, c := range []struct {
		err  error
		want string
	}{
		{small, "n = 1 is too small for jump: expected 2 to 1,024 columns"},
		{sampler, "n = 1 is too small for jump: expected 2 to 1,024 columns"},
		{one, "n = 2 is too large for jump:rows=1000000: expected 1 column"},
		{byMethod("walk", defaults(), 1), "n = 1 is too small for jump: expected 2 to 1,024 columns"},
		{byMethod("walk", defaults(), 5), "n = 5 is too large to walk jump: expected 2 to 4 columns"},
		{lister, "n = 5 is too large to walk jump: expected 2 to 4 columns"},
		{estimate, "n = 5 is too large to walk jump: expected 2 to 4 columns"},
		{byMethod("walk", with(t, given{"values": "0..2000000000", "players": "3"}), 3), "every size is too large to walk jump:values=0..2000000000,players=3: choose other parameters"},
		{byMethod("sum", defaults(), 2), `jump: unknown method "sum"; choose one of: walk, count`},
		{byMethod("count", defaults(), 1), "n = 1 is too small for jump: expected 2 to 1,024 columns"},
		{byMethod("count", defaults(), 5), "n = 5 is too large for the method count of jump: expected 2 to 4 columns"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}
