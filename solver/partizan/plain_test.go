package partizan

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestSimplestNumberFits(t *testing.T) {
	for _, test := range []struct{ game, want string }{
		{"{|}", "0"}, {"{0|}", "1"}, {"{|-7}", "-8"}, {"{7|}", "8"}, {"{-7|}", "0"}, {"{|7}", "0"},
		{"{0|1}", "1/2"}, {"{1/2|3}", "1"}, {"{-3|5}", "0"}, {"{2|5}", "3"}, {"{-5|-2}", "-3"},
		{"{1/4|5/16}", "9/32"}, {"{3/8|3}", "1"}, {"{-1|-1/8}", "-1/2"}, {"{100|200}", "101"},
		{"{*|*}", "0"}, {"{↓|↑}", "0"}, {"{0|↑}", "{0|↑}"}, {"{*|1}", "0"}, {"{1*|2}", "1"}, {"{1|2*}", "2"},
		{"{±1|}", "0"}, {"{±1|2}", "0"}, {"{{3|1}|4}", "1"}, {"{{3|1*}|4}", "2"}, {"{{3|↑}|4}", "1"},
		{"{|{2|-1}}", "0"}, {"{0|±1}", "{0|±1}"}, {"{1|1↑}", "{1|1↑}"}, {"{1|{2|1↑}}", "{1|{2|1↑}}"},
		{"{268435454|}", "268435455"},
	} {
		a := NewArena()
		if got := a.String(parse(t, a, test.game)); got != test.want && test.want != test.game {
			t.Errorf("%s = %s, want %s", test.game, got, test.want)
		}
	}
}

// TestNumbersBetweenAreBornFirst makes games {x|y} of two numbers x < y. The value must be the number that an oracle
// finds: it lists all numbers by their birthdays, and takes the first one between x and y.
func TestNumbersBetweenAreBornFirst(t *testing.T) {
	days := [][]dyadic{{0}}
	all := []dyadic{0} // sorted
	for range 8 {
		var day, merged []dyadic
		for i, x := range all {
			first := x - one
			if i > 0 {
				first = (all[i-1] + x) / 2
			}
			day = append(day, first)
			merged = append(merged, first, x)
		}
		last := all[len(all)-1] + one
		days = append(days, append(day, last))
		all = append(merged, last)
	}
	a := NewArena()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SampledFrom(all).Draw(t, "x")
		y := rapid.SampledFrom(all).Draw(t, "y")
		if x == y {
			return
		}
		low, high := min(x, y), max(x, y)
		got := a.Make([]Value{a.number(low)}, []Value{a.number(high)})
		for born, day := range days {
			for _, z := range day {
				if low < z && z < high {
					if want := a.number(z); got != want || int(a.forms[got].birthday) != born {
						t.Fatalf("{%v|%v} = %s, want %v, of day %d", low, high, a.String(got), z, born)
					}
					return
				}
			}
		}
	})
}

func TestNumberInvertsDyadic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := NewArena()
		num := rapid.Int64Range(-1<<50, 1<<50).Draw(t, "num")
		exp := rapid.IntRange(23, maxExponent).Draw(t, "exp")
		n, e, ok := a.Number(a.Dyadic(num, exp))
		if !ok || e < 0 || e > exp || n<<(exp-e) != num || e > 0 && n%2 == 0 {
			t.Fatalf("Number(%d/2^%d) = %d/2^%d %v", num, exp, n, e, ok)
		}
	})
	a := NewArena()
	if num, exp, ok := a.Number(a.Star(1)); ok {
		t.Errorf("Number(*) = %d/2^%d, want none", num, exp)
	}
}

func TestStarMakesNimbers(t *testing.T) {
	a := NewArena()
	for _, k := range []int{0, 5, 1, 3, maxStar} {
		if got := a.forms[a.Star(k)]; !got.named || got.plain != (plain{star: int32(k)}) {
			t.Errorf("Star(%d) has the name %v, %v", k, got.plain, got.named)
		}
	}
}

func TestOutOfRangeIsAnError(t *testing.T) {
	for name, f := range map[string]func(a *Arena){
		"integer":        func(a *Arena) { a.Integer(maxInteger) },
		"minus":          func(a *Arena) { a.Integer(-maxInteger) },
		"exponent":       func(a *Arena) { a.Dyadic(1, maxExponent+1) },
		"nimber":         func(a *Arena) { a.Star(maxStar + 1) },
		"no nimber":      func(a *Arena) { a.Star(-1) },
		"ups":            func(a *Arena) { a.plain(plain{ups: maxUps + 1}) },
		"sum":            func(a *Arena) { a.Add(a.Integer(maxInteger-1), a.Integer(1)) },
		"sum of ups":     func(a *Arena) { a.Add(a.plain(plain{ups: maxUps}), a.plain(plain{ups: 1})) },
		"next integer":   func(a *Arena) { a.Make([]Value{a.Integer(maxInteger - 1)}, nil) },
		"least integer":  func(a *Arena) { a.Make(nil, []Value{a.Integer(1 - maxInteger)}) },
		"next fraction":  func(a *Arena) { a.Make([]Value{Zero}, []Value{a.Dyadic(1, maxExponent)}) },
		"other fraction": func(a *Arena) { a.Make([]Value{a.Dyadic(-1, maxExponent)}, []Value{a.Negate(Zero), a.Integer(0)}) },
		"translation":    func(a *Arena) { a.Add(a.Integer(maxInteger-1), a.Make([]Value{a.Integer(3)}, []Value{Zero})) },
	} {
		a := NewArena()
		if err := a.Do(t.Context(), func() { f(a) }); !errors.Is(err, ErrRange) {
			t.Errorf("%s: Do = %v, want %v", name, err, ErrRange)
		}
		if got := len(born(a, 2)); got != 22 {
			t.Errorf("%s: afterwards %d values are born by day 2, want 22", name, got)
		}
	}
	a := NewArena()
	if err := a.Do(t.Context(), func() { a.Integer(maxInteger - 1) }); err != nil {
		t.Errorf("Do = %v, want nil", err)
	}
}
