package nim_test

import (
	"slices"
	"testing"

	"enumerate/games/heaps/heapstest"
	"enumerate/games/nim"
)

// oracle is Nim by its definition: lists of heaps, of which one gets smaller.
func oracle() *heapstest.Oracle {
	return &heapstest.Oracle{Unordered: true, Options: func(p []int) (options [][]int) {
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

func TestAnswersAreThoseOfTheDefinition(t *testing.T) {
	heapstest.Positions(t, nim.New(), oracle(), 3, 5, func([]int) bool { return true })
}

func TestTotalsAreThoseOfTheDefinition(t *testing.T) {
	o := oracle()
	for _, verdict := range []string{"outcome", "grundy"} {
		for size := 1; size <= 5; size++ {
			heapstest.Totals(t, nim.New(), o, map[string]string{"verdict": verdict}, 0, 3, size, "formula")
		}
		heapstest.Totals(t, nim.New(), o, map[string]string{"verdict": verdict, "heaps": "2..4"}, 2, 4, 3, "formula")
		heapstest.Totals(t, nim.New(), o, map[string]string{"verdict": verdict, "heaps": "0"}, 0, 0, 3, "formula")
		heapstest.Totals(t, nim.New(), o, map[string]string{"verdict": verdict, "heaps": "1"}, 1, 1, 6, "formula")
	}
}

func TestTheoremsHold(t *testing.T) {
	heapstest.Theorem(t, nim.New(), nil, "xor", 12, 1+12+78+364, "")
	heapstest.Theorem(t, nim.New(), map[string]string{"heaps": "4..5"}, "xor", 4, 35+56, "")
}
