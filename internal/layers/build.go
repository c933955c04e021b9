package layers

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"enumerate/internal/file"
)

// An Expander makes the children of states. Each worker has its own.
type Expander interface {
	// Expand emits the children of a state of weight w, each with the weight
	// that it has from this parent, and any number of times. It returns the
	// weight that died: what led from this state to no child, in units of the
	// caller. It must not change the key, nor keep it. What is emitted is
	// copied. The same state must always have the same children and the same
	// dead weight. An error of emit is to be returned.
	Expand(key []byte, w Weight, emit func(key []byte, w Weight) error) (dead Weight, err error)
}

// A Config says how layers are made. It has no effect on what they are.
type Config struct {
	// Dir is where files go if there is need. It is created with the first
	// one. "" keeps all in memory. No other Build may use the directory and
	// the name of the layer at the same time.
	Dir string
	// Memory is how many bytes the making of a layer may hold at once: the
	// tables of all workers, the runs in memory, and the layer made from if it
	// is in memory. 0 is 1 GiB. A table has 256 KiB and the children of one
	// parent even if that is more, and without Dir runs stay in memory
	// whatever they take. Not counted are merging, a block of 64 KiB for each
	// of up to 256 runs, the index of files, 20 bytes for each block, and what
	// the garbage collector leaves for later: see [debug.SetMemoryLimit].
	Memory  int64
	Workers int // at least 1
	// Remark, if not nil, is told of every file that cannot be used and is
	// made again, in one line.
	Remark func(string)
}

const (
	defaultMemory = 1 << 30
	// A layer goes to a file if it, or the oldest of the layers in memory that
	// it was made from, was begun patience ago: what took less is as soon made
	// again.
	patience = 30 * time.Second
	// A worker takes mostParents at a time, and fewer if there are not shares
	// of that for each.
	mostParents = 1024
	shares      = 32
	// All runs are merged into one when they are fanIn, as many open files and a
	// block of memory for each, or crowded times as large as the largest. So every
	// state is read and written a few times, and the disk holds some layers at most.
	fanIn   = 256
	crowded = 4
)

// Build makes the layer called name, of the states that those of from are
// expanded to. Equal keys are one state, and its weight is the sum of all that
// was emitted with it. The layer is the same, byte by byte, whatever the config.
//
// The name is a part of names of files: letters, digits, - and _. The label says what
// the layer is a part of. With Dir, a layer that is in a file already is opened, and
// nothing expanded, if it was made under the same label from a layer equal to from.
//
// When the context ends, its error is returned. An error of an expander ends the making
// of the layer. observe, if not nil, is called several times a second and at the end, by
// one goroutine at a time. All goroutines have ended when Build returns.
//
// The time is that of the expanders, and for each emission some 150 ns, for each
// state of a run some 1 µs to sort and write it, and 100 to 200 ns to merge it.
func Build(ctx context.Context, c Config, name, label string, from *Layer, expander func() Expander, observe func(Progress)) (*Layer, error) {
	b := newBuilder(c, name, label, from, expander)
	defer b.meter.start(observe)()
	if b.Dir != "" {
		if l, err := b.stored(); l != nil || err != nil {
			return l, err
		}
	}
	defer func() {
		for _, r := range b.runs {
			r.drop()
		}
	}()
	if err := b.expandAll(ctx); err != nil {
		return nil, err
	}
	return b.finish(ctx)
}

// A builder makes one layer.
type builder struct {
	Config
	name     string
	identity string
	from     *Layer
	expander func() Expander
	since    time.Time
	share    int64  // bytes that the table of one worker may use
	limit    int64  // bytes for the runs in memory
	chunk    uint64 // parents taken at a time
	meter    meter

	next   atomic.Uint64 // the first parent that no worker has taken
	number atomic.Uint64 // of the run file made last

	mu   sync.Mutex
	runs []*Layer
	held int64  // bytes of runs in memory
	sums totals // of all runs
}

// totals are the sums that no merging changes, and by which a layer is proved.
type totals struct {
	parents uint64 // that were expanded
	emitted uint64
	weight  Weight // of what was emitted
	dead    Weight
}

func newBuilder(c Config, name, label string, from *Layer, expander func() Expander) *builder {
	c.Workers = max(c.Workers, 1)
	if c.Memory <= 0 {
		c.Memory = defaultMemory
	}
	if c.Remark == nil {
		c.Remark = func(string) {}
	}
	b := &builder{
		Config:   c,
		name:     name,
		identity: fmt.Sprintf("layer %s of %s, made from %s", name, label, from.origin()),
		from:     from,
		expander: expander,
		since:    time.Now(),
		chunk:    min(mostParents, max(1, from.states/uint64(c.Workers*shares))),
	}
	memory := c.Memory
	if from.path == "" {
		memory = max(memory-from.size, memory/4)
		if !from.since.IsZero() {
			b.since = from.since
		}
	}
	// When the tables are gone, the layer takes their place.
	b.limit = memory / 2
	b.share = memory / 2 / int64(c.Workers)
	b.meter.of = from.states
	return b
}

// expandAll expands all parents, unless the context ends, and returns the first error.
func (b *builder) expandAll(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	failures := make(chan error, b.Workers)
	var workers sync.WaitGroup
	for range b.Workers {
		workers.Go(func() {
			w := &worker{builder: b, expander: b.expander(), table: newTable()}
			if err := w.work(inner); err != nil {
				failures <- err
				cancel()
			}
		})
	}
	workers.Wait()
	close(failures)
	return <-failures
}

// A worker expands parents into a table of its own.
type worker struct {
	*builder
	expander Expander
	table    *table
	parents  uint64 // whose children are in the table
	dead     Weight // that died with them
}

// work expands parents until all are taken.
func (w *worker) work(ctx context.Context) error {
	for {
		at := w.next.Add(w.chunk) - w.chunk
		if at >= w.from.states {
			return w.put(ctx)
		}
		err := w.from.Each(at, min(at+w.chunk, w.from.states), func(key []byte, weight Weight) error {
			if err := w.expand(key, weight); err != nil {
				return fmt.Errorf("layer %s: parent %d: %w", w.name, at, err)
			}
			at++
			if w.table.full(w.share) {
				if err := w.put(ctx); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
}

// expand expands a parent.
func (w *worker) expand(key []byte, weight Weight) error {
	t := w.table
	states, emitted, size := t.count, t.emitted, t.bytes()
	dead, err := w.expander.Expand(key, weight, t.emit)
	if err == nil {
		err = t.flush() // and any error of emit that the expander kept to itself
	}
	if err != nil {
		return err
	}
	sum, ok := w.dead.CheckedAdd(dead)
	if !ok {
		return fmt.Errorf("dead %v + %v: %w", w.dead, dead, ErrOverflow)
	}
	w.dead = sum
	w.parents++
	w.meter.expanded.Add(1)
	w.meter.emitted.Add(t.emitted - emitted)
	w.meter.stored.Add(int64(t.count - states))
	w.meter.bytes.Add(t.bytes() - size)
	return nil
}

// put makes a run of the table, and empties that.
func (w *worker) put(ctx context.Context) error {
	t := w.table
	if err := w.sum(totals{w.parents, t.emitted, t.weight, w.dead}); err != nil {
		return err
	}
	size := t.bytes()
	if t.count > 0 {
		r, err := w.makeRun(size, t.weight, t.sorted)
		if err == nil {
			err = w.keep(ctx, r)
		}
		if err != nil {
			return err
		}
	}
	t.reset(w.share)
	w.parents, w.dead = 0, Weight{}
	w.meter.bytes.Add(t.bytes() - size)
	return nil
}

// sum adds to the totals.
func (b *builder) sum(t totals) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	weight, fits := b.sums.weight.CheckedAdd(t.weight)
	dead, deadFits := b.sums.dead.CheckedAdd(t.dead)
	if !fits || !deadFits {
		return fmt.Errorf("layer %s: the sum over the runs: %w", b.name, ErrOverflow)
	}
	b.sums = totals{b.sums.parents + t.parents, b.sums.emitted + t.emitted, weight, dead}
	return nil
}

// makeRun makes a run of the states that fill adds, of the given weight. It is in memory
// if it and the others there fit when it takes size bytes, else in a file.
func (b *builder) makeRun(size int64, weight Weight, fill filler) (*Layer, error) {
	b.mu.Lock()
	fits := b.held+size <= b.limit
	b.mu.Unlock()
	create := b.createRun
	if b.Dir == "" || fits {
		create = inMemory
	}
	r, err := create(footer{weight: weight}, fill)
	if err == nil {
		b.meter.bytes.Add(r.size)
	}
	return r, err
}

// keep keeps a run, and merges all runs into one if it is time to.
func (b *builder) keep(ctx context.Context, r *Layer) error {
	b.mu.Lock()
	b.runs = append(b.runs, r)
	if r.path == "" {
		b.held += r.size
	}
	var size, largest int64
	for _, r := range b.runs {
		size += r.size
		largest = max(largest, r.size)
	}
	if len(b.runs) < fanIn && size <= max(crowded*largest, b.limit) {
		b.mu.Unlock()
		return nil
	}
	runs := b.runs
	b.runs = nil
	b.mu.Unlock()

	var states int64
	var weight Weight
	for _, r := range runs {
		states += int64(r.states)
		weight, _ = weight.CheckedAdd(r.weight) // no more than the sum over all runs, which fits
	}
	merged, err := b.makeRun(size, weight, func(add func([]byte, Weight) error) error {
		return merge(ctx, runs, new(atomic.Uint64), add)
	})
	b.mu.Lock()
	for _, r := range runs {
		if r.path == "" {
			b.held -= r.size
		}
		r.drop()
	}
	b.mu.Unlock()
	if err != nil {
		return err
	}
	b.meter.bytes.Add(-size)
	b.meter.stored.Add(int64(merged.states) - states)
	return b.keep(ctx, merged)
}

// finish merges all runs into the layer, in a file if one of them is, or if it is time to.
func (b *builder) finish(ctx context.Context) (*Layer, error) {
	if b.sums.parents != b.from.states {
		return nil, fmt.Errorf("layer %s: %w: of %d parents %d were expanded", b.name, ErrMismatch, b.from.states, b.sums.parents)
	}
	f := footer{identity: b.identity, weight: b.sums.weight, emitted: b.sums.emitted, dead: b.sums.dead}
	fill := func(add func([]byte, Weight) error) error { return merge(ctx, b.runs, &b.meter.merged, add) }
	inFile := func(r *Layer) bool { return r.path != "" }
	if b.Dir == "" || time.Since(b.since) < patience && !slices.ContainsFunc(b.runs, inFile) {
		l, err := inMemory(f, fill)
		if err == nil {
			l.since = b.since
		}
		return l, err
	}
	if err := file.Write(b.path(), func(out io.Writer) error { return writeTo(out, f, fill) }); err != nil {
		return nil, err
	}
	return open(b.path())
}

// Progress is how far the making of a layer is.
type Progress struct {
	Expanded uint64 // parents whose children are merged
	Of       uint64 // parents
	Emitted  uint64 // emissions
	Stored   uint64 // states in tables and runs, equal ones in two of them counted twice
	Merged   uint64 // of these, read by the final merge
	Bytes    int64  // of tables and runs, in memory and in files
}

// A meter counts progress. Workers add to it after every parent.
type meter struct {
	of                uint64
	expanded, emitted atomic.Uint64
	merged            atomic.Uint64
	stored, bytes     atomic.Int64
}

const meterPeriod = 200 * time.Millisecond

func (m *meter) progress() Progress {
	return Progress{m.expanded.Load(), m.of, m.emitted.Load(), uint64(m.stored.Load()), m.merged.Load(), m.bytes.Load()}
}

// start calls observe again and again until stop is called, and once then.
func (m *meter) start(observe func(Progress)) (stop func()) {
	if observe == nil {
		return func() {}
	}
	end := make(chan struct{})
	var observer sync.WaitGroup
	observer.Go(func() {
		tick := time.NewTicker(meterPeriod)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				observe(m.progress())
			case <-end:
				observe(m.progress())
				return
			}
		}
	})
	return func() {
		close(end)
		observer.Wait()
	}
}
