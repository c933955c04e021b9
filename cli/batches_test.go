package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"enumerate/cli/verb"
	"enumerate/enum"
)

// lineGames is a ruleset that reads a game from each line.
func lineGames() *enum.Ruleset {
	return &enum.Ruleset{Reading: enum.Reading{Read: func(r io.Reader) iter.Seq2[enum.Game, error] {
		return func(yield func(enum.Game, error) bool) {
			for lines := bufio.NewScanner(r); lines.Scan(); {
				if lines.Text() == "faulty" {
					if !yield(nil, fmt.Errorf("a fault")) {
						return
					}
				} else if !yield(gameFunc(nil), nil) {
					return
				}
			}
		}
	}}}
}

// TestBatchesComeInTheOrderOfTheInput has the first batches take longest.
func TestBatchesComeInTheOrderOfTheInput(t *testing.T) {
	const games = 10*maxBatch + 7
	for _, workers := range []int{1, 2, 7} {
		var got []int
		input := strings.NewReader(strings.Repeat("game\n", games-1) + "faulty\n")
		faulty := 0
		for numbers := range inOrder(t.Context(), batchesOf(lineGames(), input), workers, func(_ context.Context, batch []read, _ int) (numbers []int) {
			time.Sleep(time.Duration(games-batch[0].number) * time.Microsecond)
			for _, g := range batch {
				numbers = append(numbers, g.number)
				if g.unread != nil {
					faulty = g.number
				}
			}
			return numbers
		}) {
			if len(numbers) == 0 || len(numbers) > maxBatch {
				t.Errorf("%d workers: a batch of %d games", workers, len(numbers))
			}
			got = append(got, numbers...)
		}
		if len(got) != games || got[0] != 1 || got[games-1] != games || !slices.IsSorted(got) || faulty != games {
			t.Errorf("%d workers: %d games in the order %v, number %d is faulty, want %d in ascending order", workers, len(got), got, faulty, games)
		}
	}
}

// TestWhatIsReadIsHandedOnBeforeMoreIsAsked types a game only after the answer to the one
// before.
func TestWhatIsReadIsHandedOnBeforeMoreIsAsked(t *testing.T) {
	in, typed := io.Pipe()
	answers := make(chan int)
	go func() {
		for n := range inOrder(t.Context(), batchesOf(lineGames(), in), 2, func(_ context.Context, batch []read, _ int) int { return len(batch) }) {
			answers <- n
		}
		close(answers)
	}()
	for range 3 {
		fmt.Fprintln(typed, "game")
		if n := <-answers; n != 1 {
			t.Fatalf("an answer to %d games, want one", n)
		}
	}
	typed.Close()
	if n, more := <-answers; more {
		t.Errorf("an answer to %d more games", n)
	}
}

// TestBatchesEndWithTheContext waits neither for an input that does not come nor, as a verb does
// not, for a task that does not end.
func TestBatchesEndWithTheContext(t *testing.T) {
	hung, typed := io.Pipe()
	defer typed.Close()
	for name, c := range map[string]struct {
		input io.Reader
		task  func()
	}{
		"input": {hung, func() {}},
		"task":  {strings.NewReader("game\n"), func() { select {} }},
	} {
		ctx, end := context.WithTimeout(t.Context(), 20*time.Millisecond)
		began := time.Now()
		_ = verb.Within(ctx, func() error {
			for range inOrder(ctx, batchesOf(lineGames(), c.input), 2, func(context.Context, []read, int) int { c.task(); return 0 }) {
				t.Errorf("%s: an answer", name)
			}
			return nil
		})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: it took %v to end", name, took)
		}
		end()
	}
}
