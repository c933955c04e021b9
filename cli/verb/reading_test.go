package verb

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/enum/single"
)

// If the context ends while the program waits for the input of a game, the program must end too.
func TestAVerbEndsWhileItWaitsForInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		never := func(func(single.Game, error) bool) { <-release }
		ctx, end := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, end)
		began := time.Now()
		if game, err := OnlyGame(ctx, never, "in.txt", io.Discard); game != nil || err != context.Canceled || time.Since(began) != time.Minute {
			t.Errorf("after %v, Only = %v, %v", time.Since(began), game, err)
		}
		close(release)
	})
}

func TestLeavingTheLoopStopsTheInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		many := func(yield func(single.Game, error) bool) {
			defer func() { ended = true }()
			for yield(move("e4"), nil) {
			}
		}
		for game, err := range until(t.Context(), iter.Seq2[single.Game, error](many)) {
			if game != move("e4") || err != nil {
				t.Errorf("read %v, %v", game, err)
			}
			break
		}
		synctest.Wait()
		if !ended {
			t.Error("the input is still being read")
		}
	})
}

func TestGamesAreTimedOneByOne(t *testing.T) {
	for _, c := range []struct {
		claim  string
		bounds *Bounds
		games  int
		late   bool
	}{
		{"each game has its own time limit", &Bounds{timeout: 1500 * time.Millisecond, each: true}, 5, false},
		{"a game exceeds the time limit", &Bounds{timeout: 900 * time.Millisecond, each: true}, 0, true},
		{"the time limit applies to the verb, which checks it elsewhere", &Bounds{timeout: 900 * time.Millisecond}, 5, false},
		{"no time limit", &Bounds{each: true}, 5, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			read := func(in io.Reader) iter.Seq2[single.Game, error] {
				return func(yield func(single.Game, error) bool) {
					for range 5 {
						time.Sleep(time.Second)
						if !yield(move("e4"), nil) {
							return
						}
					}
				}
			}
			ctx := context.WithValue(t.Context(), boundsKey{}, c.bounds)
			count := 0
			var last error
			for game, err := range Games(ctx, strings.NewReader(""), read) {
				if last = err; game != nil {
					count++
				}
			}
			if count != c.games || errors.As(last, new(Crossing)) != c.late {
				t.Errorf("%s: read %d games, then %v; want %d games, late %v", c.claim, count, last, c.games, c.late)
			}
			if want := "the limit of 900ms (--timeout) is exceeded; the games after this one are not read"; c.late && last.Error() != want {
				t.Errorf("%s: the error is %q, want %q", c.claim, last, want)
			}
			count = 0
			for range Games(ctx, strings.NewReader(""), read) {
				if count++; count == 1 {
					break
				}
			}
			ended, cancel := context.WithCancel(ctx)
			cancel()
			for game, err := range Games(ended, strings.NewReader(""), read) {
				if c.bounds.TimesGames() {
					t.Errorf("%s: after the verb has ended, Games yields %v, %v", c.claim, game, err)
				}
			}
			time.Sleep(time.Minute)
		})
	}
}

// If the input of a game comes in pieces, the time for all pieces counts together. Here each piece takes a second, so
// three pieces exceed the limit of 2.5 seconds. The ten seconds in which the user types a piece do not count.
func TestTheTimeOfAGameIncludesAllPieces(t *testing.T) {
	for pieces, late := range map[int]bool{2: false, 3: true} {
		synctest.Test(t, func(t *testing.T) {
			read := func(in io.Reader) iter.Seq2[single.Game, error] {
				return func(yield func(single.Game, error) bool) {
					for range pieces {
						_, _ = in.Read(make([]byte, 1))
						time.Sleep(time.Second)
					}
					yield(move("e4"), nil)
				}
			}
			ctx := context.WithValue(t.Context(), boundsKey{}, &Bounds{timeout: 2500 * time.Millisecond, each: true})
			games, crossed := 0, false
			for game, err := range Games(ctx, typist{}, read) {
				if game != nil {
					games++
				}
				crossed = crossed || errors.As(err, new(Crossing))
			}
			if crossed != late || games == 1 == late {
				t.Errorf("a game in %d pieces: read %d games, late %v, want late %v", pieces, games, crossed, late)
			}
			time.Sleep(time.Minute)
		})
	}
}

func TestOnlyATerminalIsPrompted(t *testing.T) {
	inOwnDirectory(t)
	write(t, "games.txt", "e4\n")
	in, err := os.Open("games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := newProgram(&Program{Rulesets: rulesets()}, newAsk)
	var stdout, stderr strings.Builder
	cmd.SetArgs([]string{"ask", "--game", "chess"})
	cmd.SetIn(in)
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	if code := Execute(cmd); code != ExitDone || stderr.Len() > 0 || !strings.HasPrefix(stdout.String(), "game of standard input: ") {
		t.Errorf("exit code %d, stderr %q, stdout %q", code, &stderr, &stdout)
	}
}
