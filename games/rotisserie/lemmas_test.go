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
// anchors tells nothing of, and some others; each is solved with the proof that is kept.
func TestOrderSolvesEightHeaps(t *testing.T) {
	if testing.Short() {
		t.Skip("the law of eight heaps takes some seconds")
	}
	rules := Rules()
	for _, p := range []heaps.Position{{4, 1, 2, 1, 4, 2, 1, 4}, {3, 1, 2, 1, 3, 2, 1, 3}, {2, 2, 3, 1, 2, 3, 1, 2}, {5, 2, 1, 2, 3, 1, 1, 3}, {1, 4}, {3, 2}} {
		winning, err := rules.Decider.Winning(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		outcomes, err := heaps.Fill(context.Background(), rules, heaps.Outcome, len(p), p.Largest())
		if err != nil {
			t.Fatal(err)
		}
		for size := range p[0] {
			wins := false
			for _, r := range winning {
				wins = wins || r.Least <= size && size <= r.Most
			}
			if option := heaps.Queue.Reduce(nil, p, 0, size); wins == isN(outcomes, option) {
				t.Errorf("%v: to leave %d wins: %t, but %v is N: %t", p, size, wins, option, isN(outcomes, option))
			}
		}
	}
}

// TestOrderEndsWithItsContext: a proof that is cut short is made again.
func TestOrderEndsWithItsContext(t *testing.T) {
	law := &decider{}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	p := heaps.Position{3, 2, 1, 2}
	if _, err := law.winning(ended, p); err != context.Canceled {
		t.Errorf("Winning = %v, want %v", err, context.Canceled)
	}
	if _, err := law.winning(context.Background(), p); err != nil {
		t.Error(err)
	}
	if law.reaches(10, 1) || !law.reaches(9, 1) {
		t.Error("the law reaches other than nine heaps")
	}
}
