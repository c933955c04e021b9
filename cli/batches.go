package cli

import (
	"context"
	"io"
	"iter"

	"enumerate/enum"
)

// A batch is games of an input that are handed to a worker together, since handing each by
// itself would take longer than many tasks do.
type batch struct {
	first int // the number of the first one in the input, from 1
	games []read
}

// A read is a game of an input, or why it could not be read.
type read struct {
	game   enum.Game
	unread error
}

// maxBatch is the most games of a batch: they take a millisecond or so.
const maxBatch = 256

// inBatches does a task with the games of an input, in several batches at once, and yields
// what it returns for each in the order of the input, until the context ends. It does not
// wait then for the input or for a task. Whatever has been read is handed on before more is
// asked of the input, so that a user who types games never waits for an answer.
func inBatches[T any](ctx context.Context, r *enum.Ruleset, in io.Reader, workers int, do func(context.Context, batch) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		queue := make(chan chan T, workers-1) // the results of the batches under way, the oldest first
		go func() {
			defer close(queue)
			next := batch{first: 1}
			hand := func() error {
				if len(next.games) == 0 {
					return ctx.Err()
				}
				result := make(chan T, 1)
				select {
				case queue <- result:
				case <-ctx.Done():
					return ctx.Err()
				}
				go func(b batch) { result <- do(ctx, b) }(next)
				next = batch{first: next.first + len(next.games)}
				return nil
			}
			for game, unread := range r.Read(beforeReading{in, hand}) {
				next.games = append(next.games, read{game, unread})
				if len(next.games) == maxBatch && hand() != nil {
					return
				}
			}
			_ = hand() // an error is the context's
		}()
		for {
			var result chan T
			var more bool
			select {
			case <-ctx.Done():
				return
			case result, more = <-queue:
				if !more {
					return
				}
			}
			select {
			case <-ctx.Done():
				return
			case done := <-result:
				if !yield(done) {
					return
				}
			}
		}
	}
}

// A beforeReading is an input that does something before each time that it is asked for more.
type beforeReading struct {
	io.Reader
	do func() error
}

func (r beforeReading) Read(buffer []byte) (int, error) {
	if err := r.do(); err != nil {
		return 0, err
	}
	return r.Reader.Read(buffer)
}
