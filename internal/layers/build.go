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

// An Expander finds the children of states. Each worker has its own Expander.
type Expander interface {
	// Expand emits the children of a state, given its key and its weight w: it calls emit with the key of each child
	// and the weight that the child gets from this parent, any number of times for the same child. Expand returns the
	// dead weight: the part of the weight that led to no child. It must not change the key or keep it, and emit copies
	// its arguments. The same state must always have the same children and dead weight. If emit returns an error,
	// Expand must return this error.
	Expand(key []byte, w Weight, emit func(key []byte, w Weight) error) (dead Weight, err error)
}

// A Config says how to build layers. It does not affect the content of the layers.
type Config struct {
	// Dir is the directory for files; Build creates it when it needs it. If Dir is empty, everything stays in memory.
	// No other Build may use the same directory and layer name at the same time.
	Dir string
	// Memory limits the bytes of the tables in which the workers collect new states, the runs (sorted lists of states)
	// in memory, and the parent layer if it is in memory. 0 means 1 GiB. There are two exceptions. A table may take 256
	// KiB plus the children of one parent (the states that follow from it), even if its share of Memory is smaller.
	// Without Dir, runs are not limited. Memory does not count merging (a block of 64 KiB for each of up to 256 runs),
	// the indexes of files (20 bytes for each block), and garbage: see [debug.SetMemoryLimit].
	Memory  int64
	Workers int // at least 1
	// Remark, if not nil, is called with one line for every unusable file that is built again.
	Remark func(string)
}

const (
	defaultMemory = 1 << 30
	// A layer in memory is lost if the process ends. So a layer is written to a file if the work on it, and on the
	// layers in memory from which it is made, has taken longer than patience.
	patience = 30 * time.Second
	// mostParents is the largest number of parents (states of the layer that is expanded) that a worker takes at a
	// time. If there are few parents, a worker takes fewer, so that each takes parents about 32 times (shares), and all
	// workers end at about the same time.
	mostParents = 1024
	shares      = 32
	// All runs (sorted lists of states) are merged into one run when there are fanIn runs, because each takes an open
	// file and a block of memory. They are also merged when all together are more than `crowded` times as large as the
	// largest run. So every state is read and written a few times, and the disk has to hold a few layers at most.
	fanIn   = 256
	crowded = 4
)

// Build builds a layer, called `name`, from the layer before it: it expands every state, and merges children with equal
// keys into one state by adding their weights. The content of the layer does not depend on the config.
//
// The name consists of letters, digits, - and _. The label says what the layer belongs to. If Dir has a file of the
// layer with the same label, made from an equal layer, Build opens this file instead of building the layer.
//
// Build returns the errors of the context and of the expander. If observe is not nil, Build calls it several times a
// second and at the end, from one goroutine at a time. All goroutines end before Build returns.
//
// Besides the time of the expanders, Build takes about 150 ns for each emission (of a child by one parent), 1 µs to
// sort and write each state of a run, and 100 to 200 ns to merge it.
func Build(ctx context.Context, c Config, name, label string, from *Layer, expander func() Expander, observe func(Progress)) (*Layer, error) {
	b := newBuilder(c, name, label, from, expander)
	defer b.meter.start(observe)()
	if b.Dir != "" {
		if l, err := b.stored(); l != nil || err != nil {
			return l, err
		}
	}
	defer func() { // the runs are merged into the layer, or useless after an error
		for _, r := range b.runs {
			r.drop()
		}
	}()
	if err := b.expandAll(ctx); err != nil {
		return nil, err
	}
	return b.finish(ctx)
}

type builder struct {
	Config
	name     string
	identity string
	from     *Layer
	expander func() Expander
	since    time.Time
	share    int64  // bytes for the table of each worker
	limit    int64  // bytes for the runs in memory
	chunk    uint64 // parents taken at a time
	meter    meter

	next   atomic.Uint64 // the first parent not yet taken
	number atomic.Uint64 // of the latest run file

	mu       sync.Mutex
	runs     []*Layer
	runBytes int64  // the bytes of the runs in memory
	sums     totals // of all runs
}

// totals are sums that merging does not change: the sums of a layer must equal them.
type totals struct {
	parents   uint64
	emissions uint64
	weight    Weight // of the emissions
	dead      Weight
}

// newBuilder returns the builder of a layer, and divides the memory among its tables.
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

	// The finished layer can use the memory of the tables, so the tables get only half.
	b.limit = memory / 2
	b.share = memory / 2 / int64(c.Workers)
	b.meter.parents = from.states
	return b
}

// expandAll expands all states of the layer b.from, and leaves their children in b.runs, sorted lists of states. If a
// worker fails, the others stop.
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

type worker struct {
	*builder
	expander Expander
	table    *table
	parents  uint64 // those whose children are in the table
	dead     Weight // of these parents
}

// work expands parents, a chunk of consecutive ones at a time, until the workers together have taken all. When its
// table is full, it writes the table as a run, a sorted list of states (put).
func (w *worker) work(ctx context.Context) error {
	for {
		at := w.next.Add(w.chunk) - w.chunk // the number of the chunk's first parent
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

// expand adds the children of one parent to the worker's table, and counts the progress.
func (w *worker) expand(key []byte, weight Weight) error {
	t := w.table
	states, emitted, size := t.count, t.emissions, t.bytes() // before this parent
	dead, err := w.expander.Expand(key, weight, t.emit)
	if err == nil {
		err = t.flush() // also an error of emit that the expander ignored
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
	w.meter.expandedParents.Add(1)
	w.meter.emissions.Add(t.emissions - emitted)
	w.meter.storedStates.Add(int64(t.count - states))
	w.meter.bytes.Add(t.bytes() - size)
	return nil
}

// put makes a run, a sorted list, of the states in the worker's table, and empties the table. It also adds what the
// worker has counted since the last run to the sums of the builder.
func (w *worker) put(ctx context.Context) error {
	t := w.table
	if err := w.sum(totals{w.parents, t.emissions, t.weight, w.dead}); err != nil {
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

// sum adds what a worker has counted to the sums of the builder.
func (b *builder) sum(t totals) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	weight, fits := b.sums.weight.CheckedAdd(t.weight)
	dead, deadFits := b.sums.dead.CheckedAdd(t.dead)
	if !fits || !deadFits {
		return fmt.Errorf("layer %s: the sum over the runs: %w", b.name, ErrOverflow)
	}
	b.sums = totals{b.sums.parents + t.parents, b.sums.emissions + t.emissions, weight, dead}
	return nil
}

// makeRun makes a run, a sorted list, of the states that the function fill adds, which have the given total weight and
// take about size bytes. The run is in memory if there is room, and otherwise in a file.
func (b *builder) makeRun(size int64, weight Weight, fill filler) (*Layer, error) {
	b.mu.Lock()
	fits := b.runBytes+size <= b.limit
	b.mu.Unlock()
	create := b.createRun // in a file
	if b.Dir == "" || fits {
		create = inMemory
	}
	r, err := create(footer{weight: weight}, fill)
	if err == nil {
		b.meter.bytes.Add(r.size)
	}
	return r, err
}

// keep adds a run (a sorted list of states) to b.runs, and merges all runs into one if they are too many or too large.
func (b *builder) keep(ctx context.Context, r *Layer) error {
	b.mu.Lock()
	b.runs = append(b.runs, r)
	if r.path == "" {
		b.runBytes += r.size
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
		weight, _ = weight.CheckedAdd(r.weight) // the sum is at most that of all runs, which fits
	}

	merged, err := b.makeRun(size, weight, func(add func([]byte, Weight) error) error {
		return merge(ctx, runs, new(atomic.Uint64), add)
	})

	b.mu.Lock()
	for _, r := range runs {
		if r.path == "" {
			b.runBytes -= r.size
		}
		r.drop()
	}
	b.mu.Unlock()

	if err != nil {
		return err
	}

	b.meter.bytes.Add(-size)
	b.meter.storedStates.Add(int64(merged.states) - states)
	return b.keep(ctx, merged)
}

// finish merges all runs, the sorted lists of children, into the layer. It writes the layer to a file if one of the
// runs is in a file, or if the layer took longer to build than patience.
func (b *builder) finish(ctx context.Context) (*Layer, error) {
	if b.sums.parents != b.from.states {
		return nil, fmt.Errorf("layer %s: %w: of %d parents %d were expanded", b.name, ErrMismatch, b.from.states, b.sums.parents)
	}
	f := footer{identity: b.identity, weight: b.sums.weight, emissions: b.sums.emissions, dead: b.sums.dead}
	fill := func(add func([]byte, Weight) error) error { return merge(ctx, b.runs, &b.meter.mergedStates, add) }
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

// Progress describes the state of a Build.
type Progress struct {
	ExpandedParents uint64 // parents whose children are in runs
	Parents         uint64 // all parents
	Emissions       uint64
	StoredStates    uint64 // states in tables and runs, where repeated states count each time
	MergedStates    uint64 // states that the final merge has read
	Bytes           int64  // of tables and runs, in memory and in files
}

// A meter counts progress. Workers add to it after every parent.
type meter struct {
	parents                    uint64
	expandedParents, emissions atomic.Uint64
	mergedStates               atomic.Uint64
	storedStates, bytes        atomic.Int64
}

const meterPeriod = 200 * time.Millisecond

func (m *meter) progress() Progress {
	return Progress{m.expandedParents.Load(), m.parents, m.emissions.Load(), uint64(m.storedStates.Load()), m.mergedStates.Load(), m.bytes.Load()}
}

// start calls observe periodically until stop is called, and then one last time.
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
