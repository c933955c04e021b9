package counts

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// chunk is how many runs a worker takes at a time: at most some milliseconds of work,
// after which it looks at the context.
const chunk = 128

// team returns how many workers to take where so many are asked for: at least one, and
// no more than can run at a time, as each has memory of its own.
func team(workers int) int { return max(1, min(workers, runtime.GOMAXPROCS(0))) }

// sweep calls visit for every run of a box, with the cursor on it and the number of the
// worker that calls, from 0 to team(workers)-1. No order is promised. It returns the context's error
// soon after the context has ended.
func sweep(ctx context.Context, workers int, b box, visit func(worker int, c *cursor)) error {
	runs := b.runs()
	chunks := (runs + chunk - 1) / chunk
	var taken atomic.Int64
	work := func(worker int) {
		c := new(cursor)
		for ctx.Err() == nil {
			i := int(taken.Add(1)) - 1
			if i >= chunks {
				return
			}
			c.seek(b, i*chunk)
			for range min(chunk, runs-i*chunk) {
				visit(worker, c)
				c.next()
			}
		}
	}
	var group sync.WaitGroup
	for worker := 1; worker < min(team(workers), chunks); worker++ {
		group.Go(func() { work(worker) })
	}
	work(0)
	group.Wait()
	return ctx.Err()
}
