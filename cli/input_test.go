package cli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"sync/atomic"
	"testing"
	"time"

	"enumerate/cli/verb"
	"enumerate/enum"
)

// TestOutcomesComeInTheOrderOfTheInput has the first games take longest.
func TestOutcomesComeInTheOrderOfTheInput(t *testing.T) {
	const games = 40
	var input []any
	for range games {
		input = append(input, gameFunc(nil))
	}
	for _, workers := range []int{1, 2, 7} {
		var under, most atomic.Int64
		do := func(_ context.Context, out io.Writer, g numbered) error {
			if now := under.Add(1); now > most.Load() {
				most.Store(now)
			}
			time.Sleep(time.Duration(games-g.number) * 50 * time.Microsecond)
			under.Add(-1)
			fmt.Fprint(out, g.number)
			return nil
		}
		want := 0
		for s := range inOrder(t.Context(), inputOf(input...), do, workers) {
			want++
			if got := string(s.text); got != fmt.Sprint(want) || s.err != nil {
				t.Errorf("%d workers: game %d comes as number %s, %v", workers, want, got, s.err)
			}
		}
		if want != games || most.Load() > int64(workers) || workers > 1 && most.Load() < 2 {
			t.Errorf("%d workers: %d games, %d at once, want %d, at most as many as workers", workers, want, most.Load(), games)
		}
	}
}

// TestWhoStopsListeningEndsTheWork reads no more games than are under way then.
func TestWhoStopsListeningEndsTheWork(t *testing.T) {
	var read atomic.Int64
	var endless iter.Seq2[enum.Game, error] = func(yield func(enum.Game, error) bool) {
		for yield(gameFunc(nil), nil) {
			read.Add(1)
		}
	}
	do := func(context.Context, io.Writer, numbered) error { return nil }
	seen := 0
	for range inOrder(t.Context(), verb.Until(t.Context(), endless), do, 3) {
		if seen++; seen == 5 {
			break
		}
	}
	if got := read.Load(); seen != 5 || got > 5+3+3 {
		t.Errorf("%d games seen, %d read, want 5 and few more", seen, got)
	}
}
