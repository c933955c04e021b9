package cli

import (
	"context"
	"io"
	"iter"

	"enumerate/enum"
)

// A read is a game of an input, or why it could not be read.
type read struct {
	game   enum.Game
	unread error
	number int // from 1
}

// inOrder does a task with each part of an input, several at once, and yields what it returns for each
// in the order of the input, as soon as it is there, until the context ends. It does not wait then
// for the input. A task is told how many workers may work on it: those under way share them.
func inOrder[In, Out any](ctx context.Context, input iter.Seq[In], workers int, task func(ctx context.Context, part In, share int) Out) iter.Seq[Out] {
	return func(yield func(Out) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		queue := make(chan chan Out, workers-1) // the results of the tasks under way, the oldest first
		go func() {
			defer close(queue)
			for part := range input {
				result := make(chan Out, 1)
				select {
				case queue <- result:
				case <-ctx.Done():
					return
				}
				share := max(workers/max(len(queue), 1), 1)
				go func() { result <- task(ctx, part, share) }()
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

// eachOf yields the games of an input one by one.
func eachOf(input iter.Seq2[enum.Game, error]) iter.Seq[read] {
	return func(yield func(read) bool) {
		number := 0
		for game, unread := range input {
			if number++; !yield(read{game, unread, number}) {
				return
			}
		}
	}
}

// oneByOne yields the games of an input, each in a batch of its own.
func oneByOne(input iter.Seq2[enum.Game, error]) iter.Seq[[]read] {
	return func(yield func([]read) bool) {
		for game := range eachOf(input) {
			if !yield([]read{game}) {
				return
			}
		}
	}
}

// maxBatch is the most games of a batch: they take a millisecond or so.
const maxBatch = 256

// batchesOf yields the games of an input, several at a time where handing each to a worker by itself
// would take longer than the task. Whatever has been read is handed on before more is
// asked of the input, so that a user who types games never waits for an answer.
func batchesOf(r *enum.Ruleset, in io.Reader) iter.Seq[[]read] {
	return func(yield func([]read) bool) {
		var next []read
		ended := false
		hand := func() error {
			if len(next) > 0 && !ended {
				ended = !yield(next)
				next = nil
			}
			if ended {
				return io.EOF
			}
			return nil
		}
		for game := range eachOf(r.Read(beforeReading{in, hand})) {
			if ended {
				return
			}
			if next = append(next, game); len(next) == maxBatch && hand() != nil {
				return
			}
		}
		_ = hand() // the last ones
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
