package verb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/file"
)

// OpenGames opens the games that the arguments of a verb name or contain. Without arguments, or for the argument -, the
// games are on standard input. A single argument is the name of a file, if it exists, and otherwise the text of a game.
//
// Several arguments are the words of one game, or its lines if an argument contains blanks. If the arguments together
// cannot be read as a game, but each argument can, they are several games.
func OpenGames(cmd *cobra.Command, args []string, r *enum.Ruleset) (in io.ReadCloser, name string, err error) {
	var noFile error
	switch len(args) {
	case 0:
		promptForGames(cmd, r)
		return FileName("-").Open(cmd.InOrStdin())
	case 1:
		if strings.TrimSpace(args[0]) == "" {
			return nil, "", errors.New("an empty argument is neither a file nor a game: name a file, or write a game")
		}
		in, name, err = FileName(args[0]).Open(cmd.InOrStdin())
		if err == nil || errors.Is(err, fs.ErrPermission) {
			return in, name, cmp.Or(err, CheckFile(cmd, name))
		}
		noFile, name = err, "the argument"
	default:
		name = "the arguments"
	}
	separator := " "
	if slices.ContainsFunc(args, hasBlanks) {
		separator = "\n"
	}
	text := strings.Join(args, separator)
	games, wrong := readable(r, text)
	if each := strings.Join(args, "\n"); wrong != nil && separator == " " {
		if n, err := readable(r, each); err == nil && n == len(args) {
			games, wrong, text = n, nil, each
		}
	}
	// If the arguments cannot be read as games, return an error about what the user probably meant. A text with blanks
	// was meant as a game: the caller will read it and report its errors.
	switch {
	case games > 0 && wrong == nil:
	case len(args) > 1 && slices.ContainsFunc(args, isFile):
		return nil, "", Usagef("%s reads one file: leave out the other arguments", cmd.Name())
	case noFile != nil && (games == 0 || errors.Is(noFile, syscall.EISDIR)):
		return nil, "", noFile
	case noFile != nil && !hasBlanks(text) && (strings.ContainsAny(text, `/\`) || extension.MatchString(text)):
		return nil, "", noFile
	case noFile != nil && !hasBlanks(text): // more often the name of a file
		first, _, _ := strings.Cut(wrong.Error(), "\n")
		return nil, "", fmt.Errorf("%q is neither a file nor a game of %s: %s", text, r.Name, first)
	}
	return io.NopCloser(strings.NewReader(text)), name, nil
}

// extension matches the extension of a file name, which no text of a game has.
var extension = regexp.MustCompile(`\.[A-Za-z]\w*$`)

// readable returns the number of games in a text, and the first error of reading them.
func readable(r *enum.Ruleset, text string) (games int, wrong error) {
	for _, err := range r.Read(strings.NewReader(text)) {
		games++
		wrong = cmp.Or(wrong, err)
	}
	return games, wrong
}

func isFile(arg string) bool {
	info, err := os.Stat(arg)
	return arg == "-" || err == nil && !info.IsDir()
}

func hasBlanks(arg string) bool { return strings.ContainsFunc(arg, unicode.IsSpace) }

func promptForGames(cmd *cobra.Command, r *enum.Ruleset) {
	if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		fmt.Fprintf(cmd.ErrOrStderr(), "type games of %s, then Ctrl-D; %s --help says how they are written\n", r.Name, cmd.CommandPath())
	}
}

// until yields the items of an input until the context ends. Reading may block forever, so a goroutine reads.
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

// Games yields the games of an input. If each game has a timeout, and reading a game takes longer, this game is the
// last one, with a [Crossing] (an exceeded limit) as its error. The wait for input does not count, because a user may
// be typing.
func Games(ctx context.Context, in io.Reader, read func(io.Reader) iter.Seq2[single.Game, error]) iter.Seq2[single.Game, error] {
	b := BoundsOf(ctx)
	if !b.TimesGames() {
		return read(in)
	}
	return func(yield func(single.Game, error) bool) {
		reading, end := context.WithCancelCause(ctx)
		defer end(nil)
		c := &clock{late: func() { end(b.late()) }}

		timed := func(yield func(single.Game, error) bool) {
			c.remaining = b.timeout
			c.start()
			defer c.stop()
			for game, err := range read(timedReader{in, c}) {
				c.stop()
				if !yield(game, err) {
					return
				}
				c.remaining = b.timeout
				c.start()
			}
		}
		for game, err := range until(reading, timed) {
			if !yield(game, err) {
				return
			}
		}
		if ctx.Err() == nil && reading.Err() != nil {
			yield(nil, fmt.Errorf("%w; the games after this one are not read", context.Cause(reading)))
		}
	}
}

// A clock calls late when its time is used up. Time passes only while the clock is started.
type clock struct {
	remaining time.Duration // the time that was left when the clock was started or stopped last
	late      func()
	since     time.Time // when the clock was started last
	timer     *time.Timer
}

func (c *clock) start() {
	c.since = time.Now()
	c.timer = time.AfterFunc(c.remaining, c.late)
}

func (c *clock) stop() {
	c.timer.Stop()
	c.remaining -= time.Since(c.since)
}

// A timedReader stops its clock while it waits for input.
type timedReader struct {
	io.Reader
	clock *clock
}

func (r timedReader) Read(buffer []byte) (int, error) {
	r.clock.stop()
	defer r.clock.start()
	return r.Reader.Read(buffer)
}

// OnlyGame returns the only game of an input, or an error if there is none or several. If the game cannot be read,
// OnlyGame prints all its faults and returns [ErrReported].
func OnlyGame(ctx context.Context, input iter.Seq2[single.Game, error], name string, stderr io.Writer) (single.Game, error) {
	var found single.Game
	for game, err := range until(ctx, input) {
		if found != nil {
			return nil, fmt.Errorf("%s: several games found; give one", name)
		}
		if err != nil {
			Report(err, name, stderr)
			return nil, ErrReported
		}
		found = game
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case found == nil:
		return nil, fmt.Errorf("%s: no game found: write one, or name a file with games", name)
	}
	return found, nil
}

// Open opens the file that a flag names; - is standard input. If the file of an example in the documentation, such as
// data/examples/four.txt, does not exist, Open opens the program's own copy.
func (f FileName) Open(stdin io.Reader) (in io.ReadCloser, name string, err error) {
	if f == "-" {
		return io.NopCloser(stdin), "standard input", nil
	}
	in, err = OpenFile(string(f))
	if err == nil {
		return in, string(f), nil
	}
	if example, found := strings.CutPrefix(string(f), "data/"); found && errors.Is(err, fs.ErrNotExist) {
		if in, missing := data.Examples.Open(example); missing == nil {
			return in, string(f), nil
		}
	}
	return nil, string(f), err
}

// OpenFile opens a file for reading, and refuses a directory. Its errors begin with the name of the file.
func OpenFile(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, file.Failed(path, "open it", err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s %w: name a file", path, syscall.EISDIR)
	}
	return f, nil
}
