package heaps_test

import (
	"slices"
	"testing"

	"enumerate/games/tower"
)

func towerByDefinition() *oracle {
	return &oracle{Options: func(p []int) (options [][]int) {
		if len(p) == 0 {
			return nil
		}
		below, top := p[:len(p)-1], p[len(p)-1]
		options = append(options, slices.Clone(below))
		for left := 1; left < top; left++ {
			options = append(options, append(slices.Clone(below), left))
		}
		return options
	}}
}

func TestTowerAnswersAgreeWithTheDefinition(t *testing.T) {
	comparePositions(t, tower.New(), towerByDefinition(), 4, 3, func([]int) bool { return true })
	comparePositions(t, tower.New(), towerByDefinition(), 2, 8, func([]int) bool { return true })
}

func TestTowerTotalsAgreeWithTheDefinition(t *testing.T) {
	o := towerByDefinition()
	for _, verdict := range []string{"outcome", "grundy"} {
		for size := 1; size <= 5; size++ {
			compareTotals(t, tower.New(), o, map[string]string{"verdict": verdict}, 0, 3, size, "formula")
		}
		compareTotals(t, tower.New(), o, map[string]string{"verdict": verdict, "heaps": "2..5"}, 2, 5, 3, "formula")
		compareTotals(t, tower.New(), o, map[string]string{"verdict": verdict, "heaps": "0"}, 0, 0, 3, "formula")
	}
}
