package counts

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSweepVisitsEveryTupleOnce(t *testing.T) {
	const seed = 4
	random := rand.New(rand.NewPCG(seed, seed))
	for range 300 {
		base, digits := 1+random.IntN(5), random.IntN(6)
		b := newBox(base, digits)
		for i := range digits {
			low := random.IntN(base)
			b.set(i, low, low+random.IntN(base-low+1))
		}
		var want []int
		size := 1
		for range digits {
			size *= base
		}
		for index := range size {
			inside := true
			for i, rest := digits-1, index; i >= 0; i-- {
				inside = inside && b.low[i] <= rest%base && rest%base < b.high[i]
				rest /= base
			}
			if inside {
				want = append(want, index)
			}
		}
		var got []int
		err := sweep(context.Background(), b, func(first []int, start, length int) {
			index := 0
			for i := range digits {
				index = index*base + first[i]
			}
			if index != start {
				t.Errorf("base %d, digits %v: start %d", base, first, start)
			}
			for i := range length {
				got = append(got, start+i)
			}
		})
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: the box %+v has tuples %v, %v, want %v", seed, b, got, err, want)
		}
	}
}

func TestInnerLoopsAllocateNothing(t *testing.T) {
	tables, err := Build(context.Background(), 5, 6)
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{heaps: 5, largest: 6, fewer: tables.thresholds[4], thresholds: tables.thresholds[5], stride: len(tables.thresholds[4])}
	r := &ranker{anchors: 2, largest: 6, missing: 6, thresholds: tables.thresholds[5]}
	digits := []int{5, 0, 3, 1}
	threshold := int(tables.thresholds[5][((5*6+0)*6+3)*6+1])
	got := testing.AllocsPerRun(100, func() {
		b.column(7, 1, 6)
		b.close(7, 6)
		r.compare(digits, threshold)
	})
	if got != 0 {
		t.Errorf("column, close and compare allocate %v times, want 0", got)
	}
}
