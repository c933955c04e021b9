// Package bounded does what may take longer than it may: a verb, a game, a request of the page.
//
//	answer, err := bounded.Do(ctx, time.Second, func() (Answer, error) { return game.Solve(ctx, how) })
package bounded

import (
	"cmp"
	"context"
	"time"
)

// Do returns what a function returns, if that is done before its context has ended and a grace
// after that is over. A function that does not heed its context is left behind, and the error is
// the cause for which that has ended.
func Do[T any](ctx context.Context, grace time.Duration, do func() (T, error)) (T, error) {
	type outcome struct {
		result T
		err    error
	}
	out := make(chan outcome, 1)
	go func() {
		result, err := do()
		out <- outcome{result, err}
	}()
	select {
	case o := <-out:
		return o.result, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-out:
		return o.result, o.err
	case <-time.After(grace):
		var none T
		return none, context.Cause(ctx)
	}
}

// An Asked is a context that also ends when a function says so. That is asked whenever the context is,
// so it needs neither a timer nor a goroutine, which a browser runs only between two computations.
type Asked struct {
	context.Context
	Ask func() error // nil as long as it has not ended
}

// Err returns the error of the function or, if there is none, that of the context.
func (a Asked) Err() error { return cmp.Or(a.Ask(), a.Context.Err()) }
