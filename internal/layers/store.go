package layers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"enumerate/internal/file"
)

const (
	// fanIn is how many runs are merged at once: as many open files, and a
	// block of memory for each.
	fanIn = 256
	// crowded is how many times as large as the largest run all runs may
	// become before they are merged. Every state is then read and written a
	// fixed number of times, and the disk holds that many layers at most.
	crowded = 4
)

// A store keeps the runs of a layer being made, in memory as long as they fit
// and are young, and merges them.
type store struct {
	dir    string // "" if there are no files
	header header // of the runs
	limit  int64  // bytes for the runs in memory
	since  time.Time
	meter  *meter

	onDisk  atomic.Bool // runs go to files
	mu      sync.Mutex
	runs    []*run
	number  uint64 // of the run file made last
	merging bool   // somebody merges all runs
}

// put stores what a table holds, which parents that comes from, and the weight
// that died with them. It goes to a file if urgent. The table must be reset
// then.
func (s *store) put(ctx context.Context, t *table, dead Weight, c cover, urgent bool) error {
	if len(c) == 0 {
		return nil
	}
	if urgent && s.dir != "" {
		s.onDisk.Store(true)
	}
	r, err := s.write(totals{t.weight, t.emitted, dead, slices.Clone(c)}, func(w *writer) error {
		return t.sorted(w.add)
	})
	if err != nil {
		return err
	}
	s.meter.bytes.Add(r.size)
	s.keep(r)
	return s.settle(ctx)
}

// keep adds runs.
func (s *store) keep(runs ...*run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs = append(s.runs, runs...)
	inMemory, _ := bytesOf(s.inMemory())
	if s.dir != "" && inMemory > s.limit {
		s.onDisk.Store(true)
	}
}

// inMemory returns the runs in memory.
func (s *store) inMemory() []*run {
	var runs []*run
	for _, r := range s.runs {
		if r.path == "" {
			runs = append(runs, r)
		}
	}
	return runs
}

// settle brings the runs to where they belong, and merges them when they are
// many, or large beside the largest.
func (s *store) settle(ctx context.Context) error {
	for {
		late, all := s.due()
		switch {
		case late != nil:
			// This is finished work: an end of the context is why it is stored.
			if err := s.combine(context.WithoutCancel(ctx), late); err != nil {
				return err
			}
		case all != nil:
			err := s.combine(ctx, all)
			s.mu.Lock()
			s.merging = false
			s.mu.Unlock()
			if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
				return nil // these stay what they are
			}
			if err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// due takes away and returns the runs in memory that should be in files, or, if
// there are none, all runs if they are to be merged.
func (s *store) due() (late, all []*run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.onDisk.Load() {
		if late = s.inMemory(); len(late) > 0 {
			s.take(late)
			return late, nil
		}
	}
	bytes, largest := bytesOf(s.runs)
	if s.merging || len(s.runs) < fanIn && (bytes <= crowded*largest || bytes <= s.limit) {
		return nil, nil
	}
	all = slices.Clone(s.runs[:min(len(s.runs), fanIn)])
	s.take(all)
	s.merging = true
	return nil, all
}

// take removes runs from those kept.
func (s *store) take(runs []*run) {
	s.runs = slices.DeleteFunc(s.runs, func(r *run) bool { return slices.Contains(runs, r) })
}

// combine makes one run of several that were taken, and keeps it instead.
func (s *store) combine(ctx context.Context, runs []*run) (err error) {
	defer func() {
		if err != nil {
			s.keep(runs...)
		}
	}()
	t, err := sum(runs)
	if err != nil {
		return fmt.Errorf("%s: %w", s.header.name, err)
	}
	var r *run
	err = opened(runs, func(layers []*Layer) error {
		r, err = s.write(t, func(w *writer) error {
			return merge(w, layers, func(uint64) error { return ctx.Err() })
		})
		return err
	})
	if err != nil {
		return err
	}
	if err := s.remove(runs); err != nil {
		return err
	}
	before, _ := bytesOf(runs)
	s.meter.bytes.Add(r.size - before)
	s.meter.stored.Add(int64(r.states))
	for _, r := range runs {
		s.meter.stored.Add(-int64(r.states))
	}
	s.keep(r)
	return nil
}

// remove removes the files of runs.
func (s *store) remove(runs []*run) error {
	for _, r := range runs {
		if r.path == "" {
			continue
		}
		if err := os.Remove(r.path); err != nil {
			return file.Failed(r.path, "remove it", err)
		}
	}
	return nil
}

// write makes a run.
func (s *store) write(t totals, fill func(*writer) error) (*run, error) {
	path := ""
	if s.onDisk.Load() {
		s.mu.Lock()
		s.number++
		path = runPath(s.dir, s.header.name, s.number)
		s.mu.Unlock()
	}
	l, err := s.make(path, s.header, t, fill)
	if err != nil {
		return nil, err
	}
	return runOf(l)
}

// make makes a run or a layer, in the file at path or, if that is "", in memory.
// The states that fill writes must have the totals t.
func (s *store) make(path string, h header, t totals, fill func(*writer) error) (*Layer, error) {
	all := func(out io.Writer) error {
		w, err := newWriter(out, h)
		if err != nil {
			return err
		}
		if err := fill(w); err != nil {
			return err
		}
		if w.weight != t.weight {
			return fmt.Errorf("%w: states of weight %v were emitted, %v are stored", ErrMismatch, t.weight, w.weight)
		}
		return w.finish(t.emitted, t.dead, t.cover)
	}
	if path != "" {
		if err := file.Write(path, all); err != nil {
			return nil, s.named(err)
		}
		return open(path)
	}
	m := new(memory)
	if err := all(m); err != nil {
		return nil, s.named(err)
	}
	l, err := read(m, m.size)
	if err != nil {
		return nil, s.named(err)
	}
	l.since = s.since
	return l, nil
}

// named puts the name of the layer before an error that names no file.
func (s *store) named(err error) error {
	var fault *file.Error
	if errors.As(err, &fault) && fault.Subject != "" {
		return err
	}
	return fmt.Errorf("%s: %w", s.header.name, err)
}

// save puts all runs into files.
func (s *store) save() error {
	if s.dir == "" {
		return nil
	}
	s.onDisk.Store(true)
	s.mu.Lock()
	late := s.inMemory()
	s.take(late)
	s.mu.Unlock()
	if len(late) == 0 {
		return nil
	}
	return s.combine(context.Background(), late)
}

// finish merges all runs into the layer, in a file if runs go to files.
func (s *store) finish(ctx context.Context) (*Layer, error) {
	for len(s.runs) > fanIn {
		// No more than it takes, and the smallest.
		slices.SortFunc(s.runs, func(a, b *run) int {
			if a.size < b.size {
				return -1
			}
			return 1
		})
		some := slices.Clone(s.runs[:min(fanIn, len(s.runs)-fanIn+1)])
		s.take(some)
		if err := s.combine(ctx, some); err != nil {
			return nil, err
		}
	}
	t, err := sum(s.runs)
	if err != nil {
		return nil, s.named(err)
	}
	parents := s.header.origin.states
	if rest := t.cover.rest(parents); len(rest) > 0 {
		return nil, s.named(fmt.Errorf("%w: of %d parents %d were expanded, not the one at %d", ErrMismatch, parents, t.cover.size(), rest[0].from))
	}
	path := ""
	if s.onDisk.Load() {
		path = layerPath(s.dir, s.header.name)
	}
	h := s.header
	h.kind = layerKind
	var l *Layer
	err = opened(s.runs, func(runs []*Layer) error {
		l, err = s.make(path, h, t, func(w *writer) error {
			return merge(w, runs, func(states uint64) error {
				s.meter.merged.Add(states)
				return ctx.Err()
			})
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := s.remove(s.runs); err != nil {
		l.Close()
		return nil, err
	}
	s.runs = nil
	return l, nil
}
