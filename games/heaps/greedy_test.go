package heaps_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"enumerate/games/greedy"
	"enumerate/games/heaps"
)

// greedyByDefinition is Greedy Nim by its definition: lists of heaps, of which a largest one gets
// smaller.
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

func TestGreedyAnswersAreThoseOfTheDefinition(t *testing.T) {
	positionsAre(t, greedy.New(), greedyByDefinition(), 4, 4, func([]int) bool { return true })
}

func TestGreedyTotalsAreThoseOfTheDefinition(t *testing.T) {
	o := greedyByDefinition()
	for size := 1; size <= 5; size++ {
		totalsAre(t, greedy.New(), o, nil, 0, 3, size, "formula")
		totalsAre(t, greedy.New(), o, map[string]string{"verdict": "grundy"}, 0, 3, size)
	}
	totalsAre(t, greedy.New(), o, map[string]string{"heaps": "2..4"}, 2, 4, 3, "formula")
	totalsAre(t, greedy.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula")
}

// greedyByRecurrence finds the Grundy values of all positions of a table, by their text, as the
// documentation of package greedy says.
func greedyByRecurrence(t *heaps.Table, most int, largest uint64) map[string]uint64 {
	values := map[string]uint64{"0": 0}
	for rest, more := t.At(0, nil), true; more && len(rest) < most; rest, more = t.Next(rest) {
		taken, first := make(map[uint64]bool), rest.Largest() // f(0), ..., f(first-1)
		whole := append(slices.Clone(rest), first)
		for y := range first {
			taken[values[heaps.Multiset.Reduce(nil, whole, len(rest), y).String()]] = true
		}
		value := uint64(0)
		for y := first; y <= largest; y++ {
			for taken[value] {
				value++
			}
			if y > 0 { // with y = 0 it is the position without heaps
				whole[len(rest)] = y
				values[whole.String()] = value
			}
			value++
		}
	}
	return values
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
		got := greedyByRecurrence(want, c.heaps, c.largest)
		for p, more := want.At(0, nil), true; more; p, more = want.Next(p) {
			if value, ok := got[p.String()]; !ok || value != want.Value(p) {
				t.Fatalf("%v has the value %d by the recurrence, %d by the definition", p, value, want.Value(p))
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

func TestGreedyTheoremsHold(t *testing.T) {
	theoremFinds(t, greedy.New(), map[string]string{"heaps": "0..4"}, "largest", 8, 495, "")
}
