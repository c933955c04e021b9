package partizan

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestValuesBornByDay(t *testing.T) {
	for day, want := range []int{1, 4, 22, 1474} {
		a := NewArena()
		values := born(a, day)
		if len(values) != want {
			t.Errorf("%d values are born by day %d, want %d", len(values), day, want)
		}
		latest := 0
		for _, v := range values {
			latest = max(latest, int(a.forms[v].birthday))
		}
		if latest != day {
			t.Errorf("the last value born by day %d is born on day %d", day, latest)
		}
	}
}

// TestFormsAreCanonical checks that no option of a canonical form is dominated or reversible. It uses only comparisons,
// not the code that makes canonical forms.
func TestFormsAreCanonical(t *testing.T) {
	a := NewArena()
	for _, v := range born(a, 3) {
		for side := range 2 {
			options := slices.Clone(a.options(v, side))
			for i, o := range options {
				for j, other := range options {
					if i != j && a.prefers(side, other, o) {
						t.Errorf("%s: option %s is dominated by %s", a.String(v), a.String(o), a.String(other))
					}
				}
				for _, answer := range slices.Clone(a.options(o, 1-side)) {
					if a.prefers(1-side, answer, v) {
						t.Errorf("%s: option %s is reversible by %s", a.String(v), a.String(o), a.String(answer))
					}
				}
			}
		}
	}
}

func TestValuesCompareAsGamesPlay(t *testing.T) {
	a := NewArena()
	compare := func(g, h *tree) {
		t.Helper()
		v, w := g.value(a), h.value(a)
		if got, want := a.Compare(v, w), order(g, h); got != want {
			t.Errorf("Compare(%s, %s) = %v, want %v", a.String(v), a.String(w), got, want)
		}
	}
	games := dayTwo()
	for i, g := range games {
		for j, h := range games {
			if !testing.Short() || (i+j)%16 == 0 {
				compare(g, h)
			}
		}
	}

	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	trials := 30000
	if testing.Short() {
		trials = 1000
	}
	for range trials { // day 3, with all of day 2 as options
		g, h := new(tree), new(tree)
		for side := range 2 {
			for range r.IntN(4) {
				g.options[side] = append(g.options[side], games[r.IntN(len(games))])
				h.options[side] = append(h.options[side], games[r.IntN(len(games))])
			}
		}
		compare(g, h)
	}
	for range trials / 5 { // deeper, and narrower
		compare(randomTree(r, 5, 2), randomTree(r, 4, 2))
	}
	if t.Failed() {
		t.Logf("seed %d", seed)
	}
}

func TestOutcomesMatchPlay(t *testing.T) {
	const seed = 2
	r := rand.New(rand.NewPCG(seed, 0))
	a := NewArena()
	empty := new(tree)
	for range 1000 {
		g, h := randomTree(r, 4, 2), randomTree(r, 3, 2)
		v, w := g.value(a), h.value(a)
		if got, want := a.Outcome(v), (sum{g, empty, false}).outcome(); got != want {
			t.Errorf("seed %d: Outcome(%s) = %v, want %v", seed, a.String(v), got, want)
		}
		if got, want := a.Outcome(a.Add(v, w)), (sum{g, h, false}).outcome(); got != want {
			t.Errorf("seed %d: Outcome(%s + %s) = %v, want %v", seed, a.String(v), a.String(w), got, want)
		}
	}
}

// TestStopsAreWherePlayStops computes the Left stop and the Right stop by their definition: the number at which play
// stops if Left or Right moves first, and both sides play well.
func TestStopsAreWherePlayStops(t *testing.T) {
	a := NewArena()
	var stop func(v Value, side int) dyadic
	stop = func(v Value, side int) dyadic {
		if f := a.forms[v]; f.isNumber() {
			return f.plain.number
		}
		var stops []dyadic
		for _, o := range a.options(v, side) {
			stops = append(stops, stop(o, 1-side))
		}
		if side == left {
			return slices.Max(stops)
		}
		return slices.Min(stops)
	}
	for _, v := range born(a, 3) {
		l, r := a.Stops(v)
		if want := a.number(stop(v, left)); l != want {
			t.Errorf("left stop of %s = %s, want %s", a.String(v), a.String(l), a.String(want))
		}
		if want := a.number(stop(v, right)); r != want {
			t.Errorf("right stop of %s = %s, want %s", a.String(v), a.String(r), a.String(want))
		}
	}
}

// TestFormDoesNotDependOnHistory makes the same game with its options in other orders, with repetitions, and in arenas
// that already contain other games.
func TestFormDoesNotDependOnHistory(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	a, b := NewArena(), NewArena()
	born(b, 3)
	for range 500 {
		g := randomTree(r, 5, 3)
		want := a.String(g.value(a))
		for side := range g.options {
			g.options[side] = append(g.options[side], g.options[side]...)
			r.Shuffle(len(g.options[side]), func(i, j int) {
				o := g.options[side]
				o[i], o[j] = o[j], o[i]
			})
		}
		if got := b.String(g.value(b)); got != want {
			t.Errorf("seed %d: a game is %s, and in another arena %s", seed, want, got)
		}
	}
}

// TestXPlusStarIsXOverX checks a lemma of Games on basic data structures: for a number x, {x|x} = x + *, and {x + *|x +
// *} = x.
func TestXPlusStarIsXOverX(t *testing.T) {
	a := NewArena()
	for exp := range 6 {
		for num := int64(-70); num <= 70; num++ {
			x := a.Dyadic(num, exp)
			starred := a.Add(x, a.Star(1))

			if got := a.Make([]Value{x}, []Value{x}); got != starred {
				t.Errorf("{%[1]s|%[1]s} = %[2]s, want %[3]s", a.String(x), a.String(got), a.String(starred))
			}
			if got := a.Make([]Value{starred}, []Value{starred}); got != x {
				t.Errorf("{%[1]s|%[1]s} = %[2]s, want %[3]s", a.String(starred), a.String(got), a.String(x))
			}
		}
	}
}
