package heaps

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
)

// fair returns rules without formulas for any kind: a move takes sticks from the first heap.
func fair(kind Kind) *Rules {
	return &Rules{
		Name:         "fair",
		Kind:         kind,
		Heaps:        Span{Least: 0, Most: 3},
		Reach:        func(int) (first, end int) { return 0, 1 },
		ValueLimit:   func(_ int, largest uint64) uint64 { return largest },
		Outcome:      func(Position) (next, known bool) { return false, false },
		FormulaHeaps: -1,
	}
}

// TestSamplesAreUniform checks that a class is drawn in proportion to its number of labelled games, by the chi-square
// test on many games of small spaces, with seed 1.
func TestSamplesAreUniform(t *testing.T) {
	for _, kind := range kinds() {
		for _, span := range []Span{{Least: 0, Most: 3}, {Least: 2, Most: 2}, {Least: 1, Most: 2}, {All: true}} {
			if span.All && kind != Set {
				continue // only a Set may have any number of heaps
			}
			const each = 25 // how often each labelled game is expected

			s, err := settings{rules: fair(kind), heaps: span}.space(4)
			if err != nil {
				t.Fatal(err)
			}

			games := int(s.Games().Int64())
			d := newSampler(s.(*space))
			random := rand.New(rand.NewPCG(1, 0))
			drawn := make(map[string]int)
			expected := make(map[string]float64)
			for range games * each {
				d.draw(random)
				drawn[d.p.String()]++
				expected[d.p.String()] = each
				if kind == Multiset {
					expected[d.p.String()] *= float64(orders(d.p))
				}
			}

			chi := 0.0
			for p, times := range drawn {
				off := float64(times) - expected[p]
				chi += off * off / expected[p]
			}

			// A chi-square above twice the degrees of freedom plus 10 has a chance under 1 in 1000.
			classes := int(s.Classes().Int64())
			if len(drawn) != classes || chi > 2*float64(classes)+10 {
				t.Errorf("kind %d, %v heaps: %d of %d classes were drawn, with a chi-square of %.1f", kind, span, len(drawn), classes, chi)
			}
		}
	}
}

// TestSharesAgreeWithTheWalk solves 10,000 random games, drawn with seed 2. The share of N positions among them must
// be close to the share among all labelled games.
func TestSharesAgreeWithTheWalk(t *testing.T) {
	const trials = 10_000
	for _, kind := range kinds() {
		samplers, err := New(fair(kind)).Sampler(5)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Fill(context.Background(), fair(kind), Outcome, 3, 5)
		if err != nil {
			t.Fatal(err)
		}

		wins, all := 0.0, 0.0 // numbers of labelled games
		for p, more := (Position{}), true; more; p, more = table.Next(p) {
			games := 1.0
			if kind == Multiset {
				games = float64(orders(p))
			}
			wins += games * float64(table.Value(p))
			all += games
		}

		sampler, random, won := samplers(), rand.New(rand.NewPCG(2, 0)), 0
		for range trials {
			verdict, _, err := sampler.Sample(context.Background(), random)
			if err != nil {
				t.Fatal(err)
			}
			won += verdict
		}

		if got, want := float64(won)/trials, wins/all; got < want-0.03 || got > want+0.03 {
			t.Errorf("kind %d: the share of N is %.3f, want about %.3f", kind, got, want)
		}
	}
}

// TestRandomNumbersOfManyWordsAreBelowTheEnd draws random numbers below 5 times 2^126, with seed 3. About a fifth must
// be in each of the five parts of 2^126 numbers.
func TestRandomNumbersOfManyWordsAreBelowTheEnd(t *testing.T) {
	end := new(big.Int).Lsh(big.NewInt(5), 126) // a number of three words, with only one bit in the last word
	random := rand.New(rand.NewPCG(3, 0))
	fifths := make([]int, 5)
	for range 5000 {
		n := below(end, random)
		if n.Sign() < 0 || n.Cmp(end) >= 0 {
			t.Fatalf("below(%v) = %v", end, n)
		}
		fifths[n.Rsh(n, 126).Int64()]++
	}
	for i, times := range fifths {
		if times < 850 || times > 1150 {
			t.Errorf("%d of 5000 numbers are in fifth %d, want about 1000", times, i)
		}
	}
}
