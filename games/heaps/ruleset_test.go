package heaps_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"enumerate/enum"
	"enumerate/games/antonim"
	"enumerate/games/greedy"
	"enumerate/games/heaps"
	"enumerate/games/nim"
	"enumerate/games/rotisserie"
	"enumerate/games/tower"
)

type values = map[string]string

// with returns a ruleset with parameters set.
func with(t testing.TB, r heaps.Ruleset, values values) heaps.Ruleset {
	t.Helper()
	set, err := r.With(values)
	if err != nil {
		t.Fatalf("%s: With(%v): %v", r.Name(), values, err)
	}
	return set.(heaps.Ruleset)
}

func TestNameSaysWhatIsNotAsByDefault(t *testing.T) {
	for _, c := range []struct {
		ruleset heaps.Ruleset
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
		if got := with(t, c.ruleset, c.values).Name(); got != c.want {
			t.Errorf("With(%v).Name() = %q, want %q", c.values, got, c.want)
		}
	}
	// With starts from the defaults, whatever is set already.
	if got := with(t, with(t, nim.New(), values{"heaps": "5"}), values{"verdict": "grundy"}).Name(); got != "nim:verdict=grundy" {
		t.Errorf("With = %s, want nim:verdict=grundy", got)
	}
}

func TestWrongParametersAreNamed(t *testing.T) {
	for _, c := range []struct {
		ruleset heaps.Ruleset
		values  values
		want    string
	}{
		{nim.New(), values{"heaps": "any"}, `heaps are K or K..L, 0 to 1000, such as 0..3, not "any"`},
		{nim.New(), values{"heaps": "3..2"}, `heaps are K or K..L, 0 to 1000, such as 0..3, not "3..2"`},
		{nim.New(), values{"heaps": "-1"}, `heaps are K or K..L, 0 to 1000, such as 0..3, not "-1"`},
		{nim.New(), values{"heaps": "3.."}, `heaps are K or K..L, 0 to 1000, such as 0..3, not "3.."`},
		{antonim.New(), values{"heaps": "99999999999999999999"}, `heaps are any, K or K..L, 0 to 1000, such as 0..3, not "99999999999999999999"`},
		{tower.New(), values{"verdict": "value"}, `the verdict is outcome or grundy, not "value"`},
		{antonim.New(), values{"heaps": "30", "verdict": "grundy"}, "no formula is known for 30 heaps, and there are more than 33554432 positions of them, which is the limit of the exhaustive solver"},
	} {
		if r, err := c.ruleset.With(c.values); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("%s: With(%v) = %v, %v, want %q", c.ruleset.Name(), c.values, r, err, c.want)
		}
	}
}

func TestSizesAreThoseThatCanBeSolved(t *testing.T) {
	const most = 1_000_000_000
	from1 := func(last int) enum.Range { return enum.Range{First: 1, Last: last} }
	for _, c := range []struct {
		ruleset       heaps.Ruleset
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
		{antonim.New(), values{"heaps": "4"}, enum.Range{First: 4, Last: 2212}, enum.Range{First: 4, Last: 168}},
		{tower.New(), nil, from1(most), from1(322)},
		{rotisserie.New(), nil, from1(most), from1(322)},
		{rotisserie.New(), values{"heaps": "4"}, from1(most), from1(75)},
		{rotisserie.New(), values{"heaps": "8"}, from1(23), from1(8)},
		{rotisserie.New(), values{"verdict": "grundy"}, from1(322), from1(322)},
		{greedy.New(), nil, from1(most), from1(584)},
		{greedy.New(), values{"verdict": "grundy"}, from1(584), from1(584)},
	} {
		r := with(t, c.ruleset, c.values)
		about := r.About()
		if about.Sizes != c.sizes || about.Walked != c.walked {
			t.Errorf("%s has the sizes %v, walked %v, want %v, walked %v", r.Name(), about.Sizes, about.Walked, c.sizes, c.walked)
		}
		for _, size := range []int{c.sizes.First - 1, c.sizes.Last + 1, -5} {
			if s, err := r.Space(size); err == nil || s != nil {
				t.Errorf("%s: Space(%d) = %v, %v, want an error", r.Name(), size, s, err)
			}
		}
	}
}

func TestErrorsNameWhatThereIs(t *testing.T) {
	s, err := nim.New().Space(1000)
	if err != nil {
		t.Fatal(err)
	}
	_, small := nim.New().Space(0)
	_, four := with(t, rotisserie.New(), values{"heaps": "4", "verdict": "grundy"}).Space(100)
	_, method := greedy.New().Counting("sum", 2, enum.Means{})
	_, none := with(t, antonim.New(), values{"verdict": "grundy"}).Counting("formula", 2, enum.Means{})
	_, few := with(t, rotisserie.New(), values{"heaps": "4"}).Counting("count", 1000, enum.Means{})
	_, large := nim.New().Counting("formula", 1_000_000, enum.Means{})
	_, family := nim.New().Generate("hard", 3, nil)
	for _, c := range []struct {
		err  error
		want string
	}{
		{small, "nim has positions with 1 to 1000000000 sticks in the largest heap, not 0"},
		{four, "rotisserie:heaps=4,verdict=grundy has positions with 1 to 75 sticks in the largest heap, not 100"},
		{enum.Walkable(s), "nim can be walked with 1 to 584 sticks in the largest heap, not 1000"},
		{method, `there is no method "sum"; there is: formula, count`},
		{few, "the method count counts rotisserie:heaps=4 with 1 to 254 sticks in the largest heap, not 1000"},
		{none, "antonim:verdict=grundy is walked, and not counted in any other way"},
		{large, "the method formula counts nim with 1 to 8432 sticks in the largest heap, not 1000000"},
		{family, `there is no family "hard"; there is: random`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}

// TestOfSizesThatAreOnlyCountedNothingIsSampled does not fill a table of 2^40 sets.
func TestOfSizesThatAreOnlyCountedNothingIsSampled(t *testing.T) {
	s, err := antonim.New().Space(40)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.(enum.Sampled).Sampler().Sample(context.Background(), rand.New(rand.NewPCG(1, 0)))
	if want := "antonim can be sampled with 1 to 25 sticks in the largest heap, not 40"; errorText(err) != want {
		t.Errorf("Sample = %v, want %q", err, want)
	}
}

// What the command line finds by these interfaces.
var (
	_ enum.Parametric  = heaps.Ruleset{}
	_ enum.Counted     = heaps.Ruleset{}
	_ enum.Reader      = heaps.Ruleset{}
	_ enum.Generator   = heaps.Ruleset{}
	_ enum.Theorematic = heaps.Ruleset{}
	_ enum.Bounded     = (*heaps.Space)(nil)
	_ enum.Sampled     = (*heaps.Space)(nil)
	_ enum.Writable    = heaps.Game{}
	_ enum.Advised     = heaps.Playable{}
	_ heaps.Valued     = nim.Rules{}
	_ heaps.Valued     = tower.Rules{}
	_ heaps.Bulk       = greedy.Rules{}
	_ heaps.Counter    = antonim.Rules{}
	_ heaps.Counter    = rotisserie.Rules{}
)
