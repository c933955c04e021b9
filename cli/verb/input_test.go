package verb

import (
	"context"
	"errors"
	"io"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/enum/single"
)

// A typist is an input that takes ten seconds for each piece of text.
type typist struct{}

func (typist) Read(buffer []byte) (int, error) {
	time.Sleep(10 * time.Second)
	return len(buffer), nil
}

// The time limit of a game counts the reading of the game. It counts neither the wait for a user who types slowly nor
// the time in which the caller works on the previous game. In the test, each game takes longer to read than the one
// before; the first that exceeds the limit must be the last.
func TestReadingAGameIsPartOfItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		defer close(over)
		read := func(in io.Reader) iter.Seq2[single.Game, error] {
			return func(yield func(single.Game, error) bool) {
				for _, takes := range []time.Duration{0, time.Second, 1900 * time.Millisecond} {
					_, _ = in.Read(make([]byte, 1))
					time.Sleep(takes / 2)
					_, _ = in.Read(make([]byte, 1))
					time.Sleep(takes / 2)
					if !yield(nil, nil) {
						return
					}
				}
				<-over // it takes for ever
			}
		}
		ctx := context.WithValue(t.Context(), boundsKey{}, &Bounds{timeout: 2 * time.Second, each: true})
		began, games := time.Now(), 0
		var last error
		for _, err := range Games(ctx, typist{}, read) {
			if last = err; err == nil {
				games++
				time.Sleep(30 * time.Second)
			}
		}
		if !errors.As(last, new(Crossing)) || games != 3 {
			t.Errorf("%d games are read, and then %v; expected 3, and that the next takes too long", games, last)
		}
		if took := time.Since(began); took > 160*time.Second {
			t.Errorf("it ends after %v, want two seconds after the third game", took)
		}
	})
}
