package partizan

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// shown writes a thermograph: the points of its walls as x@t, its mean and its temperature.
func shown(g Thermograph) string {
	var text strings.Builder
	for _, wall := range [][]Point{g.Left, g.Right} {
		for _, p := range wall {
			text.WriteString(p.X.RatString() + "@" + p.T.RatString() + " ")
		}
		text.WriteString("| ")
	}
	return text.String() + "mean " + g.Mean.RatString() + " temperature " + g.Temperature.RatString()
}

func TestThermographsAreThoseKnown(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"0", "0@0 | 0@0 | mean 0 temperature -1"},
		{"3/4", "3/4@0 | 3/4@0 | mean 3/4 temperature -1/4"},
		{"*", "0@0 | 0@0 | mean 0 temperature 0"},
		{"^", "0@0 | 0@0 | mean 0 temperature 0"},
		{"+-1", "1@0 0@1 | -1@0 0@1 | mean 0 temperature 1"},
		{"{2|-1}", "2@0 1/2@3/2 | -1@0 1/2@3/2 | mean 1/2 temperature 3/2"},
		{"{4|1||0}", "1@0 | 0@0 1@1 | mean 1 temperature 1"},
		{"+_2", "0@0 | 0@0 | mean 0 temperature 0"},
	} {
		a := NewArena()
		v, err := a.Parse(t.Context(), c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(a.Thermograph(v)); got != c.want {
			t.Errorf("the thermograph of %s is %s, want %s", c.text, got, c.want)
		}
	}
}

// A cooler cools games by the definition: with a tax of t on every move, but a game whose stops
// are one number at a lower tax is that number. Taxes are multiples of 1/2^exp.
type cooler struct {
	*Arena
	exp int
}

// cooled returns the game with a tax of n/2^exp.
func (c cooler) cooled(v Value, n int64) Value {
	if _, _, ok := c.Number(v); ok {
		return v
	}
	var g Value
	for m := range n + 1 {
		tax := c.Dyadic(m, c.exp)
		var options [2][]Value
		for _, o := range c.Left(v) {
			options[left] = append(options[left], c.Sub(c.cooled(o, m), tax))
		}
		for _, o := range c.Right(v) {
			options[right] = append(options[right], c.Add(c.cooled(o, m), tax))
		}
		g = c.Make(options[left], options[right])
		if l, r := c.Stops(g); l == r && m < n {
			return l
		}
	}
	return g
}

// TestThermographsAreOfCooledGames compares the walls with the stops of games that are cooled by
// the definition, at all multiples of 1/8 up to 3.
func TestThermographsAreOfCooledGames(t *testing.T) {
	const seed, unit, exp = 5, 8, 3
	random := rand.New(rand.NewPCG(seed, 0))
	a := NewArena()
	c := cooler{a, exp}
	var hot func(depth int) Value
	hot = func(depth int) Value {
		if depth == 0 {
			return a.Integer(random.IntN(9) - 4)
		}
		var options [2][]Value
		for side := range options {
			for range 1 + random.IntN(2) {
				options[side] = append(options[side], hot(depth-1))
			}
		}
		return a.Make(options[left], options[right])
	}
	trials := 300
	if testing.Short() {
		trials = 60
	}
	compared := 0
	for range trials {
		v := hot(1 + random.IntN(2))
		g := a.Thermograph(v)
		if rest := new(big.Int).Rem(big.NewInt(unit), g.Temperature.Denom()); rest.Sign() != 0 {
			continue // it freezes between two taxes
		}
		for n := range int64(3*unit + 1) {
			tax := big.NewRat(n, unit)
			l, r := a.Stops(c.cooled(v, n))
			got := fmt.Sprint(at(g.Left, tax).RatString(), " ", at(g.Right, tax).RatString())
			if want := fmt.Sprint(a.String(l), " ", a.String(r)); got != want {
				t.Fatalf("seed %d: %s cooled by %s stops at %s, its walls are at %s: %s", seed, a.String(v), tax.RatString(), want, got, shown(g))
			}
			compared++
		}
	}
	if compared < trials*unit {
		t.Errorf("only %d places are compared", compared)
	}
}

// The mean is additive, and no sum is hotter than its hottest part.
func TestMeansAddUp(t *testing.T) {
	a := NewArena()
	values := born(a, 2)
	for _, v := range values {
		for _, w := range values {
			g, h, sum := a.Thermograph(v), a.Thermograph(w), a.Thermograph(a.Add(v, w))
			if want := new(big.Rat).Add(g.Mean, h.Mean); sum.Mean.Cmp(want) != 0 {
				t.Errorf("%s + %s has the mean %s, want %s", a.String(v), a.String(w), sum.Mean.RatString(), want.RatString())
			}
			hottest := g.Temperature
			if h.Temperature.Cmp(hottest) > 0 {
				hottest = h.Temperature
			}
			if sum.Temperature.Cmp(hottest) > 0 {
				t.Errorf("%s + %s has the temperature %s, above %s", a.String(v), a.String(w), sum.Temperature.RatString(), hottest.RatString())
			}
		}
	}
}

// TestXPlusStarIsXOverX is a lemma of Games from basic data structures, on numbers x.
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
