package rotisserie_test

import (
	"slices"
	"testing"

	"enumerate/games/heaps/heapstest"
	"enumerate/games/rotisserie"
)

// oracle is Rotisserie Nim by its definition: the first heap goes, or goes smaller to the
// end.
func oracle() *heapstest.Oracle {
	return &heapstest.Oracle{Options: func(p []int) (options [][]int) {
		if len(p) == 0 {
			return nil
		}
		options = append(options, slices.Clone(p[1:]))
		for left := 1; left < p[0]; left++ {
			options = append(options, append(slices.Clone(p[1:]), left))
		}
		return options
	}}
}

// known reports whether a formula knows a queue: up to three heaps or heaps of at least 2,
// behind ones.
func known(p []int) bool {
	for len(p) > 0 && p[0] == 1 {
		p = p[1:]
	}
	return len(p) <= 3 || !slices.Contains(p, 1)
}

func TestAnswersAreThoseOfTheDefinition(t *testing.T) {
	heapstest.Positions(t, rotisserie.New(), oracle(), 4, 3, known)
	heapstest.Positions(t, rotisserie.New(), oracle(), 3, 5, known)
	if !testing.Short() {
		heapstest.Positions(t, rotisserie.New(), oracle(), 4, 5, known)
		heapstest.Positions(t, rotisserie.New(), oracle(), 5, 3, known)
	}
}

func TestTotalsAreThoseOfTheDefinition(t *testing.T) {
	o := oracle()
	most := 5
	if testing.Short() {
		most = 3
	}
	for size := 1; size <= most; size++ {
		heapstest.Totals(t, rotisserie.New(), o, nil, 0, 3, size, "formula", "count", "order")
		heapstest.Totals(t, rotisserie.New(), o, map[string]string{"verdict": "grundy"}, 0, 3, size)
	}
	for size := 1; size <= 3; size++ {
		heapstest.Totals(t, rotisserie.New(), o, map[string]string{"heaps": "2..5"}, 2, 5, size, "count", "order")
	}
	heapstest.Totals(t, rotisserie.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula", "count", "order")
}

func TestAllMethodsAgree(t *testing.T) {
	heapstest.Agree(t, rotisserie.New(), map[string]string{"heaps": "4"}, 9, "walk", "count", "order")
	if testing.Short() {
		return
	}
	heapstest.Agree(t, rotisserie.New(), map[string]string{"heaps": "5"}, 8, "walk", "count", "order")
	heapstest.Agree(t, rotisserie.New(), map[string]string{"heaps": "6"}, 5, "walk", "count", "order")
	heapstest.Agree(t, rotisserie.New(), map[string]string{"heaps": "3"}, 100, "walk", "formula", "count", "order")
	heapstest.Agree(t, rotisserie.New(), map[string]string{"heaps": "4"}, 100, "count", "order")
}

// TestPPositionsAreAsManyAsKnown has the numbers of P-positions of two and three heaps as
// polynomials in the largest heap.
func TestPPositionsAreAsManyAsKnown(t *testing.T) {
	for m := int64(1); m <= 12; m++ {
		for heaps, want := range map[string]int64{"2": m * (m + 1) / 2, "3": (m - 1) * (3*m - 2) / 2} {
			r, err := rotisserie.New().With(map[string]string{"heaps": heaps})
			if err != nil {
				t.Fatal(err)
			}
			s, err := r.Space(int(m))
			if err != nil {
				t.Fatal(err)
			}
			if got := heapstest.Prove(t, s)[0].Games; got.Int64() != want {
				t.Errorf("of the queues of %s heaps up to %d, %v are P, want %d", heaps, m, got, want)
			}
		}
	}
}

func TestTheoremsHold(t *testing.T) {
	r := rotisserie.New()
	heapstest.Theorem(t, r, nil, "two", 30, 900, "")
	heapstest.Theorem(t, r, nil, "one-first", 12, 144, "")
	heapstest.Theorem(t, r, nil, "three", 12, 11*144, "")
	heapstest.Theorem(t, r, map[string]string{"heaps": "1..6"}, "large", 4, 3+9+27+81+243+729, "")
	heapstest.Theorem(t, r, map[string]string{"heaps": "1..4"}, "strategy", 3, 18, "")
	heapstest.Theorem(t, r, map[string]string{"heaps": "1..4"}, "smaller-front", 3, 34, "")
}
