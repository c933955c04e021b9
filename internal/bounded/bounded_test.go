package bounded

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestDoWaitsForTheGraceAndNoLonger gives Do functions that return immediately, within the grace period, and never.
func TestDoWaitsForTheGraceAndNoLonger(t *testing.T) {
	why := errors.New("why")
	ended, end := context.WithCancelCause(t.Context())
	end(why)
	for _, c := range []struct {
		claim string
		ctx   context.Context
		grace time.Duration
		do    func() (int, error)
		want  int
		err   error
	}{
		{"done at once", t.Context(), 0, func() (int, error) { return 7, nil }, 7, nil},
		{"its own error", t.Context(), 0, func() (int, error) { return 7, why }, 7, why},
		{"done within the grace", ended, time.Hour, func() (int, error) { return 7, nil }, 7, nil},
		{"left behind", ended, time.Millisecond, func() (int, error) { select {} }, 0, why},
	} {
		if got, err := Do(c.ctx, c.grace, c.do); got != c.want || err != c.err {
			t.Errorf("%s: Do = %d, %v, want %d, %v", c.claim, got, err, c.want, c.err)
		}
	}
}

func TestAskedEndsWithItsContextOrItsFunction(t *testing.T) {
	why := errors.New("why")
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		ctx  context.Context
		ask  error
		want error
	}{
		{t.Context(), nil, nil},
		{t.Context(), why, why},
		{ended, nil, context.Canceled},
		{ended, why, why},
	} {
		if got := (Asked{c.ctx, func() error { return c.ask }}).Err(); got != c.want {
			t.Errorf("Asked{%v, %v}.Err() = %v, want %v", c.ctx.Err(), c.ask, got, c.want)
		}
	}
}
