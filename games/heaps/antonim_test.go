package heaps_test

import (
	"slices"
	"testing"

	"enumerate/games/antonim"
)

// antonimByDefinition returns an oracle that plays Antonim: a move makes a heap smaller, and equal heaps become one.
func antonimByDefinition() *oracle {
	return &oracle{Set: true, Options: func(p []int) (options [][]int) {
		for _, heap := range p {
			for left := range heap {
				set := make(map[int]bool)
				for _, other := range p {
					set[other] = other != heap
				}
				set[left] = true
				option := []int{}
				for other := 1; other <= slices.Max(p); other++ {
					if set[other] {
						option = append(option, other)
					}
				}
				options = append(options, option)
			}
		}
		return options
	}}
}

func TestAntonimAnswersAgreeWithTheDefinition(t *testing.T) {
	largest := 7
	if testing.Short() {
		largest = 6
	}
	comparePositions(t, antonim.New(), antonimByDefinition(), 4, largest, func(p []int) bool { return len(p) <= 3 })
}

func TestAntonimTotalsAgreeWithTheDefinition(t *testing.T) {
	o := antonimByDefinition()
	most := 7
	if testing.Short() {
		most = 5
	}
	for size := 1; size <= most; size++ {
		compareTotals(t, antonim.New(), o, nil, 0, size, size, "count", "lexicode")
		compareTotals(t, antonim.New(), o, map[string]string{"verdict": "grundy"}, 0, size, size)
		compareTotals(t, antonim.New(), o, map[string]string{"heaps": "0..3"}, 0, 3, size, "formula", "count")
	}
	compareTotals(t, antonim.New(), o, map[string]string{"heaps": "2..5"}, 2, 5, 6, "count")
	compareTotals(t, antonim.New(), o, map[string]string{"heaps": "4..9"}, 4, 6, 6, "count")
	compareTotals(t, antonim.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula", "count")
	compareTotals(t, antonim.New(), o, map[string]string{"heaps": "1"}, 1, 1, 3, "formula", "count")
}

func TestAntonimAllMethodsAgree(t *testing.T) {
	for _, c := range []struct {
		heaps string
		size  int
		more  []string
	}{{"any", 12, []string{"lexicode"}}, {"4", 20, []string{"lexicode"}}, {"0..5", 12, nil}} {
		compareMethods(t, antonim.New(), map[string]string{"heaps": c.heaps}, c.size, append([]string{"walk", "count"}, c.more...)...)
	}
}

// TestAntonimPPositionsAgreeWithKnownCounts compares the numbers of P-positions with those that another program found.
func TestAntonimPPositionsAgreeWithKnownCounts(t *testing.T) {
	for i, want := range []int64{1, 2, 2, 4, 6, 12, 16, 28, 48, 91} {
		s, err := antonim.New().Space(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := proved(t, s)[0].Games; got.Int64() != want {
			t.Errorf("of the subsets of 1..%d, %v are P, want %d", i+1, got, want)
		}
	}
}
