package heaps

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum/single"
)

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

func TestUnknownAlgorithmsAreRefused(t *testing.T) {
	g := game{fair(Multiset), Position{1}}
	if _, err := g.Solve(t.Context(), single.How{Algorithm: "luck"}); fmt.Sprint(err) != `unknown algorithm "luck"; choose one of: auto, exhaustive, formula` {
		t.Errorf("Solve by luck = %v", err)
	}
}

// unbound returns rules by which sticks may be taken from any heap if the heaps have no order, and otherwise from the
// first heap.
func unbound(kind Kind) *Rules {
	r := fair(kind)
	if kind.sorted() {
		r.Reach = func(heaps int) (first, end int) { return 0, heaps }
	}
	return r
}

func TestReachesIsALowerLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds()).Draw(t, "kind")
		g := game{unbound(kind), drawPosition(t, kind, 4, 6)}
		s := newSearch(g)
		seen := map[string]bool{key(g.Position): true}
		for queue := []string{key(g.Position)}; len(queue) > 0; queue = queue[1:] {
			for _, next := range s.moves(queue[0], nil) {
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
		if positions := g.reaches(); positions < 1 || positions > float64(s.positions)+1e-9 {
			t.Fatalf("kind %d: from %v play reaches %d positions, not at least %v", kind, g.Position, s.positions, positions)
		}
	})
}

// TestASearchThatGoesTooFarIsRefusedBeforeItBegins gives the solver a context that has already ended. A search that had
// begun would return the context's error, so any other error shows that the search was refused before.
func TestASearchThatGoesTooFarIsRefusedBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, g := range []game{
		{unbound(Set), Position{40, 41, 42, 43, 44, 45, 46, 47, 48}},
		{unbound(Set), Position{1000, 2000, 3000}},
		{unbound(Multiset), Position{20, 40, 60, 80, 100}},
		{unbound(Multiset), Position{1 << 62, 1 << 63}},
		{unbound(Queue), Position{5, 9, 13, 17, 21, 25}},
		{unbound(Queue), Position{1 << 63, 1, 1}},
	} {
		if _, err := g.bySearch(ctx, 1); err == nil || !strings.HasPrefix(err.Error(), "the game from ") {
			t.Errorf("a search from %v of kind %d ends with %v", g.Position, g.Rules.Kind, err)
		}
	}
}
