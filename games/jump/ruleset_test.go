package jump

import (
	"slices"
	"testing"

	"enumerate/enum"
)

// with returns the ruleset with parameters set.
func with(t testing.TB, values map[string]string) Ruleset {
	t.Helper()
	r, err := New().With(values)
	if err != nil {
		t.Fatalf("With(%v): %v", values, err)
	}
	return r.(Ruleset)
}

type values = map[string]string

func TestNameSaysWhatIsNotAsByDefault(t *testing.T) {
	for _, c := range []struct {
		values values
		want   string
	}{
		{nil, "jump"},
		{values{"rows": "square", "values": "0..2", "players": "1", "move": "straight", "tie": "initial", "preset": "assignment"}, "jump"},
		{values{"rows": "1", "players": "2"}, "jump:rows=1,players=2"},
		{values{"values": "00..04"}, "jump:values=0..4"},
		{values{"players": "2", "tie": "inherit"}, "jump:players=2,tie=inherit"},
		{values{"players": "2", "preset": "document"}, "jump:players=2,move=diamond,tie=inherit"},
		{values{"players": "2", "preset": "document", "move": "diamond", "rows": "3"}, "jump:rows=3,players=2,move=diamond,tie=inherit"},
		// What makes no difference has one name.
		{values{"preset": "document"}, "jump:move=diamond"},
		{values{"tie": "inherit"}, "jump"},
		{values{"players": "2", "values": "3..3", "preset": "document"}, "jump:values=3..3,players=2,move=diamond"},
		{values{"players": "2", "values": "0..1", "preset": "document"}, "jump:values=0..1,players=2"},
	} {
		if got := with(t, c.values).Name(); got != c.want {
			t.Errorf("With(%v).Name() = %q, want %q", c.values, got, c.want)
		}
	}
	// With starts from the defaults, whatever is set already.
	r, err := with(t, values{"rows": "1"}).With(values{"players": "2"})
	if err != nil || r.Name() != "jump:players=2" {
		t.Errorf("With = %v, %v, want jump:players=2", r.Name(), err)
	}
}

func TestWrongParametersAreNamed(t *testing.T) {
	for _, c := range []struct {
		values values
		want   string
	}{
		{values{"rows": "0"}, `rows are square or a number from 1 to 1000000, not "0"`},
		{values{"rows": "99999999999999999999"}, `rows are square or a number from 1 to 1000000, not "99999999999999999999"`},
		{values{"values": "2..1"}, `values are LEAST..MOST with 0 <= LEAST <= MOST <= 2147483647, such as 0..2, not "2..1"`},
		{values{"values": "2"}, `values are LEAST..MOST with 0 <= LEAST <= MOST <= 2147483647, such as 0..2, not "2"`},
		{values{"values": "0..2147483648"}, `values are LEAST..MOST with 0 <= LEAST <= MOST <= 2147483647, such as 0..2, not "0..2147483648"`},
		{values{"players": "101"}, `players are a number from 1 to 100, not "101"`},
		{values{"move": "sideways"}, `the move is straight or diamond, not "sideways"`},
		{values{"tie": ""}, `the tie is initial or inherit, not ""`},
		{values{"preset": "thesis"}, `the preset is assignment or document, not "thesis"`},
		{values{"preset": "assignment", "move": "diamond"}, "the preset assignment moves straight, and not diamond"},
		{values{"preset": "document", "tie": "initial"}, "the preset document has the tie inherit, and not initial"},
	} {
		if r, err := New().With(c.values); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("With(%v) = %v, %v, want %q", c.values, r, err, c.want)
		}
	}
}

func TestSizesHaveRoomForThePlayers(t *testing.T) {
	for _, c := range []struct {
		values                         values
		sizes, walked, boarded, merged enum.Range
	}{
		{nil, enum.Range{First: 2, Last: 1024}, enum.Range{First: 2, Last: 4}, enum.Range{First: 2, Last: 4}, enum.Range{First: 2, Last: 4}},
		{values{"rows": "1"}, enum.Range{First: 2, Last: 1 << 20}, enum.Range{First: 2, Last: 21}, enum.Range{First: 2, Last: 24}, enum.Range{First: 2, Last: 64}},
		{values{"rows": "4"}, enum.Range{First: 1, Last: 1 << 18}, enum.Range{First: 1, Last: 5}, enum.Range{First: 1, Last: 6}, enum.Range{First: 1, Last: 5}},
		{values{"players": "4"}, enum.Range{First: 3, Last: 1024}, enum.Range{First: 3, Last: 3}, enum.Range{First: 3, Last: 4}, enum.Range{First: 3, Last: 4}},
		{values{"rows": "1", "players": "2", "values": "0..1"}, enum.Range{First: 3, Last: 1 << 20}, enum.Range{First: 3, Last: 28}, enum.Range{First: 3, Last: 37}, enum.Range{First: 3, Last: 25}},
		{values{"rows": "1000000", "players": "100"}, enum.Range{First: 1, Last: 1}, enum.Range{First: 1, Last: 0}, enum.Range{First: 1, Last: 0}, enum.Range{First: 1, Last: 0}},
		{values{"rows": "1", "values": "1..1"}, enum.Range{First: 2, Last: 1 << 20}, enum.Range{First: 2, Last: 1 << 20}, enum.Range{First: 2, Last: 64}, enum.Range{First: 2, Last: 64}},
	} {
		r := with(t, c.values)
		about := r.About()
		got := []enum.Range{about.Sizes, about.Walked, r.boarded(), r.merged()}
		if want := []enum.Range{c.sizes, c.walked, c.boarded, c.merged}; !slices.Equal(got, want) {
			t.Errorf("%s has these sizes, and walked, counted board by board, and merged: %v, want %v", r.Name(), got, want)
		}
		for _, size := range []int{c.sizes.First - 1, c.sizes.Last + 1, -5} {
			if s, err := r.Space(size); err == nil || s != nil {
				t.Errorf("%s: Space(%d) = %v, %v, want an error", r.Name(), size, s, err)
			}
		}
	}
}

func TestErrorsNameTheSizesThereAre(t *testing.T) {
	s, err := New().Space(5)
	if err != nil {
		t.Fatal(err)
	}
	_, small := New().Space(1)
	_, method := New().Counting("sum", 2, enum.Means{})
	_, count := New().Counting(countMethod, 5, enum.Means{})
	_, one := with(t, values{"rows": "1000000"}).Space(2)
	walked, err := with(t, values{"values": "0..2000000000", "players": "3"}).Space(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{small, "jump has games with 2 to 1024 columns, not 1"},
		{one, "jump:rows=1000000 has games with 1 column, not 2"},
		{enum.Walkable(s), "jump can be walked with 2 to 4 columns, not 5"},
		{enum.Walkable(walked), "jump:values=0..2000000000,players=3 can be walked with no number of columns, not 3"},
		{method, `there is no method "sum"; there is: count, boards`},
		{count, "the method count counts jump with 2 to 4 columns, not 5"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}

// What the command line finds by these interfaces.
var (
	_ enum.Parametric = Ruleset{}
	_ enum.Counted    = Ruleset{}
	_ enum.Reader     = Ruleset{}
	_ enum.Generator  = Ruleset{}
	_ enum.Bounded    = (*Space)(nil)
	_ enum.Sampled    = (*Space)(nil)
	_ enum.Prover     = (*Counting)(nil)
	_ enum.Lister     = (*walker)(nil)
	_ enum.Prober     = (*walker)(nil)
	_ enum.Explainer  = Game{}
	_ enum.Drawable   = Game{}
	_ enum.Writable   = Game{}
)
