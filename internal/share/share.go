// Package share tells how large a share of some work is done, when it is made at one go by
// several goroutines.
package share

import (
	"context"
	"sync"
	"sync/atomic"
)

// A Counter adds up work that is done. It is safe for use by many goroutines.
type Counter struct {
	all  float64
	done atomic.Uint64
	tell func(share float64)
}

// Of returns a counter of work of a size, in any unit. It calls tell, unless that is nil,
// with the share that is done, 0 to 1, from the goroutine that has done a piece. Two that
// come at once may tell their shares in either order.
func Of(all uint64, tell func(share float64)) *Counter {
	return &Counter{all: float64(max(all, 1)), tell: tell}
}

// Add says that a piece is done.
func (c *Counter) Add(piece uint64) {
	if c.tell != nil {
		c.tell(min(float64(c.done.Add(piece))/c.all, 1))
	}
}

// Each calls do for every piece from 0 to pieces-1, once each, by one of some workers, at least
// one, numbered from 0. No order is promised. It returns the context's cause soon after the
// context has ended: a piece should take well below 0.1 s, or look at the context.
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
