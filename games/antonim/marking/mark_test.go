package marking

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// table returns the table up to n.
func table(t testing.TB, n int) *Table {
	t.Helper()
	marked, err := Mark(t.Context(), n, Options{})
	if err != nil {
		t.Fatalf("Mark(%d): %v", n, err)
	}
	return marked
}

func TestCountsAreThePublishedOnes(t *testing.T) {
	for n, want := range []uint64{1, 1, 2, 2, 4, 6, 12, 16, 28, 48, 91} {
		marked := table(t, n)
		if got := marked.Census().Sets(n); got != want {
			t.Errorf("Mark(%d): %d P-positions, want %d", n, got, want)
		}
	}
}

func TestTableIsTheDefinition(t *testing.T) {
	const n = 12
	marked, o := table(t, n), outcomes{}
	for set := range uint64(1) << n {
		heaps := heapsOf(set)
		if got, want := marked.P(set), o.p(heaps); got != want {
			t.Errorf("P(%v) = %v, want %v", heaps, got, want)
		}
	}
}

func TestCensusCountsTheTable(t *testing.T) {
	for _, n := range []int{0, 1, 6, 14, 15, 16, 18} {
		marked := table(t, n)
		want := newCensus(n, n)
		for set := range uint64(1) << n {
			if marked.P(set) {
				heaps := heapsOf(set)
				*want.at(len(heaps), slices.Max(append(heaps, 0)))++
			}
		}
		got := marked.Census()
		if !slices.Equal(got.count, want.count) {
			t.Errorf("census of %d = %v, want %v", n, got.count, want.count)
		}
		for m := range n + 1 {
			if got, want := got.Sets(m), table(t, m).Census().Sets(m); got != want {
				t.Errorf("table up to %d: %d P-positions up to %d, want %d", n, got, m, want)
			}
		}
	}
}

// Two methods that share no code.
func TestMarkAgreesWithMarkFew(t *testing.T) {
	tests := []struct{ n, heaps int }{{16, 16}}
	if !testing.Short() {
		tests = append(tests, []struct{ n, heaps int }{{20, 20}, {27, 8}}...)
	}
	for _, test := range tests {
		all, some := table(t, test.n), few(t, test.heaps, test.n)
		for k := range test.heaps + 1 {
			for m := range test.n + 1 {
				if got, want := all.Census().exactly(k, m), some.Census().exactly(k, m); got != want {
					t.Errorf("%d heaps, largest %d: %d P-positions by Mark, %d by MarkFew", k, m, got, want)
				}
			}
		}
		for set := range uint64(1) << min(test.n, 16) {
			if heaps := heapsOf(set); len(heaps) <= test.heaps && all.P(set) != some.P(heaps...) {
				t.Errorf("P(%v) = %v by Mark, %v by MarkFew", heaps, all.P(set), some.P(heaps...))
			}
		}
	}
}

// theorem is what is known of at most three heaps.
func theorem(heaps []int) bool {
	switch len(heaps) {
	case 0:
		return true
	case 1:
		return false
	case 2:
		return heaps[0]%2 == 1 && heaps[1] == heaps[0]+1
	}
	return (heaps[0]+1)^(heaps[1]+1)^(heaps[2]+1) == 0
}

func TestCensusHasNothingBeyondItsBounds(t *testing.T) {
	census := table(t, 4).Census()
	if census.heaps != 4 || census.largest != 4 {
		t.Errorf("census of %d heaps up to %d, want 4 up to 4", census.heaps, census.largest)
	}
	for _, at := range [][2]int{{-1, 0}, {5, 4}, {4, 5}, {0, -1}} {
		if got := census.exactly(at[0], at[1]); got != 0 {
			t.Errorf("exactly(%d, %d) = %d, want 0", at[0], at[1], got)
		}
	}
	if got := census.Sets(math.MaxInt - 1); got != 4 {
		t.Errorf("Sets(%d) = %d, want 4", math.MaxInt-1, got)
	}
	if got := census.Sets(-1); got != 0 {
		t.Errorf("Sets(-1) = %d, want 0", got)
	}
}

func TestTableIsTheSameForAnyWorkers(t *testing.T) {
	want := table(t, 21)
	var mutex sync.Mutex
	for _, workers := range []int{-1, 2, 3, 50} {
		told := 0.0
		got, err := Mark(t.Context(), 21, Options{Workers: workers, Share: func(share float64) {
			mutex.Lock()
			defer mutex.Unlock()
			told = max(told, share)
		}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.words, want.words) || !slices.Equal(got.census.count, want.census.count) {
			t.Errorf("%d workers make another table", workers)
		}
		if told != 1 {
			t.Errorf("%d workers: a share of %v is told, want 1", workers, told)
		}
	}
}

func TestAuditFindsEveryKindOfFault(t *testing.T) {
	seed := uint64(1)
	audit := func(marked *Table) error {
		return marked.Audit(t.Context(), rand.New(rand.NewPCG(seed, 0)), 20000)
	}
	if err := audit(table(t, 16)); err != nil {
		t.Errorf("seed %d: Audit of a right table: %v", seed, err)
	}
	for _, test := range []struct {
		name   string
		damage func(words []uint64)
	}{
		{"no P-positions", func(words []uint64) { clear(words) }},
		{"the complement", func(words []uint64) {
			for i := range words {
				words[i] = ^words[i]
			}
		}},
		{"the empty set is N", func(words []uint64) { words[0] &^= 1 }},
	} {
		marked := table(t, 16)
		test.damage(marked.words)
		if audit(marked) == nil {
			t.Errorf("seed %d: Audit of a table with %s found nothing", seed, test.name)
		}
	}
}

func TestMarkRefusesCleanly(t *testing.T) {
	for _, test := range []struct {
		n    int
		o    Options
		want string
	}{
		{-1, Options{}, "subsets of {1..n}: n = -1, want 0 to 40"},
		{41, Options{}, "subsets of {1..n}: n = 41, want 0 to 40"},
		{math.MaxInt, Options{}, "want 0 to 40"},
		{40, Options{}, "subsets of {1..40} take 131201 MiB of memory, want at most 4096 MiB"},
		{36, Options{Memory: 8 << 30}, "subsets of {1..36} take 8201 MiB of memory, want at most 8192 MiB"},
	} {
		_, err := Mark(t.Context(), test.n, test.o)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Mark(%d, %+v): %v, want %q", test.n, test.o, err, test.want)
		}
	}
}

func TestPPanicsOutsideTheTable(t *testing.T) {
	defer func() {
		if got, want := fmt.Sprint(recover()), "marking: a heap of 8 in a table up to 7"; got != want {
			t.Errorf("P(10000000) panics with %q, want %q", got, want)
		}
	}()
	table(t, 7).P(1 << 7)
}

func TestMarkEndsWithTheContext(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	var after atomic.Int64 // blocks that were marked after the context ended
	marked, err := Mark(ctx, 22, Options{Workers: 2, Share: func(share float64) {
		if share > 0.5 {
			after.Add(1)
			cancel(reason)
		}
	}})
	if !errors.Is(err, reason) || marked != nil {
		t.Errorf("Mark = %v, %v, want %v", marked, err, reason)
	}
	if n := after.Load(); n > 2 { // one that each worker was at
		t.Errorf("Mark finished %d blocks after the context ended, want 2 at most", n)
	}
}

func TestAuditEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	marked := table(t, 5)
	cancel()
	if err := marked.Audit(ctx, rand.New(rand.NewPCG(1, 0)), 1<<30); !errors.Is(err, context.Canceled) {
		t.Errorf("Audit = %v, want %v", err, context.Canceled)
	}
}
