// Package bounded limits the time of computations. [Do] abandons a computation that does not end with its context;
// [Steps] lets a computation check its context at little cost.
//
//	answer, err := bounded.Do(ctx, time.Second, func() (Answer, error) { return game.Solve(ctx, how) })
package bounded

import (
	"cmp"
	"context"
	"time"
)

// Do returns the results of a function. If the function does not return within the grace period after the end of the
// context, Do abandons it and returns the context's cause.
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

// An Asked is a context that also ends when the function Ask returns an error. A computation that calls Err from time
// to time thereby calls Ask. This works in a browser too, where a timer or a goroutine that ends the context would not
// run before the computation pauses.
type Asked struct {
	context.Context
	Ask func() error
}

// Err returns the error of Ask or, if there is none, of the context.
func (a Asked) Err() error { return cmp.Or(a.Ask(), a.Context.Err()) }
