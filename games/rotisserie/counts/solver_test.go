package counts

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func newSolver(t testing.TB, heaps int) *Solver {
	t.Helper()
	s, err := NewSolver(context.Background(), heaps)
	if err != nil {
		t.Fatalf("NewSolver(%d): %v", heaps, err)
	}
	return s
}

// p reports whether a queue is a P-position. Its heaps may have any size, because p looks up its ranked queue, the
// queue of the smallest heaps that compare in the same ways and so has the same outcome.
func (s *Solver) p(queue []int) bool { return s.tables.P(Rank(queue, s.Anchors(len(queue)))) }

func TestSolverTakesTheFewestAnchors(t *testing.T) {
	heaps := 8
	if testing.Short() {
		heaps = 6
	}
	s := newSolver(t, heaps)
	want := []int{0, 0, 0, 1, 2, 2, 2, 2, 3}
	for k := 0; k <= heaps; k++ {
		got := s.Anchors(k)
		if got != want[k] {
			t.Errorf("Anchors(%d) = %d, want %d", k, got, want[k])
		}
		if got == 0 {
			continue
		}
		if exceptions, _ := law(t, k, min(k+got, 8), got-1, 1); exceptions == 0 {
			t.Errorf("%d heaps: the law holds with %d anchors too", k, got-1)
		}
	}
}

func TestSolverAgreesWithTheRules(t *testing.T) {
	s, o := newSolver(t, 5), oracle{}
	rapid.Check(t, func(t *rapid.T) {
		queue := rapid.SliceOfN(rapid.IntRange(1, 9), 0, 5).Draw(t, "queue")
		if got, want := s.p(queue), o.p(queue); got != want {
			t.Fatalf("P(%v) = %v, want %v", queue, got, want)
		}
	})
}

func TestSolverAgreesWithTheTheoremOnHugeHeaps(t *testing.T) {
	s := newSolver(t, 6)
	if queue := []int{2, 1, 1000, 1_000_000_000_000}; !s.p(queue) { // a, 1, c, d with a <= 2 and c <= d
		t.Errorf("P(%v) = false, want true", queue)
	}
	rapid.Check(t, func(t *rapid.T) {
		queue := rapid.SliceOfN(rapid.IntRange(2, 1<<62), 1, 6).Draw(t, "queue")
		if repeat := rapid.IntRange(0, len(queue)-1).Draw(t, "repeat"); repeat > 0 {
			queue[repeat] = queue[0]
		}
		want := len(queue)%2 == 0 && slices.Index(queue, slices.Min(queue))%2 == 0
		if got := s.p(queue); got != want {
			t.Fatalf("P(%v) = %v, want %v", queue, got, want)
		}
	})
}

func TestSolverCountsAgreeWithTables(t *testing.T) {
	s := newSolver(t, 6)
	for heaps, largest := range []int{9, 9, 30, 20, 14, 11, 9} {
		p, err := s.Count(context.Background(), heaps)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range totals(t, heaps, largest) {
			if got := p.At(int64(i + 1)); got.Int64() != want {
				t.Errorf("%d heaps of 1 to %d: %v are P, want %d", heaps, i+1, got, want)
			}
		}
	}
}

func TestSolverRefusesQueuesOutOfRange(t *testing.T) {
	s := newSolver(t, 2)
	for _, c := range []struct {
		queue []int
		want  string
	}{
		{[]int{1, 1, 1}, "runtime error: index out of range [3] with length 3"},
		{[]int{7, 0}, "counts: heap 2 from the front is 0, expected 1 to 3"},
		{[]int{-7}, "counts: heap 1 from the front is -7, expected 1 to 3"},
	} {
		if got := refusal(s.p, c.queue); got != c.want {
			t.Errorf("P(%v) panics with %q, want %q", c.queue, got, c.want)
		}
	}
	for _, heaps := range []int{-1, 10} {
		want := fmt.Sprintf("a queue of %d heaps; expected 0 to 9 heaps", heaps)
		if _, err := NewSolver(context.Background(), heaps); err == nil || err.Error() != want {
			t.Errorf("NewSolver(%d) = %v, want %q", heaps, err, want)
		}
	}
}

func BenchmarkNewSolver(b *testing.B) {
	for heaps := 5; heaps <= 9; heaps++ {
		b.Run(fmt.Sprintf("heaps=%d", heaps), func(b *testing.B) {
			var s *Solver
			for b.Loop() {
				s = newSolver(b, heaps)
			}
			b.ReportMetric(float64(s.Anchors(heaps)), "anchors")
		})
	}
}
