package heaps_test

import (
	"fmt"
	"testing"

	"enumerate/games/antonim"
	"enumerate/games/greedy"
	"enumerate/games/heaps"
	"enumerate/games/nim"
	"enumerate/games/rotisserie"
	"enumerate/games/tower"
)

// TestTheoremsHold compares the paper's statements about positions with the exhaustive solution, on all positions up to
// a number of heaps and a largest heap. One statement is false; for it the test expects the first counterexample.
func TestTheoremsHold(t *testing.T) {
	// For a position, the function claim of a theorem returns the value that the theorem claims, and whether the
	// theorem applies at all. The following functions help to write the claims.
	outcome := func(claim func(heaps.Position) (next, applies bool)) func(heaps.Position) (uint64, bool) {
		return func(p heaps.Position) (uint64, bool) {
			next, applies := claim(p)
			if next {
				return 1, applies
			}
			return 0, applies
		}
	}
	if3 := func(next func(a, b, c uint64) bool, applies func(a uint64) bool) func(heaps.Position) (uint64, bool) {
		return outcome(func(p heaps.Position) (bool, bool) { return next(p[0], p[1], p[2]), applies(p[0]) })
	}
	all := func(uint64) bool { return true }

	one := func(p heaps.Position) (uint64, bool) { return p[0], true }
	ones := func(p heaps.Position) (ones uint64, larger bool) {
		for i := len(p) - 1; i >= 0 && p[i] == 1; i-- {
			ones++
		}
		return ones, int(ones) < len(p)
	}
	large := outcome(func(p heaps.Position) (next, applies bool) {
		least := 0
		for i, heap := range p {
			if heap < 2 {
				return false, false
			}
			if heap < p[least] {
				least = i
			}
		}
		return len(p)%2 == 1 || least%2 == 1, len(p) > 0
	})

	for _, c := range []struct {
		name           string
		rules          *heaps.Rules
		of             heaps.Question
		least, most    int // the range of the number of heaps
		largest        uint64
		claim          func(heaps.Position) (value uint64, applies bool)
		positions      int // the number of positions that the theorem covers
		counterexample string
	}{
		{"nim: the Grundy value is the exclusive or of all heaps", nim.Rules(), heaps.Grundy, 0, 3, 119, func(p heaps.Position) (value uint64, _ bool) {
			for _, heap := range p {
				value ^= heap
			}
			return value, true
		}, 295_240, ""},
		{"antonim: one heap is N, of its sticks' value", antonim.Rules(), heaps.Grundy, 1, 1, 100, one, 100, ""},
		{"antonim: two heaps a < b are P if and only if a is odd and b = a+1", antonim.Rules(), heaps.Outcome, 2, 2, 50, outcome(func(p heaps.Position) (bool, bool) {
			return p[0]%2 == 0 || p[1] != p[0]+1, true
		}), 1225, ""},
		{"antonim: three heaps are P if and only if (a+1) xor (b+1) xor (c+1) = 0", antonim.Rules(), heaps.Outcome, 3, 3, 24,
			if3(func(a, b, c uint64) bool { return (a+1)^(b+1)^(c+1) != 0 }, all), 2024, ""},
		{"tower: a heap of a sticks on a stack of Grundy value g makes it a - [a <= g]", tower.Rules(), heaps.Grundy, 0, 3, 66, func(p heaps.Position) (value uint64, _ bool) {
			for _, heap := range p {
				if heap <= value {
					heap--
				}
				value = heap
			}
			return value, true
		}, 291_919, ""},
		{"tower: with n heaps of 1 on the last larger one a stack is N if n is even; without a larger one if n is odd", tower.Rules(), heaps.Outcome, 0, 6, 4,
			outcome(func(p heaps.Position) (bool, bool) {
				n, larger := ones(p)
				return larger == (n%2 == 0), true
			}), 5461, ""},
		{"tower: a stack of n heaps of 1 has the Grundy value n mod 2", tower.Rules(), heaps.Grundy, 0, 6, 4, func(p heaps.Position) (uint64, bool) {
			n, larger := ones(p)
			return n % 2, !larger
		}, 7, ""},
		{"tower: n >= 1 heaps of 1 on a larger one make the Grundy value n mod 2, as the paper says", tower.Rules(), heaps.Grundy, 0, 6, 4, func(p heaps.Position) (uint64, bool) {
			n, larger := ones(p)
			return n % 2, larger && n > 0
		}, 1, "2,1 has 0, stated is 1"},
		{"tower: n >= 1 heaps of 1 on a larger one make the Grundy value (n+1) mod 2", tower.Rules(), heaps.Grundy, 0, 6, 4, func(p heaps.Position) (uint64, bool) {
			n, larger := ones(p)
			return (n + 1) % 2, larger && n > 0
		}, 3 * (1 + 5 + 21 + 85 + 341), ""},
		{"rotisserie: one heap has the value of its sticks", rotisserie.Rules(), heaps.Grundy, 1, 1, 66, one, 66, ""},
		{"rotisserie: a,b is N if and only if a > b", rotisserie.Rules(), heaps.Outcome, 2, 2, 66, outcome(func(p heaps.Position) (bool, bool) { return p[0] > p[1], true }), 4356, ""},
		{"rotisserie: 1,b,c is P if and only if b > c", rotisserie.Rules(), heaps.Outcome, 3, 3, 66,
			if3(func(_, b, c uint64) bool { return b <= c }, func(a uint64) bool { return a == 1 }), 4356, ""},
		{"rotisserie: a,b,c with a >= 2 is P if and only if c = 1 and b > c", rotisserie.Rules(), heaps.Outcome, 3, 3, 66,
			if3(func(_, b, c uint64) bool { return c != 1 || b <= c }, func(a uint64) bool { return a >= 2 }), 283_140, ""},
		{"rotisserie: n heaps of at least 2 are N if and only if n is odd or the first least heap is at an even place", rotisserie.Rules(), heaps.Outcome, 0, 3, 66, large, 278_915, ""},
		{"the same of four heaps", rotisserie.Rules(), heaps.Outcome, 4, 4, 23, large, 234_256, ""},
		{"the same of up to six", rotisserie.Rules(), heaps.Outcome, 1, 6, 4, large, 3 + 9 + 27 + 81 + 243 + 729, ""},
		{"the same of eight", rotisserie.Rules(), heaps.Outcome, 8, 8, 4, large, 6561, ""},
		{"greedy: a position is P if and only if the number of largest heaps is even", greedy.Rules(), heaps.Outcome, 0, 3, 119, outcome(func(p heaps.Position) (bool, bool) {
			n := 0
			for n < len(p) && p[len(p)-1-n] == p.Largest() {
				n++
			}
			return n%2 == 1, true
		}), 295_240, ""},
	} {
		if testing.Short() && c.positions > 10_000 {
			continue
		}

		table, err := heaps.Fill(t.Context(), c.rules, c.of, c.most, c.largest)
		if err != nil {
			t.Fatal(err)
		}

		positions, counterexample := 0, ""
		p := table.At(table.First(c.least), make(heaps.Position, 0, c.most))
		for more := true; more && counterexample == ""; {
			if want, applies := c.claim(p); applies {
				positions++
				if table.Value(p) != want {
					counterexample = fmt.Sprintf("%v has %d, stated is %d", p, table.Value(p), want)
				}
			}
			p, more = table.Next(p)
		}

		if positions != c.positions || counterexample != c.counterexample {
			t.Errorf("%s: it speaks of %d positions, and is wrong of %q; want %d, %q", c.name, positions, counterexample, c.positions, c.counterexample)
		}
	}
}
