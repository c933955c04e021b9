package marking

import (
	"context"
	"sync"
	"sync/atomic"
)

// A run marks a table, level by level.
type run struct {
	table    *Table
	order    levels
	markers  []*marker
	blocks   int // finished
	progress func(marked, sets uint64)
}

func newRun(workers int, t *Table, order levels, progress func(marked, sets uint64)) *run {
	r := &run{table: t, order: order, markers: make([]*marker, workers), progress: progress}
	moves := newMoves()
	for i := range r.markers {
		r.markers[i] = &marker{within: moves, words: t.words, census: newCensus(t.n, t.n)}
	}
	return r
}

// levels marks all levels that are not done, and counts all. It tells finished which it has
// marked.
func (r *run) levels(ctx context.Context, done []bool, finished func(level int)) error {
	sets := uint64(1) << r.table.n
	for s, done := range done {
		heads := r.order.level(s)
		if err := r.level(ctx, heads, done); err != nil {
			return err
		}
		r.blocks += len(heads)
		if !done {
			finished(s)
		}
		if r.progress != nil {
			r.progress(min(uint64(r.blocks)<<blockBits, sets), sets)
		}
	}
	r.table.census = newCensus(r.table.n, r.table.n)
	for _, m := range r.markers {
		r.table.census.add(m.census)
	}
	return nil
}

// level marks the blocks of a level, unless they are done, and counts their P-positions.
func (r *run) level(ctx context.Context, heads []uint32, done bool) error {
	var next atomic.Int64
	work := func(m *marker) {
		for ctx.Err() == nil {
			i := next.Add(1) - 1
			if i >= int64(len(heads)) {
				return
			}
			if !done {
				m.mark(heads[i])
			}
			m.census.block(heads[i], blockAt(m.words, heads[i]))
		}
	}
	// A worker more than there are blocks would only be in the way.
	others := r.markers[1:min(len(r.markers), len(heads))]
	var group sync.WaitGroup
	for _, m := range others {
		group.Go(func() { work(m) })
	}
	work(r.markers[0])
	group.Wait()
	return context.Cause(ctx)
}
