package heaps_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"enumerate/games/greedy"
	"enumerate/games/heaps"
)

// greedyByDefinition returns an oracle that plays Greedy Nim: a move makes a largest heap of a list smaller.
func greedyByDefinition() *oracle {
	return &oracle{Unordered: true, Options: func(p []int) (options [][]int) {
		for i, heap := range p {
			if heap < slices.Max(p) {
				continue
			}
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

func TestGreedyAnswersAgreeWithTheDefinition(t *testing.T) {
	comparePositions(t, greedy.New(), greedyByDefinition(), 4, 4, func([]int) bool { return true })
}

func TestGreedyTotalsAgreeWithTheDefinition(t *testing.T) {
	o := greedyByDefinition()
	for size := 1; size <= 5; size++ {
		compareTotals(t, greedy.New(), o, nil, 0, 3, size, "formula", "count")
		compareTotals(t, greedy.New(), o, map[string]string{"verdict": "grundy"}, 0, 3, size, "count")
	}
	compareTotals(t, greedy.New(), o, map[string]string{"heaps": "2..4"}, 2, 4, 3, "formula", "count")
	compareTotals(t, greedy.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula", "count")
}

func TestTheRecurrenceFillsTheTableAsTheDefinitionDoes(t *testing.T) {
	for _, c := range []struct {
		heaps   int
		largest uint64
	}{{0, 5}, {1, 50}, {2, 40}, {3, 20}, {4, 12}, {6, 6}, {20, 1}} {
		want, err := heaps.Fill(context.Background(), greedy.Rules(), heaps.Grundy, c.heaps, c.largest)
		if err != nil {
			t.Fatal(err)
		}
		got, err := heaps.FillFast(context.Background(), greedy.Rules(), c.heaps, c.largest)
		if err != nil {
			t.Fatal(err)
		}
		for p, more := want.At(0, nil), true; more; p, more = want.Next(p) {
			if got.Value(p) != want.Value(p) {
				t.Fatalf("%v has the value %d by the recurrence, %d by the definition", p, got.Value(p), want.Value(p))
			}
		}
	}
}

func TestGreedyTheExampleOfThePackageIsRight(t *testing.T) {
	o := greedyByDefinition()
	got := fmt.Sprint(o.Value([]int{2}), o.Value([]int{1, 2}), o.Value([]int{2, 2}), o.Value([]int{2, 3}), o.Value([]int{2, 4}), o.Value([]int{2, 5}))
	if want := "2 2 0 1 3 4"; got != want {
		t.Errorf("the values are %s, want %s", got, want)
	}
}
