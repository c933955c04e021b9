package cli

import (
	"context"
	"io"
	"iter"
	"math/big"
	"strings"
	"sync/atomic"
	"testing"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/single"
)

// Results must come in the order of the input, whichever game is finished first. The first game of each pair ends only
// after the second, and the second only after the first has begun. A single worker cannot run both, so with one worker
// no game waits.
func TestOutcomesComeInTheOrderOfTheInput(t *testing.T) {
	const games = 40
	var input []any
	for range games {
		input = append(input, gameFunc(nil))
	}
	for _, workers := range []int{1, 2, 7} {
		var under, most atomic.Int64
		begun := make([]chan struct{}, games+1) // by the number of the game, from 1
		ended := make([]chan struct{}, games+1)
		for i := range ended {
			begun[i], ended[i] = make(chan struct{}), make(chan struct{})
		}
		do := func(_ context.Context, g inputGame, _ int) int {
			if now := under.Add(1); now > most.Load() {
				most.Store(now)
			}
			close(begun[g.number])
			switch {
			case workers > 1 && g.number%2 == 1:
				<-ended[g.number+1]
			case workers > 1:
				<-begun[g.number-1]
			}
			close(ended[g.number])
			under.Add(-1)
			return g.number
		}
		want := 0
		for got := range inOrder(t.Context(), inputOf(input...), workers, do) {
			if want++; got != want {
				t.Errorf("%d workers: game %d comes as number %d", workers, want, got)
			}
		}
		if want != games || most.Load() > int64(workers) || workers > 1 && most.Load() < 2 {
			t.Errorf("%d workers: %d games, %d at once, want %d, at most as many as workers", workers, want, most.Load(), games)
		}
	}
}

// A caller that leaves the loop over the results ends the work: no more games may be read than were in progress then.
func TestLeavingTheLoopEndsTheWork(t *testing.T) {
	var taken atomic.Int64
	var endless iter.Seq2[single.Game, error] = func(yield func(single.Game, error) bool) {
		for yield(gameFunc(nil), nil) {
			taken.Add(1)
		}
	}
	do := func(context.Context, inputGame, int) error { return nil }
	seen := 0
	for range inOrder(t.Context(), endless, 3, do) {
		if seen++; seen == 5 {
			break
		}
	}
	if got := taken.Load(); seen != 5 || got > 5+3+3 {
		t.Errorf("%d games seen, %d read, want 5 and few more", seen, got)
	}
}

// Reading a game counts for --timeout, also in the verb class: a game whose reading never ends must be reported as
// unknown.
func TestReadingAGameIsPartOfTheTimeOfItsClass(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	chess := &enum.Ruleset{Name: "chess", Sizes: enum.Range{First: 1, Last: 9}}
	chess.Read = func(io.Reader) iter.Seq2[single.Game, error] {
		return func(yield func(single.Game, error) bool) {
			if yield(gameFunc(nil), nil) {
				<-over
			}
		}
	}
	chess.Classify = func(context.Context, single.Game) (single.Form, error) {
		return single.Form{Game: "e4", Automorphisms: big.NewInt(1), Group: func() *big.Int { return big.NewInt(1) }}, nil
	}
	for _, args := range []string{"class"} {
		var stdout, stderr strings.Builder
		ended := make(chan int, 1)
		go func() {
			ended <- Program{Rulesets: []*enum.Ruleset{chess}}.Main(append(strings.Fields(args), "--timeout", "1s"), strings.NewReader(""), &stdout, &stderr)
		}()
		code := <-ended
		const want = "enumerate: standard input: game 2: the limit of 1s (--timeout) is exceeded; the games after this one are not read\n" +
			"enumerate: standard input: 1 of 2 games unknown: the limit of 1s (--timeout) is exceeded; increase it\n"
		if code != verb.ExitUnknown || stderr.String() != want || !strings.Contains(stdout.String(), "e4") {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q, want %q", args, code, stdout.String(), stderr.String(), want)
		}
	}
}
