package col

import (
	"testing"

	"enumerate/enum"
)

type values = map[string]string

// with returns the ruleset with parameters set.
func with(t testing.TB, v values) Ruleset {
	t.Helper()
	r, err := New().With(v)
	if err != nil {
		t.Fatalf("With(%v): %v", v, err)
	}
	return r.(Ruleset)
}

func TestNameSaysWhatIsNotAsByDefault(t *testing.T) {
	for _, c := range []struct {
		values values
		want   string
	}{
		{nil, "col"},
		{values{"shape": "trees", "colours": "none"}, "col"},
		{values{"colours": "leaves"}, "col:colours=leaves"},
		{values{"colours": "all", "shape": "paths"}, "col:shape=paths,colours=all"},
	} {
		if got := with(t, c.values).Name(); got != c.want {
			t.Errorf("With(%v).Name() = %q, want %q", c.values, got, c.want)
		}
	}
}

func TestWrongParametersAreNamed(t *testing.T) {
	for _, c := range []struct {
		values values
		want   string
	}{
		{values{"shape": "stars"}, `the shape is trees or paths, not "stars"`},
		{values{"colours": ""}, `the colours are none, leaves or all, not ""`},
	} {
		if r, err := New().With(c.values); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("With(%v) = %v, %v, want %q", c.values, r, err, c.want)
		}
	}
}

func TestSizesThatCanBeWalked(t *testing.T) {
	for _, c := range []struct {
		values                 values
		sizes, walked, reduced enum.Range
	}{
		{nil, enum.Range{First: 1, Last: 30}, enum.Range{First: 1, Last: 16}, enum.Range{First: 1, Last: 30}},
		{values{"colours": "leaves"}, enum.Range{First: 1, Last: 30}, enum.Range{First: 1, Last: 16}, enum.Range{First: 1, Last: 16}},
		{values{"colours": "all"}, enum.Range{First: 1, Last: 30}, enum.Range{First: 1, Last: 13}, enum.Range{First: 1, Last: 13}},
		{values{"shape": "paths"}, enum.Range{First: 1, Last: 200}, enum.Range{First: 1, Last: 200}, enum.Range{First: 1, Last: 200}},
		{values{"shape": "paths", "colours": "all"}, enum.Range{First: 1, Last: 200}, enum.Range{First: 1, Last: 20}, enum.Range{First: 1, Last: 20}},
	} {
		r := with(t, c.values)
		about := r.About()
		if about.Sizes != c.sizes || about.Walked != c.walked || r.reduced() != c.reduced {
			t.Errorf("%s has sizes %v, walked %v, reduced %v, want %v, %v, %v", r.Name(), about.Sizes, about.Walked, r.reduced(), c.sizes, c.walked, c.reduced)
		}
	}
}

func TestErrorsNameWhatThereIs(t *testing.T) {
	leaves := with(t, values{"colours": "leaves"})
	large, err := leaves.Space(17)
	if err != nil {
		t.Fatal(err)
	}
	_, size := New().Space(0)
	_, method := New().Counting("sum", 2, enum.Means{})
	_, reduce := leaves.Counting("reduce", 17, enum.Means{})
	_, family := New().Generate("stars", 3, nil)
	_, length := New().Generate("path", 10_000_001, nil)
	for _, c := range []struct {
		err  error
		want string
	}{
		{size, "col has games with 1 to 30 vertices, not 0"},
		{enum.Walkable(large), "col:colours=leaves can be walked with 1 to 16 vertices, not 17"},
		{method, `there is no method "sum"; there is: formula, reduce`},
		{reduce, "the method reduce counts col:colours=leaves with 1 to 16 vertices, not 17"},
		{family, `there is no family "stars"; there is: random, path, complete`},
		{length, "such a game has 1 to 10000000 vertices, not 10000001"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}

// What the command line finds by these interfaces.
var (
	_ enum.Parametric  = Ruleset{}
	_ enum.Counted     = Ruleset{}
	_ enum.Reader      = Ruleset{}
	_ enum.Generator   = Ruleset{}
	_ enum.Theorematic = Ruleset{}
	_ enum.Valued      = Ruleset{}
	_ enum.Bounded     = (*Space)(nil)
	_ enum.Sampled     = (*Space)(nil)
	_ enum.Bounded     = reduced{}
	_ enum.Bounded     = summed{}
	_ enum.Lister      = (*walker)(nil)
	_ enum.Prober      = (*walker)(nil)
	_ enum.Advised     = Playable{}
	_ enum.Drawable    = Position{}
	_ enum.Writable    = Position{}
	_ enum.Answer      = Answer{}
)
