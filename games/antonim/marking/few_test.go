package marking

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/internal/pace"
)

func few(t testing.TB, heaps, largest int) *FewTable {
	t.Helper()
	table, err := MarkFew(t.Context(), heaps, largest, 0, nil)
	if err != nil {
		t.Fatalf("MarkFew(%d, %d): %v", heaps, largest, err)
	}
	return table
}

func TestFewTableAgreesWithTheDefinition(t *testing.T) {
	const n = 12
	marked, o := few(t, n, n), outcomes{}
	for set := range uint64(1) << n {
		heaps := heapsOf(set)
		if got, want := marked.P(heaps...), o.p(heaps); got != want {
			t.Errorf("P(%v) = %v, want %v", heaps, got, want)
		}
	}
}

func TestTheoremsOfUpToThreeHeapsHold(t *testing.T) {
	largest := 70 // a row has two words
	if !testing.Short() {
		largest = 300
	}
	some, all := few(t, 3, largest), table(t, 18)
	check := func(heaps ...int) {
		want := theorem(heaps)
		if got := some.P(heaps...); got != want {
			t.Errorf("P(%v) = %v, want %v", heaps, got, want)
		}
		if slices.Max(append(heaps, 0)) > all.n {
			return
		}
		if got := all.P(setOf(heaps)); got != want {
			t.Errorf("P(%v) = %v by Mark, want %v", heaps, got, want)
		}
	}
	check()
	for c := 1; c <= largest; c++ {
		check(c)
		for b := 1; b < c; b++ {
			check(b, c)
			for a := 1; a < b; a++ {
				check(a, b, c)
			}
		}
	}
}

// TestPositionsOfFewHeapsArePIffNoMoveLeadsToP checks random sets of heaps by the definition of P-positions. The heaps
// are too large to check all sets. Random sets are seldom P-positions. So the test also replaces the least heap of each
// set by the heap that makes the set a P-position, if the table has such a heap.
func TestPositionsOfFewHeapsArePIffNoMoveLeadsToP(t *testing.T) {
	const heaps, largest = 4, 200
	marked := few(t, heaps, largest)
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SliceOfNDistinct(rapid.IntRange(1, largest), 2, heaps, rapid.ID[int]).Draw(t, "heaps")
		slices.Sort(set)
		sets := [][]int{set}
		if a := marked.least[len(set)][marked.binomials.rank(set[1:])]; a != 0 {
			sets = append(sets, append([]int{int(a)}, set[1:]...))
		}
		for _, set := range sets {
			wins := slices.ContainsFunc(movesOf(set), func(after []int) bool { return marked.P(after...) })
			if marked.P(set...) == wins {
				t.Errorf("P(%v) = %v, has a move to a P-position: %v", set, marked.P(set...), wins)
			}
		}
	})
}

func TestFewCountsDoNotDependOnTheSizeOfTheTable(t *testing.T) {
	const heaps, largest = 5, 70
	whole := few(t, heaps, largest)
	for _, m := range []int{0, 1, 2, 5, 63, 64, 65} {
		for k := range heaps + 1 {
			part := few(t, k, m)
			for j := range k + 1 {
				if got, want := whole.Count(j, m), part.Count(j, m); got != want {
					t.Errorf("%d heaps up to %d: %d P-positions in a table of %d up to %d, %d in one of %d up to %d",
						j, m, got, heaps, largest, want, k, m)
				}
			}
		}
	}
}

func TestRankCountsTheSetsBefore(t *testing.T) {
	const k, largest = 3, 9
	b := newBinomials(k, largest)
	rank := uint64(0)
	for z := 1; z <= largest; z++ {
		for y := 1; y < z; y++ {
			for x := 1; x < y; x++ {
				if got := b.rank([]int{x, y, z}); got != rank {
					t.Errorf("rank({%d, %d, %d}) = %d, want %d", x, y, z, got, rank)
				}
				rank++
			}
		}
	}
	if got := b[k][largest]; got != rank {
		t.Errorf("C(%d, %d) = %d, want %d", largest, k, got, rank)
	}
}

func TestMarkFewRefusesCleanly(t *testing.T) {
	for _, test := range []struct {
		heaps, largest int
		memory         uint64
		want           string
	}{
		{-1, 5, 0, "-1 heaps, expected 0 to 64"},
		{65, 5, 0, "65 heaps, expected 0 to 64"},
		{4, -1, 0, "heaps up to -1, expected 0 to 65535"},
		{4, 65536, 0, "heaps up to 65536, expected 0 to 65535"},
		{5, 200, 1 << 20, "5 heaps up to 200 take 166 MiB; the memory limit for tables is 1 MiB: raise --memory"},
		{64, 65535, math.MaxUint64, "64 heaps up to 65535 take 17592186044415 MiB; "},
	} {
		_, err := MarkFew(t.Context(), test.heaps, test.largest, test.memory, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("MarkFew(%d, %d, %d): %v, want %q", test.heaps, test.largest, test.memory, err, test.want)
		}
	}
}

func TestFewPPanicsOutsideTheTable(t *testing.T) {
	marked := few(t, 3, 10)
	for _, heaps := range [][]int{{1, 2, 3, 4}, {1, 2, 11}, {2, 1}, {3, 3}, {0, 1}, {-1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("P(%v) does not panic", heaps)
				}
			}()
			marked.P(heaps...)
		}()
	}
}

func TestMarkFewEndsWithTheContext(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	var watch *pace.Watch
	time.AfterFunc(20*time.Millisecond, func() {
		watch = pace.Start(t)
		cancel(reason)
	})
	_, err := MarkFew(ctx, 6, 120, 0, nil)
	if !errors.Is(err, reason) {
		t.Fatalf("MarkFew = %v, want %v", err, reason)
	}
	if took := watch.Stop(); took > time.Second {
		t.Errorf("MarkFew returned %v after the context ended, expected at most 1 s", took)
	}
}
