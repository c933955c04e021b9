package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime"
	"time"

	"enumerate/internal/bounded"
)

// late is how long compute waits for a function to return after its context has ended.
const late = 250 * time.Millisecond

// unknown is the status of a computation that exceeds its limit of time or memory. Another attempt may succeed.
const unknown = http.StatusServiceUnavailable

// A processors limits how many computations of the site run at the same time.
type processors struct {
	free      chan struct{} // an element for each running computation; its capacity is the limit
	addLimits func(context.Context) (context.Context, func())
	remarks   remarks
}

// newProcessors allows as many computations as the machine has processors. It allows at least two, so that a list of
// classes, which may take a minute, does not delay all others.
func newProcessors(of Site) *processors {
	return &processors{
		free:      make(chan struct{}, max(runtime.GOMAXPROCS(0), 2)),
		addLimits: of.Bound,
		remarks:   of.Remark,
	}
}

func (p *processors) bounded(ctx context.Context) (context.Context, func()) {
	if p.addLimits == nil {
		return ctx, func() {}
	}
	return p.addLimits(ctx)
}

// compute returns the result of a function, within a limit on its time, including the wait for a processor. If the
// function exceeded its time or memory, the error has the status unknown; if it panicked, the error is errBroken; and
// any other error is a fault of the input. A function that ignores the end of its context is abandoned but keeps its
// processor, so that the number of running functions stays limited.
func compute[T any](ctx context.Context, p *processors, during time.Duration, do func(context.Context) (T, error)) (result T, err error) {
	timed, cancel := context.WithTimeout(ctx, during)
	defer cancel()
	select {
	case p.free <- struct{}{}:
	case <-timed.Done():
		return result, faultf(unknown, "the server is busy: no other computation ended within %v; try again", during)
	}

	bound, done := p.bounded(timed)
	result, err = bounded.Do(bound, late, func() (result T, err error) {
		defer func() { done(); <-p.free }()
		broken := p.remarks.guard(func() error { result, err = do(bound); return nil })
		return result, cmp.Or(broken, err)
	})

	var none T
	why := bound.Err()
	ofContext := why != nil && (errors.Is(err, why) || errors.Is(err, context.Cause(bound)))
	switch {
	case err == nil || err == errBroken || statusOf(err) != 0:
		return result, err
	case !ofContext:
		return result, wrong(newPageError(err))
	case ctx.Err() != nil: // of the request
		return none, ctx.Err()
	case timed.Err() != nil:
		return none, faultf(unknown, "the limit of %v is exceeded", during)
	}
	return none, faultf(unknown, "the memory limit is exceeded")
}

// tried calls compute for a result that the page can do without. If the function takes too long or fails, tried returns
// the reason in words. It returns an error only if the request has ended, or for a fault of the program.
func tried[T any](ctx context.Context, p *processors, during time.Duration, do func(context.Context) (T, error)) (result T, why string, err error) {
	result, err = compute(ctx, p, during, do)
	switch {
	case err == nil:
		return result, "", nil
	case err == errBroken || ctx.Err() != nil:
		return result, "", err
	}
	return result, err.Error(), nil
}
