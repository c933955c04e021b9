package cli

import (
	"bytes"
	"context"
	"io"
	"iter"

	"enumerate/enum"
)

// A numbered is a game of an input.
type numbered struct {
	game    enum.Game
	number  int // from 1
	workers int // that may work on it
}

// A solved is what became of one of them.
type solved struct {
	unread error  // why it could not be read
	text   []byte // that was printed of it
	err    error  // why that is not all
}

// inOrder does something with all games of an input, several at once, and yields what
// became of each in the order of the input, as soon as it is there. What it does prints to a
// buffer.
func inOrder(ctx context.Context, input iter.Seq2[enum.Game, error], do func(ctx context.Context, out io.Writer, g numbered) error, workers int) iter.Seq[solved] {
	return func(yield func(solved) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		// The queue holds the games under way, the oldest first.
		queue := make(chan chan solved, workers-1)
		go func() {
			defer close(queue)
			number := 0
			for game, err := range input {
				number++
				result := make(chan solved, 1)
				select {
				case queue <- result:
				case <-ctx.Done():
					return
				}
				if err != nil {
					result <- solved{unread: err}
					continue
				}
				// Those under way share the workers.
				g := numbered{game, number, max(workers/max(len(queue), 1), 1)}
				work := func() {
					var text bytes.Buffer
					err := do(ctx, &text, g)
					result <- solved{text: text.Bytes(), err: err}
				}
				if workers == 1 {
					work()
				} else {
					go work()
				}
			}
		}()
		for result := range queue {
			if !yield(<-result) {
				return
			}
		}
	}
}
