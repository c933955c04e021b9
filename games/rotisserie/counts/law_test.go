package counts

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// An Exception is an exception to the weak-order law: two queues with the same weak order and different outcomes.
type Exception struct {
	Queue  []int
	Ranked []int // the ranked queue of this weak order; see Rank
	P      bool  // Queue is a P-position and Ranked is not, or the other way round if P is false
}

func (e Exception) String() string {
	outcome, other := "N", "P"
	if e.P {
		outcome, other = other, outcome
	}
	return fmt.Sprintf("%s is %s and %s is %s", written(e.Queue), outcome, written(e.Ranked), other)
}

func written(queue []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(queue), " ", ","), "[]")
}

// WeakOrder tests the weak-order law on all queues of the given number of heaps, each from 1 to `largest`, in
// O(largest^heaps) steps. The law says that queues have the same winner if their heaps compare in the same ways with
// one another and with the numbers 1 to `anchors`. WeakOrder returns the number of exceptions, and at most `limit`
// exceptions: the first in the order of the largest heap and then in lexicographic order.
func WeakOrder(ctx context.Context, heaps, largest, anchors, limit int) (exceptions uint64, first []Exception, err error) {
	t, err := Build(ctx, heaps, largest)
	if err != nil {
		return 0, nil, err
	}
	if anchors < 0 || anchors > largest {
		return 0, nil, fmt.Errorf("%d anchors, expected 0 to %d", anchors, largest)
	}
	var queues [][]int
	exceptions, err = t.exceptions(ctx, heaps, ranker{anchors: anchors, missing: largest, onException: func(front int, digits []int) {
		queue := []int{front}
		for _, digit := range digits {
			queue = append(queue, digit+1)
		}
		if at, _ := slices.BinarySearchFunc(queues, queue, compareQueues); at < limit {
			queues = slices.Insert(queues, at, queue)
			queues = queues[:min(len(queues), limit)]
		}
	}})
	for _, queue := range queues {
		first = append(first, Exception{Queue: queue, Ranked: Rank(queue, anchors), P: t.P(queue)})
	}
	return exceptions, first, err
}

// compareQueues orders queues by their largest heap, and then lexicographically. In this order the first exceptions
// remain the first if queues with larger heaps are tested as well.
func compareQueues(a, b []int) int {
	if d := slices.Max(a) - slices.Max(b); d != 0 {
		return d
	}
	return slices.Compare(a, b)
}

// P reports whether a queue is a P-position. It takes O(len(queue)) steps, and panics if the queue is not in the
// tables.
func (t *Tables) P(queue []int) bool {
	rest := 0
	for i, heap := range queue {
		if heap < 1 || heap > t.largest {
			panic(fmt.Sprintf("counts: heap %d from the front is %d, expected 1 to %d", i+1, heap, t.largest))
		}
		if i > 0 {
			rest = rest*t.largest + heap - 1
		}
	}
	return len(queue) == 0 || queue[0] <= int(t.thresholds[len(queue)][rest])
}

// law returns the result of WeakOrder, and ends the test if WeakOrder returns an error.
func law(t testing.TB, heaps, largest, anchors, limit int) (exceptions uint64, first []Exception) {
	t.Helper()
	exceptions, first, err := WeakOrder(context.Background(), heaps, largest, anchors, limit)
	if err != nil {
		t.Fatalf("WeakOrder(%d, %d, %d anchors): %v", heaps, largest, anchors, err)
	}
	return exceptions, first
}

func total(queue []int) int {
	sum := 0
	for _, heap := range queue {
		sum += heap
	}
	return sum
}

// TestExceptionsAgreeWithTheRules solves all queues of small heaps by the rules and groups them by their weak order.
// The exceptions are the queues whose outcome differs from that of the smallest queue of their group.
func TestExceptionsAgreeWithTheRules(t *testing.T) {
	o := oracle{}
	most := 5
	if testing.Short() {
		most = 4
	}
	for heaps := 1; heaps <= most; heaps++ {
		for _, largest := range []int{1, 2, 3, 5, 6} {
			if heaps == 5 && largest == 6 {
				continue // each queue takes up to 64 comparisons, which is too slow for larger sizes
			}
			for anchors := 0; anchors <= min(3, largest); anchors++ {
				least := map[string][]int{}
				queues(heaps, largest, func(queue []int) {
					order := weakOrder(queue, anchors)
					if l, seen := least[order]; !seen || total(queue) < total(l) {
						least[order] = queue
					}
				})
				want := []string{}
				for most := 1; most <= largest; most++ { // exceptions with a smaller largest heap come first
					queues(heaps, most, func(queue []int) {
						l := least[weakOrder(queue, anchors)]
						if p := o.p(queue); slices.Max(queue) == most && p != o.p(l) {
							want = append(want, fmt.Sprint(queue, l, p))
						}
					})
				}
				for _, limit := range []int{0, 1, 7, 10000} {
					exceptions, first := law(t, heaps, largest, anchors, limit)
					got := []string{}
					for _, e := range first {
						got = append(got, fmt.Sprint(e.Queue, e.Ranked, e.P))
					}
					name := fmt.Sprintf("WeakOrder(%d, %d, %d anchors, limit %d)", heaps, largest, anchors, limit)
					if int(exceptions) != len(want) || !slices.Equal(got, want[:min(limit, len(want))]) {
						t.Errorf("%s = %d exceptions, first %v, want %d, %v", name, exceptions, got, len(want), want[:min(limit, len(want))])
					}
				}
			}
		}
	}
}

func TestLawWithTwoAnchorsHoldsToSevenHeaps(t *testing.T) {
	most := 7
	if testing.Short() {
		most = 6
	}
	for heaps := 0; heaps <= most; heaps++ {
		if exceptions, first := law(t, heaps, heaps+3, 2, 3); exceptions > 0 {
			t.Errorf("%d heaps: %d exceptions, %v, want none", heaps, exceptions, first)
		}
	}
}

func TestFirstExceptionOfEightHeapsIsOneByTheRules(t *testing.T) {
	_, first := law(t, 8, 4, 2, 1)
	if len(first) != 1 {
		t.Fatalf("8 heaps of 1 to 4, 2 anchors: first exceptions %v, want one", first)
	}
	e, o := first[0], oracle{}
	if weakOrder(e.Queue, 2) != weakOrder(e.Ranked, 2) {
		t.Errorf("%v and %v differ in weak order with 2 anchors", e.Queue, e.Ranked)
	}
	if o.p(e.Queue) != e.P || o.p(e.Ranked) == e.P {
		t.Errorf("%v: by the rules P are %v and %v", e, o.p(e.Queue), o.p(e.Ranked))
	}
	if got, want := e.String(), "4,1,2,1,4,2,1,4 is N and 3,1,2,1,3,2,1,3 is P"; got != want {
		t.Errorf("first exception = %q, want %q", got, want)
	}
}

func TestAnchorsOutOfRangeAreRefused(t *testing.T) {
	for _, anchors := range []int{-1, 4} {
		want := fmt.Sprintf("%d anchors, expected 0 to 3", anchors)
		if _, _, err := WeakOrder(context.Background(), 2, 3, anchors, 1); err == nil || err.Error() != want {
			t.Errorf("WeakOrder(2, 3, %d anchors) = %v, want %q", anchors, err, want)
		}
	}
}

func TestRankIsTheLeastQueueOfAWeakOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue := rapid.SliceOfN(rapid.IntRange(1, 12), 0, 8).Draw(t, "queue")
		anchors := rapid.IntRange(0, 5).Draw(t, "anchors")
		before := slices.Clone(queue)
		ranked := Rank(queue, anchors)
		if !slices.Equal(queue, before) {
			t.Fatalf("Rank(%v, %d) changed its queue to %v", before, anchors, queue)
		}
		if weakOrder(ranked, anchors) != weakOrder(queue, anchors) {
			t.Fatalf("Rank(%v, %d) = %v, of another weak order", queue, anchors, ranked)
		}
		// The ranked queue must be the least one: if a heap is more than one above the anchors, another heap must be
		// one less.
		for _, heap := range ranked {
			if heap > anchors+1 && !slices.Contains(ranked, heap-1) {
				t.Fatalf("Rank(%v, %d) = %v, with a gap below %d", queue, anchors, ranked, heap)
			}
		}
	})
}

func BenchmarkWeakOrder(b *testing.B) {
	for _, c := range []struct{ heaps, largest, anchors int }{{6, 9, 2}, {7, 10, 2}, {8, 9, 2}} {
		b.Run(fmt.Sprintf("heaps=%d/largest=%d", c.heaps, c.largest), func(b *testing.B) {
			var exceptions uint64
			for b.Loop() {
				exceptions, _ = law(b, c.heaps, c.largest, c.anchors, 1)
			}
			positions := math.Pow(float64(c.largest), float64(c.heaps))
			b.ReportMetric(positions*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
			b.ReportMetric(float64(exceptions), "exceptions")
		})
	}
}
