package partizan

import (
	"context"
	"errors"
)

// ErrRange says that a number, a nimber or a multiple of up is larger than an arena holds,
// or a denominator is.
var ErrRange = errors.New("the value is out of range")

// An interruption is what an arena panics with.
type interruption struct{ error }

// Do runs f, which uses the arena, and returns nil. If the context ends, it ends f by a
// panic at the arena's next step of work and returns the context's error. If a value is
// out of range, it returns [ErrRange]. In both cases the arena is as good as before. Other
// panics pass.
//
// Outside of Do nothing ends long work, and a value out of range panics.
func (a *Arena) Do(ctx context.Context, f func()) (err error) {
	outer, depth := a.ctx, len(a.stack)
	a.ctx = ctx
	defer func() {
		a.ctx, a.stack = outer, a.stack[:depth]
		if p := recover(); p != nil {
			i, ok := p.(interruption)
			if !ok {
				panic(p)
			}
			err = i.error
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	f()
	return nil
}

// step looks now and then whether the context of Do has ended. It is called where
// nothing is half done but what a panic may leave behind.
func (a *Arena) step() {
	a.steps++
	if a.steps%1024 == 0 && a.ctx != nil {
		if err := a.ctx.Err(); err != nil {
			panic(interruption{err})
		}
	}
}
