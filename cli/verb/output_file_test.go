package verb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/internal/layers"
)

func TestErrorsDecideTheExitCode(t *testing.T) {
	inOwnDirectory(t)
	for _, c := range []struct {
		claim  string
		err    error
		code   int
		stderr string
		kept   bool // the output replaces the file
	}{
		{"no error", nil, 0, "", true},
		{"an error", errors.New("no room"), 1, "enumerate: no room\n", false},
		{"wrong usage", Usagef("expected %d words", 3), 2, "enumerate: expected 3 words\n", false},
		{"a wrapped usage error", fmt.Errorf("wrong usage: %w", Usage(fs.ErrExist)), 2, "enumerate: wrong usage: file already exists\n", false},
		{"a failed check", fmt.Errorf("in.txt: %w", ErrCheck), 3, "enumerate: in.txt: a check failed\n", true},
		{"a total that proves itself wrong", checkpoints.ErrProof, 3, "enumerate: a result proves itself wrong\n", true},
		{"a contradiction", checkpoints.ErrContradiction, 3, "enumerate: results contradict each other\n", true},
		{"a wrong signature", fmt.Errorf("run 1: %w", checkpoints.ErrSignature), 3, "enumerate: run 1: " + checkpoints.ErrSignature.Error() + "\n", true},
		{"mismatched layers", layers.ErrMismatch, 3, "enumerate: " + layers.ErrMismatch.Error() + "\n", true},
		{"some games are unknown", ErrUnknown, 4, "enumerate: unknown\n", true},
		{"the command takes too long", Crossing{"2s (--timeout)"}, 4, "enumerate: the limit of 2s (--timeout) is exceeded; increase it\n", false},
		{"missing shards", ErrIncomplete, 5, "enumerate: incomplete\n", false},
		{"some games failed", SomeFailedf("%d of 3 games: %w", 2, fs.ErrExist), 1, "enumerate: 2 of 3 games: file already exists\n", true},
		{"an error that was already reported", ErrReported, 1, "", false},
		{"an interrupted command", ErrInterrupted, 130, "", false},
		{"control characters are escaped", errors.New("\x1b[2J"), 1, "enumerate: \\x1b[2J\n", false},
	} {
		write(t, "out.txt", "before\n")
		cmd := newProgram(&Program{Rulesets: rulesets()}, newDo(func(*cobra.Command) error { return c.err }))
		if got := run(t, cmd, "", "do"); got.code != c.code || got.stderr != c.stderr || got.stdout != "a line\n" {
			t.Errorf("%s: exit code %d, stderr %q, want %d, %q", c.claim, got.code, got.stderr, c.code, c.stderr)
		}
		want := "before\n"
		if c.kept {
			want = "a line\n"
		}
		got := run(t, cmd, "", "do", "-o", "out.txt")
		if text, err := os.ReadFile("out.txt"); string(text) != want || got.code != c.code || got.stderr != c.stderr || got.stdout != "" {
			t.Errorf("%s: the file has %q, %v, want %q; exit code %d, stderr %q", c.claim, text, err, want, got.code, got.stderr)
		}
		onlyFiles(t, c.claim, "out.txt")
	}
}

// onlyFiles checks that the current directory has the wanted files and no others.
func onlyFiles(t *testing.T, claim string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if strings.Join(names, " ") != strings.Join(want, " ") {
		t.Errorf("%s: the directory has %q, want %q", claim, names, want)
	}
}

func TestOutputFilesAreComplete(t *testing.T) {
	inOwnDirectory(t)
	var during string
	look := func(*cobra.Command) error {
		text, err := os.ReadFile("out.txt")
		during = string(text)
		if errors.Is(err, fs.ErrNotExist) {
			during = "nothing"
		}
		return nil
	}
	cmd := newProgram(&Program{Rulesets: rulesets()}, newDo(look))
	if got := run(t, cmd, "", "do", "--output", "out.txt"); got.code != ExitDone || during != "nothing" {
		t.Errorf("exit code %d, stderr %s; while the verb runs, the file has %q", got.code, got.stderr, during)
	}
	cmd = newProgram(&Program{Rulesets: rulesets()}, newDo(look))
	if got := run(t, cmd, "", "do", "--output", "-"); got.code != ExitDone || got.stdout != "a line\n" {
		t.Errorf("with --output -: exit code %d, stderr %s, stdout %q", got.code, got.stderr, got.stdout)
	}
	onlyFiles(t, "after both commands", "out.txt")

	o := &output{path: "empty.txt"}
	if err := o.close(nil); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile("empty.txt"); err != nil || len(text) > 0 {
		t.Errorf("after a verb that prints nothing, the file has %q, %v", text, err)
	}
	if n, err := o.Write([]byte("late")); n != 0 || err != fs.ErrClosed {
		t.Errorf("a write after close: %d bytes, %v", n, err)
	}

	o = &output{path: filepath.Join("none", "out.txt")}
	if err := os.WriteFile("none", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, first := o.Write([]byte("a"))
	_, second := o.Write([]byte("b"))
	if first == nil || second != first {
		t.Errorf("writing a file that cannot be created fails with %v, then %v", first, second)
	}
	if err := o.close(nil); err != first {
		t.Errorf("close returns %v, want %v", err, first)
	}
	if err := o.close(ErrIncomplete); err != ErrIncomplete {
		t.Errorf("close after another error returns %v", err)
	}

	o = &output{path: "out.txt"}
	if _, err := o.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	o.err = errTorn
	if err := o.close(ErrUnknown); err != errTorn {
		t.Errorf("close after a failed write returns %v", err)
	}
	if text, err := os.ReadFile("out.txt"); string(text) != "a line\n" {
		t.Errorf("after a failed write, the file has %q, %v", text, err)
	}
}

// --output must refuse a file that the verb uses, because replacing it would destroy it.
func TestOutputTakesThePlaceOfNoInput(t *testing.T) {
	inOwnDirectory(t)
	write(t, "in.txt", "a game\n")
	done := false
	do := newDo(func(*cobra.Command) error { done = true; return nil })
	reads := newDo(func(cmd *cobra.Command) error {
		_, _, err := OpenGames(cmd, cmd.Flags().Args(), rulesets()[0])
		return err
	})
	solve := func(p *Program) *cobra.Command { cmd := reads(p); cmd.Use = "solve FILE"; return cmd }
	for _, c := range []struct {
		claim, args, used string
	}{
		{"an input file named by a flag", "do --in in.txt -o ./in.txt", "in.txt"},
		{"the database", "do --db x.db -o x.db", "x.db"},
		{"the default database", "do -o runs.db", ""},
		{"a file of games", "solve in.txt -o ./in.txt", "in.txt"},
	} {
		done = false
		cmd := newProgram(&Program{Rulesets: rulesets()}, do, solve)
		got := run(t, cmd, "", strings.Fields(c.args)...)
		if c.claim == "the default database" {
			if got.code != ExitUsage || !strings.Contains(got.stderr, "it would replace "+os.Getenv("ENUMERATE_DB")) {
				t.Errorf("%s: exit code %d, stderr %q", c.claim, got.code, got.stderr)
			}
			continue
		}
		_, out, _ := strings.Cut(c.args, "-o ")
		if want := "enumerate: --output " + out + ": it would replace " + c.used + ", which this command uses; name another file\n"; got.code != ExitUsage || got.stderr != want || done {
			t.Errorf("%s: exit code %d, stderr %q, want %q", c.claim, got.code, got.stderr, want)
		}
	}
}

// A verb that prompts the user must have no flag --output: the prompts would go into the file.
func TestAVerbThatPromptsHasNoOutput(t *testing.T) {
	prompts := func(p *Program) *cobra.Command {
		cmd := newDo(func(*cobra.Command) error { return nil })(p)
		cmd.Annotations = map[string]string{Prompts: ""}
		return cmd
	}
	got := run(t, newProgram(&Program{Rulesets: rulesets()}, prompts), "", "do", "--output", "x")
	if got.code != ExitUsage || !strings.HasPrefix(got.stderr, "enumerate: unknown flag: --output;") {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
}

// A verb that exceeds --timeout or --memory must end with exit code 4, and one that is interrupted with 130, even if it
// ignores the end of its context.
func TestBoundsEndAVerb(t *testing.T) {
	inOwnDirectory(t)
	var held []byte
	waits := func(cmd *cobra.Command) error { <-cmd.Context().Done(); return cmd.Context().Err() }
	waitsAndWraps := func(cmd *cobra.Command) error {
		<-cmd.Context().Done()
		return fmt.Errorf("size 7: %w", context.Cause(cmd.Context()))
	}
	never := make(chan struct{})
	defer close(never)
	signal := func(s syscall.Signal) func(*cobra.Command) error {
		return func(cmd *cobra.Command) error { raise(s); return waits(cmd) }
	}
	for _, c := range []struct {
		claim, flags string
		do           func(cmd *cobra.Command) error
		code         int
		want         string
	}{
		{"a time limit", "--timeout 10ms", waits, 4, "enumerate: the limit of 10ms (--timeout) is exceeded; increase it\n"},
		{"a time limit, with a wrapped error", "--timeout 10ms", waitsAndWraps, 4, "enumerate: size 7: the limit of 10ms (--timeout) is exceeded\n"},
		{"a time limit, and a verb that ignores its context", "--timeout 10ms", func(*cobra.Command) error { <-never; return nil }, 4, "enumerate: the limit of 10ms (--timeout) is exceeded; increase it\n"},
		{"an error of the verb", "--timeout 1m", func(*cobra.Command) error { return errTorn }, 1, "enumerate: torn\n"},
		{"within the time limit", "--timeout 1m", func(*cobra.Command) error { return nil }, 0, ""},
		{"the end of another context is an error", "--timeout 1m", func(*cobra.Command) error { return context.Canceled }, 1, "enumerate: context canceled\n"},
		{"a memory limit", "--memory 64MiB", func(cmd *cobra.Command) error {
			held = make([]byte, 256<<20)
			return waits(cmd)
		}, 4, "enumerate: the limit of 64MiB (--memory) is exceeded; increase it\n"},
		{"SIGINT", "", signal(syscall.SIGINT), 130, ""},
		{"SIGTERM", "", signal(syscall.SIGTERM), 130, ""},
		{"SIGINT, and an error", "", func(cmd *cobra.Command) error { _ = signal(syscall.SIGINT)(cmd); return errTorn }, 1, "enumerate: torn\n"},
	} {
		if strings.HasPrefix(c.claim, "SIG") && !canRaise {
			continue
		}
		cmd := newProgram(&Program{Rulesets: rulesets()}, newDo(c.do))
		got := run(t, cmd, "", append([]string{"do"}, strings.Fields(c.flags)...)...)
		if got.code != c.code || got.stderr != c.want {
			t.Errorf("%s: exit code %d, stderr %q, want %d, %q", c.claim, got.code, got.stderr, c.code, c.want)
		}
	}
	if len(held) == 0 {
		t.Error("no memory was allocated")
	}
	held = nil
}

func TestBoundsOfAGameEndThatGame(t *testing.T) {
	inOwnDirectory(t)
	each := func(do func(ctx context.Context, b *Bounds) error) Verb {
		return func(p *Program) *cobra.Command {
			cmd := newDo(func(cmd *cobra.Command) error { return do(cmd.Context(), BoundsOf(cmd.Context())) })(p)
			cmd.Annotations = map[string]string{TimeoutOf: "a game"}
			return cmd
		}
	}
	wait := func(ctx context.Context, b *Bounds) error {
		game, stop := b.Game(ctx)
		defer stop()
		<-game.Done()
		return Ended(game, game.Err())
	}
	for _, c := range []struct {
		claim, flags string
		do           func(ctx context.Context, b *Bounds) error
		want         string
	}{
		{"a game that takes too long", "--timeout 10ms", func(ctx context.Context, b *Bounds) error {
			if err := wait(ctx, b); err == nil || err.Error() != "the limit of 10ms (--timeout) is exceeded" || ctx.Err() != nil {
				return fmt.Errorf("the game ends with %v, the verb with %v", err, ctx.Err())
			}
			return nil
		}, ""},
		{"each game has the full time", "--timeout 20ms", func(ctx context.Context, b *Bounds) error {
			return errors.Join(wait(ctx, b), wait(ctx, b), ctx.Err())
		}, "enumerate: the limit of 20ms (--timeout) is exceeded\nthe limit of 20ms (--timeout) is exceeded\n"},
		{"without a time limit, stop ends the game's context", "", func(ctx context.Context, b *Bounds) error {
			game, stop := b.Game(ctx)
			if err := game.Err(); err != nil || b.TimesGames() {
				return fmt.Errorf("the game ended before stop was called: %v", err)
			}
			stop()
			stop()
			if game.Err() == nil || len(b.games) > 0 || ctx.Err() != nil {
				return fmt.Errorf("after stop, the context's error is %v and %d games are running", game.Err(), len(b.games))
			}
			return nil
		}, ""},
	} {
		got := run(t, newProgram(&Program{Rulesets: rulesets()}, each(c.do)), "", append([]string{"do"}, strings.Fields(c.flags)...)...)
		if got.stderr != c.want {
			t.Errorf("%s: stderr is %q, want %q", c.claim, got.stderr, c.want)
		}
	}
}

// When the program exceeds its memory limit, it first ends the computations on games in progress. It ends the whole
// command only if these computations take too long to end, or if that does not free enough memory. In the test, the
// second of two games ends either within the grace period or after it, in virtual time.
func TestGamesThatHoldTooMuchAreEnded(t *testing.T) {
	for _, c := range []struct {
		claim    string
		memory   int64
		takes    time.Duration // how long a game takes to end
		suffices bool
	}{
		{"games end in time, and memory suffices", 1 << 50, grace - 1, true},
		{"games end in time, and memory does not suffice", 1, grace - 1, false},
		{"a game does not end in time", 1 << 50, grace + 1, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := &Bounds{Memory: memory{c.memory, "a limit"}, games: make(map[*gameInProgress]struct{})}
			for _, takes := range []time.Duration{0, c.takes} {
				game, stop := b.Game(t.Context())
				go func() {
					<-game.Done()
					if err := Ended(game, game.Err()); err != (Crossing{"a limit (--memory)"}) {
						t.Errorf("%s: a game ends with %v", c.claim, err)
					}
					time.Sleep(takes)
					stop()
				}()
			}
			began := time.Now()
			if suffices := b.clear(); suffices != c.suffices || time.Since(began) != min(c.takes, grace) {
				t.Errorf("%s: clear took %v and returned %v, want %v and %v", c.claim, time.Since(began), suffices, min(c.takes, grace), c.suffices)
			}
			time.Sleep(time.Minute)
			b.mu.Lock()
			defer b.mu.Unlock()
			if len(b.games) > 0 {
				t.Errorf("%s: %d games are still running", c.claim, len(b.games))
			}
		})
	}
}

func TestBoundsAreUsualOnesOutsideOfAVerb(t *testing.T) {
	b := BoundsOf(t.Context())
	if b.Memory.Bytes < leastMemory || b.Memory.Bytes > 4<<30 || b.TimesGames() || b.Memory.Layers() != b.Memory.Bytes/4*3 {
		t.Errorf("the default limits are %+v", b.Memory)
	}
	_, stop := b.Game(t.Context())
	stop()
}

type unwritable struct{}

func (unwritable) Write([]byte) (int, error) { return 0, errTorn }

func TestHelpThatCannotBeWrittenIsAFailure(t *testing.T) {
	cmd := newProgram(&Program{Rulesets: rulesets()}, newCount)
	for _, args := range [][]string{{"--help"}, {"count", "-h"}} {
		var stderr strings.Builder
		cmd.SetArgs(args)
		cmd.SetOut(unwritable{})
		cmd.SetErr(&stderr)
		if code := Execute(cmd); code != ExitFailure || stderr.String() != "enumerate: standard output: cannot write it: torn\n" {
			t.Errorf("%v: exit code %d, stderr %q", args, code, &stderr)
		}
	}
}
