package share

import (
	"context"
	"sync"
	"sync/atomic"
)

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
