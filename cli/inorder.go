package cli

import (
	"context"
	"iter"

	"enumerate/enum/single"
)

// An inputGame is a game of an input, or the error of reading it.
type inputGame struct {
	game   single.Game
	unread error
	number int // from 1
}

// inOrder runs a task for each game of an input, several in parallel. It yields the results in the order of the input,
// each as soon as it and all earlier ones are known, until the context ends, even while it waits for input. Tasks that
// run at the same time share the workers; the last argument of task is how many it may use.
func inOrder[Out any](ctx context.Context, input iter.Seq2[single.Game, error], workers int, task func(context.Context, inputGame, int) Out) iter.Seq[Out] {
	return func(yield func(Out) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		// The queue has a channel for the result of each running task, the oldest first. Its capacity limits how many
		// tasks run: the reader of the input waits while the queue is full.
		queue := make(chan chan Out, workers-1)
		go func() {
			defer close(queue)
			number := 0
			for game, unread := range input {
				number++
				g := inputGame{game, unread, number}
				result := make(chan Out, 1)
				select {
				case queue <- result:
				case <-ctx.Done():
					return
				}
				share := max(workers/max(len(queue), 1), 1)
				go func() { result <- task(ctx, g, share) }()
			}
		}()
		for {
			select {
			case <-ctx.Done():
				return
			case result, more := <-queue:
				if !more || !yield(<-result) {
					return
				}
			}
		}
	}
}
