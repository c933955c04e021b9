// Package share tells how large a share of some work is done, while several goroutines do the work.
package share

import (
	"context"
	"sync"
	"sync/atomic"
)

// A Counter adds up completed work. Several goroutines may use it at the same time.
type Counter struct {
	all  float64
	sum  atomic.Uint64
	tell func(share float64)
}

// Of returns a counter of work whose size is `all`, in any unit. When a piece is completed, the counter calls the
// function tell (unless it is nil) with the completed share, from 0 to 1, in the goroutine that completed the piece.
// Calls of several goroutines may arrive in any order.
func Of(all uint64, tell func(share float64)) *Counter {
	return &Counter{all: float64(max(all, 1)), tell: tell}
}

// Add adds a completed piece.
func (c *Counter) Add(piece uint64) {
	if c.tell != nil {
		c.tell(min(float64(c.sum.Add(piece))/c.all, 1))
	}
}

// Each calls do once for every piece from 0 to pieces-1, in any order. The calls come from the given number of workers,
// at least one, numbered from 0. After the context has ended, Each returns its cause once the pieces under way are
// done. So a piece must take well below 0.1 s, or check the context.
func Each(ctx context.Context, workers, pieces int, do func(worker, piece int)) error {
	var next atomic.Int64
	work := func(worker int) {
		for ctx.Err() == nil {
			piece := int(next.Add(1)) - 1
			if piece >= pieces {
				return
			}
			do(worker, piece)
		}
	}
	var others sync.WaitGroup
	for worker := 1; worker < min(workers, pieces); worker++ {
		others.Go(func() { work(worker) })
	}
	work(0)
	others.Wait()
	return context.Cause(ctx)
}
