package layers

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
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
	// Every is how long anything finished waits at most to be stored, with
	// Dir: no more work than that is lost when the process is killed, but for
	// the final merge, which is not stored in part. 0 is 30 seconds. Less means
	// more and smaller runs.
	Every time.Duration
	// Remark, if not nil, is told of every file that cannot be used and is
	// made again, in one line.
	Remark func(string)
}

const (
	defaultMemory = 1 << 30
	defaultEvery  = 30 * time.Second
	// A worker takes mostParents at a time, and fewer if there are not shares
	// of that for each.
	mostParents = 1024
	shares      = 32
)

// Build makes the layer called name, of the states that those of from are
// expanded to. Equal keys are one state, and its weight is the sum of all that
// was emitted with it. The layer is the same, byte by byte, whatever the config.
//
// The label says what the layer is a part of: it is stored in every file, and a
// file with another one, or of a layer made from other parents, is not used.
// With Dir, a layer that is in a file already is opened, and nothing expanded.
// Else the parents whose children are in files, of a Build that was interrupted,
// are not expanded again.
//
// When the context ends, what is finished is stored if there is a Dir, which
// takes some seconds for each gigabyte, and the context's error returned, with
// that of storing if there is one. An error of an expander ends the making of the
// layer. observe, if not nil, is called several times a second and at the end, by
// one goroutine at a time. All goroutines have ended when Build returns.
//
// The time is that of the expanders, and for each emission some 150 ns, for each
// state of a run some 400 ns to sort and write it, and 100 to 200 ns to merge it.
func Build(ctx context.Context, c Config, name, label string, from *Layer, expander func() Expander, observe func(Progress)) (*Layer, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	if len(label) > MaxLabel {
		return nil, fmt.Errorf("layer %s: a label of %d bytes: %w: at most %d", name, len(label), ErrTooLong, MaxLabel)
	}
	b := newBuilder(c, header{runKind, name, label, from.origin()}, from, expander)
	stop := b.meter.start(observe)
	defer stop()
	if c.Dir != "" {
		l, err := b.store.resume(b.config.Remark)
		if l != nil || err != nil {
			return l, err
		}
		b.resume()
	}
	err := b.expandAll(ctx)
	if err == nil && ctx.Err() == nil {
		var l *Layer
		if l, err = b.store.finish(ctx); err == nil {
			return l, nil
		}
	}
	if ctx.Err() == nil {
		return nil, err
	}
	if err == nil || errors.Is(err, ctx.Err()) {
		err = b.store.save()
	}
	if err != nil {
		return nil, fmt.Errorf("%w; and %w", ctx.Err(), err)
	}
	return nil, ctx.Err()
}

// A builder makes one layer.
type builder struct {
	config   Config
	from     *Layer
	expander func() Expander
	memory   int64 // bytes for tables and runs
	store    store
	meter    *meter

	mu   sync.Mutex
	todo cover // the parents that nobody has taken
}

func newBuilder(c Config, h header, from *Layer, expander func() Expander) *builder {
	c.Workers = max(c.Workers, 1)
	if c.Memory <= 0 {
		c.Memory = defaultMemory
	}
	if c.Every <= 0 {
		c.Every = defaultEvery
	}
	if c.Remark == nil {
		c.Remark = func(string) {}
	}
	since := time.Now()
	memory := c.Memory
	if from.path == "" {
		memory = max(memory-from.size, memory/4)
		if !from.since.IsZero() {
			since = from.since
		}
	}
	m := &meter{of: from.States()}
	return &builder{
		config:   c,
		from:     from,
		expander: expander,
		memory:   memory,
		store:    store{dir: c.Dir, header: h, limit: memory / 2, since: since, meter: m},
		meter:    m,
		todo:     whole(from.States()),
	}
}

// resume leaves out the parents whose children are stored.
func (b *builder) resume() {
	var covers []cover
	for _, r := range b.store.runs {
		covers = append(covers, r.totals.cover)
		b.store.onDisk.Store(true)
		b.meter.emitted.Add(r.totals.emitted)
		b.meter.stored.Add(int64(r.states))
		b.meter.bytes.Add(r.size)
	}
	covered, _ := join(covers...)
	b.meter.expanded.Add(covered.size())
	b.todo = covered.rest(b.from.States())
}

// share returns how many bytes the table of one worker may use. As long as runs
// are in memory they have the other half of it: when the tables are gone, the
// layer takes their place.
func (b *builder) share() int64 {
	if b.store.onDisk.Load() {
		return b.memory / int64(b.config.Workers)
	}
	return b.memory / 2 / int64(b.config.Workers)
}

// take takes the next parents from those to be expanded.
func (b *builder) take() (s span, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.todo) == 0 {
		return span{}, false
	}
	n := min(mostParents, max(1, b.from.States()/uint64(b.config.Workers*shares)))
	first := &b.todo[0]
	s = span{first.from, min(first.to, first.from+n)}
	if first.from = s.to; first.from == first.to {
		b.todo = b.todo[1:]
	}
	return s, true
}

// expandAll expands all parents, or those that are begun when the context ends,
// and returns the first error.
func (b *builder) expandAll(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	failures := make(chan error, b.config.Workers)
	var workers sync.WaitGroup
	for range b.config.Workers {
		workers.Go(func() {
			w := &worker{builder: b, expander: b.expander(), table: newTable(), stored: b.store.since}
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
