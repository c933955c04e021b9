package arcsets

import "testing"

// TestCompleteDAGHasBellsNumberOfAssignments counts the assignments of nimbers that some set of arcs causes, to all
// vertices of the complete DAG except the last one.
func TestCompleteDAGHasBellsNumberOfAssignments(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 2, 4: 5, 5: 15, 6: 52, 7: 203, 8: 877} { // OEIS A000110
		w := New("", n).newWalker()
		var assignments func(i int) int
		assignments = func(i int) (count int) {
			if i == n-1 {
				return 1
			}
			for k := 0; w.ways(i, k) > 0; k++ {
				w.assign(i, k)
				count += assignments(i + 1)
				w.unassign(i)
			}
			return count
		}
		if got := assignments(0); got != want {
			t.Errorf("complete DAG on %d vertices: %d assignments of nimbers to all but the last, want %d", n, got, want)
		}
	}
}
