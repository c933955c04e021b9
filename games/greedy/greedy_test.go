package greedy_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"enumerate/games/greedy"
	"enumerate/games/heaps"
	"enumerate/games/heaps/heapstest"
)

// oracle is Greedy Nim by its definition: lists of heaps, of which a largest one gets
// smaller.
func oracle() *heapstest.Oracle {
	return &heapstest.Oracle{Unordered: true, Options: func(p []int) (options [][]int) {
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

func TestAnswersAreThoseOfTheDefinition(t *testing.T) {
	heapstest.Positions(t, greedy.New(), oracle(), 4, 4, func([]int) bool { return true })
}

func TestTotalsAreThoseOfTheDefinition(t *testing.T) {
	o := oracle()
	for size := 1; size <= 5; size++ {
		heapstest.Totals(t, greedy.New(), o, nil, 0, 3, size, "formula", "count")
		heapstest.Totals(t, greedy.New(), o, map[string]string{"verdict": "grundy"}, 0, 3, size, "count")
	}
	heapstest.Totals(t, greedy.New(), o, map[string]string{"heaps": "2..4"}, 2, 4, 3, "formula", "count")
	heapstest.Totals(t, greedy.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula", "count")
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

func TestTheExampleOfThePackageIsRight(t *testing.T) {
	o := oracle()
	got := fmt.Sprint(o.Value([]int{2}), o.Value([]int{1, 2}), o.Value([]int{2, 2}), o.Value([]int{2, 3}), o.Value([]int{2, 4}), o.Value([]int{2, 5}))
	if want := "2 2 0 1 3 4"; got != want {
		t.Errorf("the values are %s, want %s", got, want)
	}
}

func TestTheoremsHold(t *testing.T) {
	heapstest.Theorem(t, greedy.New(), map[string]string{"heaps": "0..4"}, "largest", 8, 495, "")
}
