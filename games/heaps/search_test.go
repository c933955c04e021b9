package heaps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
)

// TestSearchAgreesWithTheTable does so for the rules of all kinds.
func TestSearchAgreesWithTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds()).Draw(t, "kind")
		g := game{fair(kind), drawPosition(t, kind, 4, 6)}
		searched, err1 := g.bySearch(context.Background(), 100)
		tabled, err2 := g.byTable(context.Background(), 100, false)
		if err1 != nil || err2 != nil || fmt.Sprint(searched) != fmt.Sprint(tabled) {
			t.Fatalf("kind %d: %v by search is %v, %v, by the table %v, %v", kind, g.Position, searched, err1, tabled, err2)
		}
	})
}

func TestContextEndsASearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := game{fair(Set), Position{5, 9, 13}}
	if a, err := g.bySearch(ctx, 100); err != context.Canceled {
		t.Errorf("bySearch with a context that has ended = %v, %v", a, err)
	}
}

func TestGamesThatTheRulesDoNotHaveAreRefused(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		p    Position
		want string
	}{
		{Multiset, Position{0}, "a heap of 0 sticks; want a number from 1 to 1000000000000000000"},
		{Stack, Position{maxHeap + 1}, "a heap of 1000000000000000001 sticks; want a number from 1 to 1000000000000000000"},
		{Multiset, Position{2, 1}, "the heaps 2 and 1 in this order; want ascending heaps"},
		{Set, Position{2, 2}, "the heaps 2 and 2 in this order; want ascending heaps"},
		{Queue, Position{2, 1}, "<nil>"},
	} {
		if _, err := (game{fair(c.kind), c.p}).Solve(t.Context(), enum.How{}); fmt.Sprint(err) != c.want {
			t.Errorf("Solve(%v) of kind %d = %v, want %s", c.p, c.kind, err, c.want)
		}
	}
	g := game{fair(Multiset), Position{1}}
	if _, err := g.Solve(t.Context(), enum.How{Algorithm: "luck"}); fmt.Sprint(err) != `there is no algorithm "luck"; there is: auto, exhaustive, formula` {
		t.Errorf("Solve by luck = %v", err)
	}
	if _, err := g.Solve(t.Context(), enum.How{Trace: io.Discard}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Solve with a trace = %v, want an error", err)
	}
}
