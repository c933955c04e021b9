package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"enumerate/internal/bounded"
)

// late is how long a computation whose context has ended has to return before it is left behind.
const late = 250 * time.Millisecond

// unknown is the status of a computation that takes more than it may: another attempt may not.
const unknown = http.StatusServiceUnavailable

// compute returns what a function computes within so much time, the wait for a processor
// included: as many compute at once as there are processors, and two at least. One that takes more time or memory
// has an error whose status is unknown, and one that panics errBroken; other errors are faults of
// what a user typed. A function that does not heed its context is left behind and keeps its processor, so that no number of requests can have more
// of them at work.
func compute[T any](ctx context.Context, s *site, during time.Duration, do func(context.Context) (T, error)) (result T, err error) {
	timed, cancel := context.WithTimeout(ctx, during)
	defer cancel()
	select {
	case s.processors <- struct{}{}:
	case <-timed.Done():
		return result, faultf(unknown, "others compute, and none of them was done within %v; try again", during)
	}
	bound, done := timed, func() {}
	if s.Bound != nil {
		bound, done = s.Bound(timed)
	}
	result, err = bounded.Do(bound, late, func() (result T, err error) {
		defer func() { done(); <-s.processors }()
		broken := s.guarded(func() error { result, err = do(bound); return nil })
		return result, cmp.Or(broken, err)
	})
	var none T
	why := bound.Err()
	switch {
	case err == nil || err == errBroken || statusOf(err) != 0:
		return result, err
	case why == nil || !errors.Is(err, why) && !errors.Is(err, context.Cause(bound)):
		return result, fault{http.StatusUnprocessableEntity, err}
	case ctx.Err() != nil: // of the request
		return none, ctx.Err()
	case timed.Err() != nil:
		return none, faultf(unknown, "it takes more than %v", during)
	}
	return none, faultf(unknown, "it takes more memory than there is")
}
