package arcsets

import (
	"testing"

	"enumerate/games/nimbers/dag"
)

// TestCompleteDAGHasBellsNumberOfAssignments checks the bound that says what can be walked
// where it is attained.
func TestCompleteDAGHasBellsNumberOfAssignments(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 2, 4: 5, 5: 15, 6: 52, 7: 203, 8: 877} { // OEIS A000110
		d := dag.Complete(n)
		s := New("", d, false)
		plan, err := s.plan()
		if err != nil {
			t.Fatal(err)
		}
		whole := *plan
		whole.depth = n - 1
		got := 0
		newWalker(&whole).beginnings(func([]byte) bool {
			got++
			return true
		})
		if got != want || plan.bound() != uint64(want) {
			t.Errorf("complete DAG on %d vertices: %d assignments of nimbers to all but the last, bound %d, want %d", n, got, plan.bound(), want)
		}
	}
}
