package cli

import (
	"bytes"
	"context"
	"iter"

	"enumerate/enum"
)

// A solved is what became of one game of an input.
type solved struct {
	unread error  // why it could not be read
	text   []byte // that the task printed
	err    error  // of the task
}

// inOrder does a task with all games of an input, several at once, and yields what
// became of each in the order of the input, as soon as it is there.
func inOrder(ctx context.Context, input iter.Seq2[enum.Game, error], do task, workers int) iter.Seq[solved] {
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
