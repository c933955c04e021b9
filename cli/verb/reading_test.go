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

	"enumerate/enum"
)

// TestAnInputThatDoesNotComeHoldsNothingUp reads a game from an input that never has one, in virtual time.
func TestAnInputThatDoesNotComeHoldsNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		never := func(func(enum.Game, error) bool) { <-over }
		ctx, end := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, end)
		began := time.Now()
		if game, err := Only(ctx, never, "in.txt", io.Discard); game != nil || err != context.Canceled || time.Since(began) != time.Minute {
			t.Errorf("after %v it reads %v, %v", time.Since(began), game, err)
		}
		close(over)
	})
}

// TestAnInputIsNotReadOnWhenItIsNotWanted ends after the first of many games: then reading ends, too.
func TestAnInputIsNotReadOnWhenItIsNotWanted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		many := func(yield func(enum.Game, error) bool) {
			defer func() { ended = true }()
			for yield(move("e4"), nil) {
			}
		}
		for game, err := range until(t.Context(), iter.Seq2[enum.Game, error](many)) {
			if game != move("e4") || err != nil {
				t.Errorf("it reads %v, %v", game, err)
			}
			break
		}
		synctest.Wait()
		if !ended {
			t.Error("it is read on")
		}
	})
}

// TestGamesAreTimedOneByOne reads games, a second for each, with a second and a half for each, or for all.
func TestGamesAreTimedOneByOne(t *testing.T) {
	for _, c := range []struct {
		claim  string
		bounds *Bounds
		games  int
		late   bool
	}{
		{"each has its time", &Bounds{timeout: 1500 * time.Millisecond, each: true}, 5, false},
		{"one takes longer", &Bounds{timeout: 900 * time.Millisecond, each: true}, 0, true},
		{"the time of the verb is looked at elsewhere", &Bounds{timeout: 900 * time.Millisecond}, 5, false},
		{"any time", &Bounds{each: true}, 5, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			read := func(in io.Reader) iter.Seq2[enum.Game, error] {
				return func(yield func(enum.Game, error) bool) {
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
				t.Errorf("%s: %d games are read, and then %v, want %d, late %v", c.claim, count, last, c.games, c.late)
			}
			if want := "it takes more than 900ms (--timeout); no game after it is read"; c.late && last.Error() != want {
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
					t.Errorf("%s: after the verb has ended it reads %v, %v", c.claim, game, err)
				}
			}
			time.Sleep(time.Minute)
		})
	}
}

// TestTheTimeOfAGameIsThatOfItsPartsTogether reads a game whose input comes in pieces: the program takes a second after each, the user three.
func TestTheTimeOfAGameIsThatOfItsPartsTogether(t *testing.T) {
	for pieces, late := range map[int]bool{2: false, 3: true} {
		synctest.Test(t, func(t *testing.T) {
			read := func(in io.Reader) iter.Seq2[enum.Game, error] {
				return func(yield func(enum.Game, error) bool) {
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
				t.Errorf("of a game in %d pieces %d games are read, late %v, want %v", pieces, games, crossed, late)
			}
			time.Sleep(time.Minute)
		})
	}
}

func TestAnInputThatIsNoTerminalIsNotAskedFor(t *testing.T) {
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
		t.Errorf("it exits with %d, says %q and prints %q", code, &stderr, &stdout)
	}
}
