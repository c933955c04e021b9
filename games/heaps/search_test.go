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

func TestWhatCannotBeDoneIsSaid(t *testing.T) {
	g := game{fair(Multiset), Position{1}}
	if _, err := g.Solve(t.Context(), enum.How{Algorithm: "luck"}); fmt.Sprint(err) != `there is no algorithm "luck"; there is: auto, exhaustive, formula` {
		t.Errorf("Solve by luck = %v", err)
	}
	if _, err := g.Solve(t.Context(), enum.How{Trace: io.Discard}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Solve with a trace = %v, want an error", err)
	}
}
