package spies

import (
	"context"
	"testing"
)

// TestTheoremsAreFoundAsExpected checks each around the size of its counterexample, if it has one. Boards
// without attacks are 1, 0, 0, 2, 10, 4, 40, 92 (OEIS A000170).
func TestTheoremsAreFoundAsExpected(t *testing.T) {
	for _, theorem := range theorems() {
		first := 1
		if theorem.Holds {
			first = theorem.Usual
		}
		for size := first; size <= 30; size++ {
			finding, err := theorem.Check(context.Background(), size)
			if err != nil || (finding.Counterexample == "") != (theorem.Holds || size < theorem.From) {
				t.Errorf("%s up to %d: %q, %v", theorem.Name, size, finding.Counterexample, err)
			}
		}
	}
	for n, want := range []int{1, 1, 0, 0, 2, 10, 4, 40, 92} {
		boards := 0
		if _, err := eachPeaceful(context.Background(), nil, n, func(board) (bool, error) {
			boards++
			return true, nil
		}); err != nil || boards != want {
			t.Errorf("%d boards of %d queens without attacks, %v, want %d", boards, n, err, want)
		}
	}
}
