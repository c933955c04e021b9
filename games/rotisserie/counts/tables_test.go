package counts

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"enumerate/internal/pace"
)

func build(t testing.TB, heaps, largest int) *Tables {
	t.Helper()
	tables, err := Build(context.Background(), heaps, largest)
	if err != nil {
		t.Fatalf("Build(%d, %d): %v", heaps, largest, err)
	}
	return tables
}

func TestOutcomesAgreeWithTheRules(t *testing.T) {
	o := oracle{}
	for _, c := range []struct{ heaps, largest int }{{5, 5}, {3, 12}, {2, 30}, {7, 2}, {6, 3}} {
		tables := build(t, c.heaps, c.largest)
		for heaps := 0; heaps <= c.heaps; heaps++ {
			queues(heaps, c.largest, func(queue []int) {
				if got, want := tables.P(queue), o.p(queue); got != want {
					t.Fatalf("heaps to %d: P(%v) = %v, want %v", c.largest, queue, got, want)
				}
			})
		}
	}
}

// TestTheoremsHold checks the theorems of Bovee, Burke and Tennenhouse, and the rule for four heaps in the
// documentation of the package, on all queues of small heaps.
func TestTheoremsHold(t *testing.T) {
	least := func(queue []int) (heap, place int) {
		heap = slices.Min(queue)
		return heap, slices.Index(queue, heap) + 1
	}
	theorems := []struct {
		name           string
		heaps, largest int
		about          func(queue []int) bool
		p              func(q []int) bool
	}{
		{
			"two heaps", 2, 100,
			func(q []int) bool { return true },
			func(q []int) bool { return q[0] <= q[1] },
		},
		{
			"all at least 2, five heaps", 5, 7,
			func(q []int) bool { return slices.Min(q) >= 2 },
			func(q []int) bool { return false },
		},
		{
			"all at least 2, four heaps", 4, 11,
			func(q []int) bool { return slices.Min(q) >= 2 },
			func(q []int) bool { _, place := least(q); return place%2 == 1 },
		},
		{
			"all at least 2, six heaps", 6, 7,
			func(q []int) bool { return slices.Min(q) >= 2 },
			func(q []int) bool { _, place := least(q); return place%2 == 1 },
		},
		{
			"three heaps, 1 in front", 3, 30,
			func(q []int) bool { return q[0] == 1 },
			func(q []int) bool { return q[1] > q[2] },
		},
		{
			"three heaps, at least 2 in front", 3, 30,
			func(q []int) bool { return q[0] >= 2 },
			func(q []int) bool { return q[2] == 1 && q[1] > q[2] },
		},
		{
			"four heaps with a 1", 4, 11,
			func(q []int) bool { return slices.Min(q) == 1 },
			func(q []int) bool {
				a, b, c, d := q[0], q[1], q[2], q[3]
				switch {
				case b == 1 && c == 1:
					return a <= d
				case b == 1:
					return d > 1 && a <= 2 && c <= d
				case c == 1 && d == 1:
					return a <= b
				case c == 1:
					return b > 2 || a <= d
				case d == 1:
					return false
				}
				return true // only the front is 1
			},
		},
	}

	for _, theorem := range theorems {
		t.Run(theorem.name, func(t *testing.T) {
			tables := build(t, theorem.heaps, theorem.largest)
			about := 0
			queues(theorem.heaps, theorem.largest, func(queue []int) {
				if !theorem.about(queue) {
					return
				}
				about++
				if got, want := tables.P(queue), theorem.p(queue); got != want {
					t.Fatalf("P(%v) = %v, want %v", queue, got, want)
				}
			})
			if about == 0 {
				t.Error("the theorem is about no queue")
			}
		})
	}
}

func TestCountsAgreeWithTheRules(t *testing.T) {
	o := oracle{}
	for heaps := range 6 {
		const most = 5
		got := totals(t, heaps, most)
		for largest := 1; largest <= most; largest++ {
			want := int64(0)
			queues(heaps, largest, func(queue []int) {
				if o.p(queue) {
					want++
				}
			})
			if got[largest-1] != want {
				t.Errorf("%d heaps of 1 to %d: %d are P, want %d", heaps, largest, got[largest-1], want)
			}
		}
	}
}

func totals(t testing.TB, heaps, largest int) []int64 {
	t.Helper()
	tables, err := Build(context.Background(), heaps, largest)
	if err != nil {
		t.Fatalf("Build(%d, %d): %v", heaps, largest, err)
	}
	found, err := tables.Counts(context.Background(), heaps)
	if err != nil {
		t.Fatalf("Counts(%d) up to %d: %v", heaps, largest, err)
	}
	var small []int64
	for _, n := range found {
		small = append(small, n.Int64())
	}
	return small
}

func TestCountsDoNotDependOnTheLargestHeap(t *testing.T) {
	const heaps, largest = 6, 7
	want := totals(t, heaps, largest)
	for most := 1; most < largest; most++ {
		if got := totals(t, heaps, most); !slices.Equal(got, want[:most]) {
			t.Errorf("Counts(%d, %d) = %v, want %v", heaps, most, got, want[:most])
		}
	}
}

func TestBytesIsTheSumOfTheTables(t *testing.T) {
	for _, c := range []struct {
		heaps, largest int
		want           int64
	}{
		{0, 1, 0}, {0, 254, 0}, {1, 254, 1}, {2, 254, 255}, {4, 10, 1111}, {32, 1, 32}, {32, 2, 1<<32 - 1}, {5, 254, 254*254*254*254 + 254*254*254 + 254*254 + 255},
	} {
		got, err := Bytes(c.heaps, c.largest)
		if err != nil || got != c.want {
			t.Errorf("Bytes(%d, %d) = %d, %v, want %d", c.heaps, c.largest, got, err, c.want)
		}
	}
}

func TestTablesOutOfRangeAreRefused(t *testing.T) {
	for _, c := range []struct {
		heaps, largest int
		want           string
	}{
		{-1, 5, "a queue of -1 heaps; expected 0 to 32 heaps"},
		{33, 1, "a queue of 33 heaps; expected 0 to 32 heaps"},
		{2, 0, "the largest heap is 0; expected 1 to 254"},
		{2, 255, "the largest heap is 255; expected 1 to 254"},
		{8, 24, "the thresholds of 8 heaps of 1 to 24 take more than 4294967296 bytes; expected fewer or smaller heaps"},
		{32, 254, "the thresholds of 32 heaps of 1 to 254 take more than 4294967296 bytes; expected fewer or smaller heaps"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Build(context.Background(), c.heaps, c.largest)
		runtime.ReadMemStats(&after)
		if err == nil || err.Error() != c.want {
			t.Errorf("Build(%d, %d) = %v, want %q", c.heaps, c.largest, err, c.want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
			t.Errorf("Build(%d, %d) took %d bytes before it refused", c.heaps, c.largest, used)
		}
	}
}

func TestQueuesOutOfRangeAreRefused(t *testing.T) {
	tables := build(t, 3, 4)
	for _, c := range []struct {
		queue []int
		want  string
	}{
		{[]int{1, 1, 1, 1}, "runtime error: index out of range [4] with length 4"},
		{[]int{5}, "counts: heap 1 from the front is 5, expected 1 to 4"},
		{[]int{1, 0}, "counts: heap 2 from the front is 0, expected 1 to 4"},
		{[]int{1, 1, -1 << 63}, "counts: heap 3 from the front is -9223372036854775808, expected 1 to 4"},
	} {
		if got := refusal(tables.P, c.queue); got != c.want {
			t.Errorf("P(%v) panics with %q, want %q", c.queue, got, c.want)
		}
	}
}

func refusal(p func([]int) bool, queue []int) (refused string) {
	defer func() { refused = fmt.Sprint(recover()) }()
	p(queue)
	return ""
}

func TestLongWorkEndsWithItsContext(t *testing.T) {
	works := map[string]func(context.Context) error{
		"Build": func(ctx context.Context) error {
			_, err := Build(ctx, 8, 14)
			return err
		},
		"Build, long rows": func(ctx context.Context) error {
			_, err := Build(ctx, 4, 254)
			return err
		},
		"WeakOrder": func(ctx context.Context) error {
			_, _, err := WeakOrder(ctx, 7, 14, 0, 0)
			return err
		},
		"NewSolver": func(ctx context.Context) error {
			_, err := NewSolver(ctx, 8)
			return err
		},
	}
	for name, work := range works {
		const patience = 5 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		watch := pace.Start(t)
		err := work(ctx)
		took := watch.Stop()
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s with %v to go: %v, want %v", name, patience, err, context.DeadlineExceeded)
		}
		if took > patience+time.Second {
			t.Errorf("%s with %v to go took %v", name, patience, took)
		}
	}
	tables, err := Build(context.Background(), 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for heaps := range 3 {
		if _, err := tables.Counts(ended, heaps); !errors.Is(err, context.Canceled) {
			t.Errorf("Counts(%d heaps) with an ended context: %v, want %v", heaps, err, context.Canceled)
		}
	}
}

func BenchmarkCounts(b *testing.B) {
	for _, c := range []struct{ heaps, largest int }{{4, 120}, {5, 50}, {6, 9}, {6, 20}, {7, 12}, {8, 9}, {8, 12}} {
		b.Run(fmt.Sprintf("heaps=%d/largest=%d", c.heaps, c.largest), func(b *testing.B) {
			var last int64
			for b.Loop() {
				last = totals(b, c.heaps, c.largest)[c.largest-1]
			}
			positions := 1.0
			for range c.heaps {
				positions *= float64(c.largest)
			}
			b.ReportMetric(positions*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
			b.ReportMetric(float64(last), "P")
		})
	}
}
