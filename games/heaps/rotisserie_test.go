package heaps_test

import (
	"slices"
	"testing"

	"enumerate/games/rotisserie"
)

// rotisserieByDefinition returns an oracle that plays Rotisserie Nim: a move takes the first heap away, or makes it
// smaller and puts it at the end.
func rotisserieByDefinition() *oracle {
	return &oracle{Options: func(p []int) (options [][]int) {
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

// hasFormula reports whether a formula gives the outcome of a queue: without the heaps of 1 at the front, it must have
// at most three heaps, or only heaps of at least 2 sticks.
func hasFormula(p []int) bool {
	for len(p) > 0 && p[0] == 1 {
		p = p[1:]
	}
	return len(p) <= 3 || !slices.Contains(p, 1)
}

func TestRotisserieAnswersAgreeWithTheDefinition(t *testing.T) {
	comparePositions(t, rotisserie.New(), rotisserieByDefinition(), 4, 3, hasFormula)
	comparePositions(t, rotisserie.New(), rotisserieByDefinition(), 3, 5, hasFormula)
	if !testing.Short() {
		comparePositions(t, rotisserie.New(), rotisserieByDefinition(), 4, 5, hasFormula)
		comparePositions(t, rotisserie.New(), rotisserieByDefinition(), 5, 3, hasFormula)
	}
}

func TestRotisserieTotalsAgreeWithTheDefinition(t *testing.T) {
	o := rotisserieByDefinition()
	most := 5
	if testing.Short() {
		most = 3
	}
	for size := 1; size <= most; size++ {
		compareTotals(t, rotisserie.New(), o, nil, 0, 3, size, "formula", "count", "order")
		compareTotals(t, rotisserie.New(), o, map[string]string{"verdict": "grundy"}, 0, 3, size)
	}
	for size := 1; size <= 3; size++ {
		compareTotals(t, rotisserie.New(), o, map[string]string{"heaps": "2..5"}, 2, 5, size, "count", "order")
	}
	compareTotals(t, rotisserie.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula", "count", "order")
}

func TestRotisserieAllMethodsAgree(t *testing.T) {
	compareMethods(t, rotisserie.New(), map[string]string{"heaps": "4"}, 9, "walk", "count", "order")
	if testing.Short() {
		return
	}
	compareMethods(t, rotisserie.New(), map[string]string{"heaps": "5"}, 8, "walk", "count", "order")
	compareMethods(t, rotisserie.New(), map[string]string{"heaps": "6"}, 5, "walk", "count", "order")
	compareMethods(t, rotisserie.New(), map[string]string{"heaps": "3"}, 100, "walk", "formula", "count", "order")
	compareMethods(t, rotisserie.New(), map[string]string{"heaps": "4"}, 100, "count", "order")
}

// TestRotisseriePPositionsAgreeWithKnownCounts compares the numbers of P-positions with known polynomials in the size
// of the largest heap.
func TestRotisseriePPositionsAgreeWithKnownCounts(t *testing.T) {
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
			if got := proved(t, s)[0].Games; got.Int64() != want {
				t.Errorf("of the queues of %s heaps up to %d, %v are P, want %d", heaps, m, got, want)
			}
		}
	}
}
