package marking

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"enumerate/internal/share"
)

// Options say how to mark. The zero value is ready to use.
type Options struct {
	Workers int    // that may work at a time, 1 if smaller. The table is the same
	Memory  uint64 // bytes that may be taken; 4 GiB if 0

	// Dir is a directory in which finished levels are stored, so that another call resumes
	// where this one was stopped. It is made if it is not there; one process at a time
	// may use it. In the end it holds the table, 2^(n-3) bytes. Nothing is stored if Dir
	// is empty.
	Dir string

	// Share, if not nil, is told which share of the work is done, 0 to 1, by any worker.
	Share func(share float64)

	// every is how long finished levels may wait to be stored; two seconds if 0.
	every time.Duration
	// progress, if not nil, is told every level once it is finished, those of an earlier
	// call included.
	progress func(level int)
}

func (o Options) memory() uint64 { return cmp.Or(o.Memory, 4<<30) }

// Mark finds all P-positions among the subsets of {1..n}, n from 0 to [MaxSets]. For each
// 64 sets it unites some (n-15)²/8 + 40 words. It takes tableMemory(n) bytes.
// It returns an error if that is more than o.Memory, if o.Dir holds what it cannot use, or when a file
// cannot be written; and the error of the context within some milliseconds after it ends.
func Mark(ctx context.Context, n int, o Options) (*Table, error) {
	if n < 0 || n > MaxSets {
		return nil, fmt.Errorf("subsets of {1..n}: n = %d, want 0 to %d", n, MaxSets)
	}
	if need := tableMemory(n); need > o.memory() || uint64(int(need)) != need {
		return nil, fmt.Errorf("subsets of {1..%d} take %d MiB of memory, want at most %d MiB", n, need>>20, o.memory()>>20)
	}
	order := newLevels(headBits(n))
	t := &Table{n: n, words: make([]uint64, len(order.heads)*blockWords)}
	r := &team{table: t, order: order, markers: make([]*marker, max(o.Workers, 1)), progress: o.progress, work: share.Of(uint64(len(order.heads)), o.Share)}
	within := newMoves()
	for i := range r.markers {
		r.markers[i] = &marker{within: within, words: t.words, census: newCensus(n, n)}
	}
	if o.Dir == "" {
		return t, r.levels(ctx, make([]bool, order.count()), func(int) {})
	}
	st := &store{dir: o.Dir, n: n, order: order, words: t.words, every: cmp.Or(o.every, 2*time.Second)}
	done, err := st.load(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	finished := make(chan int, order.count())
	saved := make(chan error, 1)
	go func() {
		err := st.save(ctx, finished)
		if err != nil {
			cancel(err)
		}
		saved <- err
	}()
	err = r.levels(ctx, done, func(level int) { finished <- level })
	close(finished)
	return t, cmp.Or(err, <-saved)
}

// Levels are all heads in the order in which they are marked. Every move that changes a
// head makes the sum of its elements smaller, so the heads of one sum, a level, do not
// wait for each other: a machine's cores share a level, and meet at its end.
//
// The heads of 15 elements have 121 levels, the widest of 722 heads.
type levels struct {
	heads []uint32 // by sum, then by number
	ends  []uint32 // where each sum ends
}

// newLevels returns the levels of all heads of so many elements, at most 31.
func newLevels(elements int) levels {
	l := levels{
		heads: make([]uint32, 1<<elements),
		ends:  make([]uint32, levelCount(elements)),
	}
	for head := range uint32(len(l.heads)) {
		l.ends[sum(head)]++
	}
	var begin uint32
	for s, width := range l.ends {
		l.ends[s] = begin
		begin += width
	}
	for head := range uint32(len(l.heads)) {
		end := &l.ends[sum(head)]
		l.heads[*end] = head
		*end++
	}
	return l
}

// levelCount returns how many levels the heads of so many elements have.
func levelCount(elements int) int { return elements*(elements+1)/2 + 1 }

// count returns how many levels there are.
func (l levels) count() int { return len(l.ends) }

// level returns the heads of sum s.
func (l levels) level(s int) []uint32 {
	var begin uint32
	if s > 0 {
		begin = l.ends[s-1]
	}
	return l.heads[begin:l.ends[s]]
}

// sum returns the sum of the elements of a head, the least of which counts as 1.
func sum(head uint32) int {
	return bits.OnesCount32(head) +
		bits.OnesCount32(head&0xaaaaaaaa) +
		bits.OnesCount32(head&0xcccccccc)<<1 +
		bits.OnesCount32(head&0xf0f0f0f0)<<2 +
		bits.OnesCount32(head&0xff00ff00)<<3 +
		bits.OnesCount32(head&0xffff0000)<<4
}

// A team of markers marks a table, level by level.
type team struct {
	table    *Table
	order    levels
	markers  []*marker
	progress func(level int)
	work     *share.Counter // heads
}

// levels marks all levels that are not done, and counts all. It tells finished which it has
// marked.
func (r *team) levels(ctx context.Context, done []bool, finished func(level int)) error {
	found := 0
	for s, done := range done {
		if done {
			found += len(r.order.level(s))
		}
	}
	r.work.Add(uint64(found))
	for s, done := range done {
		if err := r.level(ctx, r.order.level(s), done); err != nil {
			return err
		}
		if !done {
			finished(s)
		}
		if r.progress != nil {
			r.progress(s)
		}
	}
	r.table.census = newCensus(r.table.n, r.table.n)
	for _, m := range r.markers {
		r.table.census.add(m.census)
	}
	return nil
}

// level marks the blocks of a level, unless they are done, and counts their P-positions.
func (r *team) level(ctx context.Context, heads []uint32, done bool) error {
	var next atomic.Int64
	work := func(m *marker) {
		for ctx.Err() == nil {
			i := next.Add(1) - 1
			if i >= int64(len(heads)) {
				return
			}
			if !done {
				m.mark(heads[i])
				r.work.Add(1)
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
