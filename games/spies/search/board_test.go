package search

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"enumerate/internal/pace"
)

var large = flag.Bool("large", false, "also find boards of all sizes 8..999 and of 2000, 3000 and 5000 (about a minute of one core, 100 MB)")

func mustBoard(t *testing.T, s *searcher, n int) []int {
	t.Helper()
	columns, err := s.find(t.Context(), n)
	if err != nil {
		t.Fatalf("Board(%d): %v", n, err)
	}
	if len(columns) != n {
		t.Fatalf("Board(%d) has %d rows, want %d", n, len(columns), n)
	}
	fault := bySlopes(columns)
	if n <= 100 {
		fault = byCrossProducts(columns)
	}
	if fault != "" {
		t.Fatalf("Board(%d) = %v: %s", n, columns, fault)
	}
	return columns
}

func TestSizesFromEightOnHaveABoard(t *testing.T) {
	var s searcher
	last := 120
	if testing.Short() {
		last = 36
	}
	for n := 8; n <= last; n++ {
		mustBoard(t, &s, n)
	}
}

// TestLargeSizesHaveABoard finds boards of a few sizes, or with -large of all up to 999.
func TestLargeSizesHaveABoard(t *testing.T) {
	sizes, larger := []int{200, 256}, []int(nil)
	if !testing.Short() {
		sizes = []int{199, 256, 360, 512, 719, 840, 997, 998, 999}
		larger = []int{1000, 2000}
	}
	if *large {
		sizes = nil
		for n := 8; n <= 999; n++ {
			sizes = append(sizes, n)
		}
		larger = []int{2000, 3000, 5000}
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			var s searcher
			for {
				i := int(next.Add(1)) - 1
				if i >= len(sizes) {
					return
				}
				columns, err := s.find(t.Context(), sizes[i])
				if err != nil {
					t.Errorf("Board(%d): %v", sizes[i], err)
				} else if fault := bySlopes(columns); len(columns) != sizes[i] || fault != "" {
					t.Errorf("Board(%d) has %d rows: %s", sizes[i], len(columns), fault)
				}
			}
		})
	}
	wait.Wait()
	var s searcher
	for _, n := range larger {
		mustBoard(t, &s, n)
	}
}

func TestSizesOutOfRangeAreErrors(t *testing.T) {
	for _, n := range []int{-1 << 62, -1, 0, MinSize - 1, MaxSize + 1, 1 << 62} {
		got, err := Board(t.Context(), n)
		want := fmt.Sprintf("size %d: expected 8 to 10,000", n)
		if got != nil || err == nil || err.Error() != want {
			t.Errorf("Board(%d) = %v, %v, want the error %q", n, got, err, want)
		}
	}
}

// TestBoardsAreTheSameEverywhere compares boards with the boards that one machine found. They may change only when the
// search changes.
func TestBoardsAreTheSameEverywhere(t *testing.T) {
	var s searcher
	if got, want := mustBoard(t, &s, 12), []int{9, 4, 1, 8, 11, 3, 6, 0, 10, 5, 7, 2}; !slices.Equal(got, want) {
		t.Errorf("Board(12) = %v, want %v", got, want)
	}
	for _, test := range []struct {
		n    int
		want uint64
	}{{50, 3978775697368746751}, {300, 14398120945963505268}} {
		sum := uint64(0)
		for _, c := range mustBoard(t, &s, test.n) {
			sum = sum*1_000_003 + uint64(c)
		}
		if sum != test.want {
			t.Errorf("the sum of Board(%d) is %d, want %d", test.n, sum, test.want)
		}
	}
}

func TestBoardDoesNotDependOnThePast(t *testing.T) {
	var s searcher
	sizes := []int{60, 9, 33, 10, 61, 8, 33, 60}
	for _, n := range sizes {
		want, err := Board(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if got := mustBoard(t, &s, n); !slices.Equal(got, want) {
			t.Errorf("Board(%d) of a searcher that has found others = %v, want %v", n, got, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	want := mustBoard(t, &s, 70)
	if _, err := s.find(ctx, 90); !errors.Is(err, context.Canceled) {
		t.Errorf("Board with a context that has ended: %v, want %v", err, context.Canceled)
	}
	if got := mustBoard(t, &s, 70); !slices.Equal(got, want) {
		t.Errorf("Board(70) after a search that was interrupted = %v, want %v", got, want)
	}
}

func TestBoardEndsSoonAfterItsContext(t *testing.T) {
	n, after := 2000, []time.Duration{0, 20 * time.Millisecond, 100 * time.Millisecond}
	if testing.Short() {
		n, after = 1000, after[:2]
	}
	for _, after := range after {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		watch := pace.Start(t)
		_, err := Board(ctx, n)
		took := watch.Stop()
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Board(%d) with %v = %v, want %v", n, after, err, context.DeadlineExceeded)
		}
		if took > after+200*time.Millisecond {
			t.Errorf("Board(%d) took %v with %v", n, took, after)
		}
	}
}

// byCrossProducts says which rule a board breaks, by examining all triples of queens.
func byCrossProducts(columns []int) string {
	for i, a := range columns {
		for j := i + 1; j < len(columns); j++ {
			b := columns[j]
			if a == b || a-b == j-i || b-a == j-i {
				return fmt.Sprintf("rows %d, %d attack each other", i, j)
			}
			for k := j + 1; k < len(columns); k++ {
				if (b-a)*(k-i) == (columns[k]-a)*(j-i) {
					return fmt.Sprintf("rows %d, %d, %d are in line", i, j, k)
				}
			}
		}
	}
	return ""
}

// bySlopes does the same as byCrossProducts, but finds lines by reduced fractions in a map.
func bySlopes(columns []int) string {
	type slope struct{ columns, rows int }
	column := map[int]bool{}
	for i, a := range columns {
		if a < 0 || a >= len(columns) || column[a] {
			return fmt.Sprintf("row %d has column %d", i, a)
		}
		column[a] = true
		seen := map[slope]bool{{1, 1}: true, {-1, 1}: true}
		for j := i + 1; j < len(columns); j++ {
			x, y := max(columns[j]-a, a-columns[j]), j-i
			for y != 0 {
				x, y = y, x%y
			}
			line := slope{(columns[j] - a) / x, (j - i) / x}
			if seen[line] {
				return fmt.Sprintf("rows %d, %d", i, j)
			}
			seen[line] = true
		}
	}
	return ""
}

func TestLegalAgreesWithCrossProducts(t *testing.T) {
	const seed = 5
	random := rand.New(rand.NewPCG(seed, 0))
	var s searcher
	both := [2]int{}
	check := func(columns []int) {
		t.Helper()
		want := byCrossProducts(columns) == ""
		if got := legal(columns) == nil; got != want {
			t.Errorf("seed %d: legal(%v) is %t, want %t", seed, columns, got, want)
		}
		if want {
			both[1]++
		} else {
			both[0]++
		}
	}
	for range 2000 {
		check(random.Perm(1 + random.IntN(10)))
	}
	for n := 8; n <= 40; n++ {
		columns := mustBoard(t, &s, n)
		for range 50 {
			changed := slices.Clone(columns)
			i, j := random.IntN(n), random.IntN(n)
			changed[i], changed[j] = changed[j], changed[i]
			check(changed)
		}
	}
	if both[0] < 100 || both[1] < 100 {
		t.Errorf("seed %d: %d boards that break the rules and %d that do not, want 100 of both", seed, both[0], both[1])
	}
}

func TestLegalSaysWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		columns []int
		want    string
	}{
		{[]int{0, 2}, "row 1 has its queen in column 2 of 2"},
		{[]int{-1, 0}, "row 0 has its queen in column -1 of 2"},
		{[]int{1, 3, 0, 3}, "column 3 has two queens"},
		{[]int{0, 2, 3, 1}, "the queens of rows 1 and 2 are on a diagonal, or in line with one between"},
		{[]int{0, 2, 4, 1, 3}, "the queens of rows 0 and 2 are on a diagonal, or in line with one between"},
	} {
		if err := legal(test.columns); err == nil || err.Error() != test.want {
			t.Errorf("legal(%v) = %v, want %s", test.columns, err, test.want)
		}
	}
	if err := legal([]int{1, 3, 0, 2}); err != nil {
		t.Errorf("legal([1 3 0 2]) = %v, want nil", err)
	}
}
