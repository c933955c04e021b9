package wins

import (
	"context"
	"sync"
	"sync/atomic"
)

// each does tasks 0..tasks-1, each by one of the workers, and returns the context's
// error if there is one. A task should take well below 0.1 s or look at the context.
func each(ctx context.Context, workers, tasks int, do func(worker, task int)) error {
	workers = min(workers, tasks)
	if workers <= 1 {
		for i := range tasks {
			if err := ctx.Err(); err != nil {
				return err
			}
			do(0, i)
		}
		return ctx.Err()
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= tasks || ctx.Err() != nil {
					return
				}
				do(w, i)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}
