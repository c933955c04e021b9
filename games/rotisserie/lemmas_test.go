package rotisserie

import (
	"context"
	"testing"

	"enumerate/games/heaps"
)

// TestLemmasSeeAWrongOutcome plants one wrong outcome at a time among those of all queues of up
// to 3 heaps of 1 to 3.
func TestLemmasSeeAWrongOutcome(t *testing.T) {
	outcomes, err := heaps.Fill(context.Background(), Rules(), heaps.Outcome, 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lemma   func(*heaps.Table, heaps.Position) (speaks bool, wrong string)
		planted heaps.Position
		outcome uint64
		at      heaps.Position
		want    string
	}{
		{strategy, heaps.Position{2, 1}, 1, heaps.Position{3, 2}, ""}, // both are N: the lemma speaks of a win
		{strategy, heaps.Position{2, 2}, 1, heaps.Position{3, 2}, "the outcome of 2,2 is N"},
		{strategy, heaps.Position{3, 2, 1}, 1, heaps.Position{3, 3, 2}, "the outcome of 3,2,1 is N"},
		{smallerFront, heaps.Position{1, 3}, 1, heaps.Position{2, 3}, "the outcome is P, that of 1,3 is N"},
		{smallerFront, heaps.Position{2, 1}, 0, heaps.Position{2, 1}, ""}, // 1,1 is P
	} {
		before := outcomes.Value(c.planted)
		outcomes.SetValue(c.planted, c.outcome)
		if _, wrong := c.lemma(outcomes, c.at); wrong != c.want {
			t.Errorf("with %v wrong, of %v it says %q, want %q", c.planted, c.at, wrong, c.want)
		}
		outcomes.SetValue(c.planted, before)
		if _, wrong := c.lemma(outcomes, c.at); wrong != "" {
			t.Errorf("of %v it says %q", c.at, wrong)
		}
	}
}

// TestOrderSolvesEightHeaps compares the law with a search for queues that the law with two
