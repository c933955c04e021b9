package heaps_test

import (
	"slices"
	"testing"

	"enumerate/games/nim"
)

func nimByDefinition() *oracle {
	return &oracle{Unordered: true, Options: func(p []int) (options [][]int) {
		for i, heap := range p {
			for left := range heap {
				option := slices.Clone(p)
				option[i] = left
				if left == 0 {
					option = slices.Delete(option, i, i+1)
				}
				options = append(options, option)
			}
		}
		return options
	}}
}

func TestNimAnswersAgreeWithTheDefinition(t *testing.T) {
	comparePositions(t, nim.New(), nimByDefinition(), 3, 5, func([]int) bool { return true })
}

func TestNimTotalsAgreeWithTheDefinition(t *testing.T) {
	o := nimByDefinition()
	for _, verdict := range []string{"outcome", "grundy"} {
		for size := 1; size <= 5; size++ {
			compareTotals(t, nim.New(), o, map[string]string{"verdict": verdict}, 0, 3, size, "formula")
		}
		compareTotals(t, nim.New(), o, map[string]string{"verdict": verdict, "heaps": "2..4"}, 2, 4, 3, "formula")
		compareTotals(t, nim.New(), o, map[string]string{"verdict": verdict, "heaps": "0"}, 0, 0, 3, "formula")
		compareTotals(t, nim.New(), o, map[string]string{"verdict": verdict, "heaps": "1"}, 1, 1, 6, "formula")
	}
}
