package partizan

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestAddAgreesWithTheDefinition(t *testing.T) {
	a := NewArena()
	known := make(map[pair]Value)
	check := func(g, h Value) {
		t.Helper()
		if got, want := a.Add(g, h), addByDefinition(a, g, h, known); got != want {
			t.Errorf("%s + %s = %s, want %s", a.String(g), a.String(h), a.String(got), a.String(want))
		}
	}
	two := born(a, 2)
	for _, g := range two {
		for _, h := range two {
			check(g, h)
		}
	}
	var plains []Value
	for _, x := range []dyadic{0, one, -one / 2} {
		for ups := int32(-3); ups <= 3; ups++ {
			for star := range int32(5) {
				plains = append(plains, a.plain(plain{x, ups, star}))
			}
		}
	}
	for i, g := range plains {
		for j, h := range plains {
			if !testing.Short() || (i+j)%32 == 0 {
				check(g, h)
			}
		}
	}
	const seed = 4
	r := rand.New(rand.NewPCG(seed, 0))
	three := born(a, 3)
	for range 300 {
		check(three[r.IntN(len(three))], plains[r.IntN(len(plains))])
	}
}

func TestPlainValuesCompareByDefinition(t *testing.T) {
	a := NewArena()
	known := make(map[pair]bool)
	var atMost func(g, h Value) bool
	atMost = func(g, h Value) bool {
		result, ok := known[pair{g, h}]
		if ok {
			return result
		}
		result = true
		for _, o := range a.Left(g) {
			result = result && !atMost(h, o)
		}
		for _, o := range a.Right(h) {
			result = result && !atMost(o, g)
		}
		known[pair{g, h}] = result
		return result
	}
	var plains []Value
	for _, x := range []dyadic{0, one / 2, one, -one} {
		for ups := int32(-3); ups <= 3; ups++ {
			for star := range int32(5) {
				plains = append(plains, a.plain(plain{x, ups, star}))
			}
		}
	}
	for _, g := range plains {
		for _, h := range plains {
			if got, want := a.LessEqual(g, h), atMost(g, h); got != want {
				t.Errorf("LessEqual(%s, %s) = %v, want %v", a.String(g), a.String(h), got, want)
			}
		}
	}
}

func TestValuesAreAnOrderedGroup(t *testing.T) {
	a := NewArena()
	values := born(a, 3)
	for x := int32(-2); x <= 2; x++ {
		values = append(values, a.plain(plain{dyadic(x) * one / 4, 3 * x, 2}))
	}
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(values).Draw(t, "g")
		h := rapid.SampledFrom(values).Draw(t, "h")
		k := rapid.SampledFrom(values[:200]).Draw(t, "k")
		name := func(v Value) string { return a.String(v) }
		if a.Add(g, h) != a.Add(h, g) {
			t.Fatalf("%s + %s does not commute", name(g), name(h))
		}
		if a.Add(a.Add(g, h), k) != a.Add(g, a.Add(h, k)) {
			t.Fatalf("%s + %s + %s is not associative", name(g), name(h), name(k))
		}
		if a.Sub(a.Add(g, h), h) != g {
			t.Fatalf("%s + %s - %s is not the first", name(g), name(h), name(h))
		}
		if a.Negate(a.Negate(g)) != g || a.Negate(a.Add(g, h)) != a.Add(a.Negate(g), a.Negate(h)) {
			t.Fatalf("the negatives of %s and %s do not add", name(g), name(h))
		}
		order := a.Compare(g, h)
		if a.Compare(a.Add(g, k), a.Add(h, k)) != order {
			t.Fatalf("%s and %s compare otherwise with %s added", name(g), name(h), name(k))
		}
		want := map[Order]Outcome{Equal: P, Greater: L, Less: R, Confused: N}[order]
		if got := a.Outcome(a.Sub(g, h)); got != want {
			t.Fatalf("Outcome(%s - %s) = %v, want %v", name(g), name(h), got, want)
		}
	})
}

func TestFamousSums(t *testing.T) {
	for _, test := range []struct{ sum, want string }{
		{"* + *", "0"}, {"* + *2", "*3"}, {"*5 + *3", "*6"},
		{"1/2 + 1/2", "1"}, {"↑ + ↓", "0"}, {"↑ + *", "↑*"}, {"↑ + ↑", "⇑"}, {"{0|⇑}", "↑3*"}, {"{0|↑*}", "⇑"}, {"{0|↑}", "⇑*"},
		{"{↑|↓}", "*"}, {"{0,*|0}", "↑*"}, {"{1|1}", "1*"}, {"±1 + ±1", "0"}, {"±1 + 1", "{2|0}"}, {"{2|-1} + {1|-2}", "{{3|0}|{0|-3}}"},
		{"{1|{1|-1}}", "1 + {0|{0|-2}}"}, {"{{2|0}|0}", "-{0|{0|-2}}"}, {"{0|{0|0}}", "↑"}, {"±0", "*"}, {"±(↑)", "*"},
		{"-{{{{1|0}|0}|0}|0}", "{0|{0|{0|{0|-1}}}}"},
	} {
		a := NewArena()
		if got, want := parse(t, a, test.sum), parse(t, a, test.want); got != want {
			t.Errorf("%s = %s, want %s", test.sum, a.String(got), test.want)
		}
	}
}

func TestFamousComparisons(t *testing.T) {
	for _, test := range []struct {
		g, h string
		want Order
	}{
		{"↑", "0", Greater}, {"↑", "*", Confused}, {"↑*", "0", Confused}, {"⇑", "*", Greater}, {"⇑*", "0", Greater},
		{"↑*2", "0", Greater}, {"↑", "*2", Greater}, {"*2", "*3", Confused}, {"↑1000", "1/65536", Less},
		{"{0|{0|-1}}", "0", Greater}, {"{0|{0|-2}}", "{0|{0|-1}}", Less}, {"{0|{0|-1}}", "↑", Less}, {"{0|{0|-1}}", "*", Confused}, {"{0|{0|-1}} + {0|{0|-1}}", "↑", Less},
		{"±1", "1", Confused}, {"±1", "1*", Less}, {"±1", "1↑", Less}, {"±1", "1 + {0|{0|-1}}", Less}, {"±1", "2", Less}, {"±2", "±1", Confused}, {"{2|-1}", "0", Confused},
		{"{3|1}", "1", Confused}, {"{3|1}", "1*", Greater}, {"0", "{|}", Equal},
	} {
		a := NewArena()
		if got := a.Compare(parse(t, a, test.g), parse(t, a, test.h)); got != test.want {
			t.Errorf("Compare(%s, %s) = %v, want %v", test.g, test.h, got, test.want)
		}
	}
}
