package marking

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// P reports whether a set of heaps is a P-position. Bit x-1 of the set stands for a heap of x sticks. P panics if the
// set has a heap of more than t.n sticks.
func (t *Table) P(set uint64) bool {
	if bits.Len64(set) > t.n {
		panic(fmt.Sprintf("marking: a heap of %d in a table up to %d", bits.Len64(set), t.n))
	}
	return t.words[set>>wordBits]>>(set%64)&1 != 0
}

func table(t testing.TB, n int) *Table {
	t.Helper()
	marked, err := Mark(t.Context(), n, 0, nil)
	if err != nil {
		t.Fatalf("Mark(%d): %v", n, err)
	}
	return marked
}

func TestCountsAreThePublishedOnes(t *testing.T) {
	for n, want := range []uint64{1, 1, 2, 2, 4, 6, 12, 16, 28, 48, 91} {
		marked := table(t, n)
		if got := marked.Counts()[n]; got != want {
			t.Errorf("Mark(%d): %d P-positions, want %d", n, got, want)
		}
	}
}

func TestTableAgreesWithTheDefinition(t *testing.T) {
	const n = 12
	marked, o := table(t, n), outcomes{}
	for set := range uint64(1) << n {
		heaps := heapsOf(set)
		if got, want := marked.P(set), o.p(heaps); got != want {
			t.Errorf("P(%v) = %v, want %v", heaps, got, want)
		}
	}
}

func TestCountsAgreeWithTheTable(t *testing.T) {
	for _, n := range []int{0, 1, 6, 7, 14, 15, 16, 18} {
		marked := table(t, n)
		want := make([]uint64, n+1)
		for set := range uint64(1) << n {
			if marked.P(set) {
				for m := bits.Len64(set); m <= n; m++ {
					want[m]++
				}
			}
		}
		if got := marked.Counts(); !slices.Equal(got, want) {
			t.Errorf("counts up to %d = %v, want %v", n, got, want)
		}
		for m := range n + 1 {
			if got := table(t, m).Counts(); !slices.Equal(got, want[:m+1]) {
				t.Errorf("counts of a table up to %d = %v, want %v", m, got, want[:m+1])
			}
		}
	}
}

// census returns the numbers of P-positions of a table by the number of heaps and by the largest heap.
func census(all *Table) [][]uint64 {
	count := make([][]uint64, all.n+1)
	for k := range count {
		count[k] = make([]uint64, all.n+1)
	}
	for i, word := range all.words {
		for ; word != 0; word &= word - 1 {
			set := uint64(i)<<wordBits | uint64(bits.TrailingZeros64(word))
			if largest := bits.Len64(set); largest <= all.n {
				count[bits.OnesCount64(set)][largest]++
			}
		}
	}
	return count
}

func TestMarkAgreesWithMarkFew(t *testing.T) {
	tests := []struct{ n, heaps int }{{16, 16}}
	if !testing.Short() {
		tests = append(tests, []struct{ n, heaps int }{{20, 20}, {27, 8}}...)
	}
	for _, test := range tests {
		all, some := table(t, test.n), few(t, test.heaps, test.n)
		for k, largest := range census(all)[:test.heaps+1] {
			got := uint64(0)
			for m, more := range largest {
				got += more
				if want := some.Count(k, m); got != want {
					t.Errorf("%d heaps up to %d: %d P-positions by Mark, %d by MarkFew", k, m, got, want)
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

// theorem decides up to three heaps by the theorem of Bovee, Burke and Tennenhouse.
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

func TestMarkReportsAllItsWork(t *testing.T) {
	largest := 0.0
	if _, err := Mark(t.Context(), 21, 0, func(share float64) { largest = max(largest, share) }); err != nil {
		t.Fatal(err)
	}
	if largest != 1 {
		t.Errorf("a share of %v is told, want 1", largest)
	}
}

func TestMarkRefusesCleanly(t *testing.T) {
	for _, test := range []struct {
		n      int
		memory uint64
		want   string
	}{
		{-1, 0, "subsets of {1..n}: n = -1, expected 0 to 40"},
		{41, 0, "subsets of {1..n}: n = 41, expected 0 to 40"},
		{math.MaxInt, 0, "expected 0 to 40"},
		{40, 0, "subsets of {1..40} take 131072 MiB; the memory limit for tables is 4096 MiB: raise --memory"},
		{36, 7 << 30, "subsets of {1..36} take 8192 MiB; the memory limit for tables is 7168 MiB: raise --memory"},
	} {
		_, err := Mark(t.Context(), test.n, test.memory, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Mark(%d, %d): %v, want %q", test.n, test.memory, err, test.want)
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
	after := 0 // the pieces of work that are reported after the context has ended
	marked, err := Mark(ctx, 22, 0, func(share float64) {
		if share > 0.5 {
			after++
			cancel(reason)
		}
	})
	if !errors.Is(err, reason) || marked != nil {
		t.Errorf("Mark = %v, %v, want %v", marked, err, reason)
	}
	if after > 1 {
		t.Errorf("Mark began %d pieces after the context ended, want none", after-1)
	}
}
