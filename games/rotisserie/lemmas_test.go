package rotisserie

import (
	"context"
	"fmt"
	"testing"

	"enumerate/games/heaps"
)

// TestLemmasHold checks two lemmas about outcomes on all small queues. The outcomes are from a table that is filled by
// the definition of the game. By these lemmas, the paper that introduced the game derives its theorem on three heaps
// from its theorem on two.
func TestLemmasHold(t *testing.T) {
	for _, c := range []struct {
		heaps.Span
		largest                uint64
		strategy, smallerFront int // the number of queues that each lemma is about
	}{
		{heaps.Span{Least: 1, Most: 4}, 3, 18, 34},
		{heaps.Span{Least: 0, Most: 3}, 60, 102719, 5251},
		{heaps.Span{Least: 4, Most: 4}, 23, 119603, 131857},
		{heaps.Span{Least: 5, Most: 5}, 12, 85910, 23595},
		{heaps.Span{Least: 6, Most: 6}, 8, 78274, 109060},
		{heaps.Span{Least: 7, Most: 7}, 6, 63720, 47825},
		{heaps.Span{Least: 8, Most: 8}, 4, 10922, 23212},
	} {
		outcomes, err := heaps.Fill(t.Context(), Rules(), heaps.Outcome, c.Most, c.largest)
		if err != nil {
			t.Fatal(err)
		}
		got := [2]int{}
		p := outcomes.At(outcomes.First(c.Least), make(heaps.Position, 0, c.Most))
		for more := true; more; p, more = outcomes.Next(p) {
			for i, lemma := range []func(*heaps.Table, heaps.Position) (bool, string){strategy, smallerFront} {
				speaks, wrong := lemma(outcomes, p)
				if wrong != "" {
					t.Fatalf("%v: %s", p, wrong)
				}
				if speaks {
					got[i]++
				}
			}
		}
		if want := [2]int{c.strategy, c.smallerFront}; got != want {
			t.Errorf("%v heaps of 1 to %d: the lemmas speak of %v queues, want %v", c.Span, c.largest, got, want)
		}
	}
}

// TestLemmasSeeAWrongOutcome plants one outcome at a time, that of the queue (row of heaps) `planted`, and checks a
// lemma at the queue `at`. The check must find the fault `want`. In two cases `want` is empty, because the lemma holds
// at the queue `at` with the planted outcome, too.
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
		{strategy, heaps.Position{2, 1}, 0, heaps.Position{3, 2}, ""}, // the lemma says that leaving 2,2 wins, not 2,1
		{strategy, heaps.Position{2, 2}, 1, heaps.Position{3, 2}, "the outcome of 2,2 is N"},
		{strategy, heaps.Position{3, 2, 1}, 1, heaps.Position{3, 3, 2}, "the outcome of 3,2,1 is N"},
		{smallerFront, heaps.Position{1, 3}, 1, heaps.Position{2, 3}, "the outcome is P, that of 1,3 is N"},
		{smallerFront, heaps.Position{2, 1}, 0, heaps.Position{2, 1}, ""}, // 1,1, with a smaller front, is P, too
	} {
		before := outcomes.Value(c.planted)
		if c.outcome == before {
			t.Errorf("%v has the outcome %d already", c.planted, before)
		}
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

func isN(outcomes *heaps.Table, p heaps.Position) bool { return outcomes.Value(p) == 1 }

// strategy checks a lemma about queues in which the player to move wins, but not by taking the whole front heap. The
// lemma says that leaving 1 stick of this heap wins if the number of heaps is odd, and that taking 1 stick wins if it
// is even. The result `speaks` says whether p is such a queue, and `wrong` how p violates the lemma.
func strategy(outcomes *heaps.Table, p heaps.Position) (speaks bool, wrong string) {
	if len(p) == 0 || !isN(outcomes, p) || !isN(outcomes, p[1:]) {
		return false, ""
	}
	left := p[0] - 1
	if len(p)%2 == 1 {
		left = 1
	}
	if option := heaps.Queue.Reduce(nil, p, 0, left); isN(outcomes, option) {
		return true, fmt.Sprintf("the outcome of %v is N", option)
	}
	return true, ""
}

// smallerFront checks the lemma that a P-position, which the player to move loses, remains one if its front heap
// becomes smaller. One stick less is enough to check, because all queues are checked.
func smallerFront(outcomes *heaps.Table, p heaps.Position) (speaks bool, wrong string) {
	if len(p) == 0 || p[0] == 1 || isN(outcomes, p) {
		return false, ""
	}
	smaller := append(heaps.Position{p[0] - 1}, p[1:]...)
	if isN(outcomes, smaller) {
		return true, fmt.Sprintf("the outcome is P, that of %v is N", smaller)
	}
	return true, ""
}
