package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/enum"
)

// atMostOneFile refuses more arguments than the name of one file.
func atMostOneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%s reads one file, not %d", cmd.Name(), len(args))
	}
	return nil
}

// openInput opens the file that a command reads games from.
func openInput(cmd *cobra.Command, args []string) (in io.ReadCloser, name string, err error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	return fileName(args[0]).open(cmd.InOrStdin())
}

// openGames is openInput for games. An argument that names no file, and can be read as
// games, is games.
func openGames(cmd *cobra.Command, args []string, r *enum.Ruleset) (in io.ReadCloser, name string, err error) {
	in, name, err = openInput(cmd, args)
	if !errors.Is(err, fs.ErrNotExist) {
		return in, name, err
	}
	text := args[0]
	read := 0
	for _, unread := range r.Read(strings.NewReader(text)) {
		if unread != nil {
			first, _, _ := strings.Cut(unread.Error(), "\n")
			return nil, "", fmt.Errorf("%w; nor is it a game: %s", err, first)
		}
		read++
	}
	if read == 0 {
		return nil, "", err
	}
	return io.NopCloser(strings.NewReader(text)), "the argument", nil
}

// until yields what an input yields, until the context ends. It reads in a goroutine,
// one item ahead, so that an input that does not come cannot hold it up.
func until[T any](ctx context.Context, input iter.Seq2[T, error]) iter.Seq2[T, error] {
	type read struct {
		item T
		err  error
	}
	return func(yield func(T, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		reads := make(chan read)
		go func() {
			defer close(reads)
			for item, err := range input {
				select {
				case reads <- read{item, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
		for {
			select {
			case <-ctx.Done():
				return
			case r, more := <-reads:
				if !more || !yield(r.item, r.err) {
					return
				}
			}
		}
	}
}

// only returns the only game of the input. It reports everything that is wrong
// with one that cannot be read.
func only(input iter.Seq2[enum.Game, error], name string, stderr io.Writer) (enum.Game, error) {
	var found enum.Game
	for game, err := range input {
		if found != nil {
			return nil, fmt.Errorf("%s: there is more than one game in it; want one", name)
		}
		if err != nil {
			return nil, unread(err, name, "the game", stderr)
		}
		found = game
	}
	if found == nil {
		return nil, fmt.Errorf("%s: there is no game in it", name)
	}
	return found, nil
}

// unread reports what is wrong with something, and returns the error that is left
// to say.
func unread(err error, name, what string, stderr io.Writer) error {
	report(err, name, stderr)
	return fmt.Errorf("%s: %s could not be read", name, what)
}

// report reports what is wrong with an input, a line for each fault.
func report(err error, name string, stderr io.Writer) {
	for fault := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(stderr, "enumerate: %s: %s\n", name, fault)
	}
}

// open opens the file of a flag, for which - is standard input.
func (f fileName) open(stdin io.Reader) (in io.ReadCloser, name string, err error) {
	if f == "-" {
		return io.NopCloser(stdin), "standard input", nil
	}
	in, err = os.Open(string(f))
	return in, string(f), err
}

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
