package layers

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errInterrupted ends the reading of parents when the context has ended.
var errInterrupted = errors.New("interrupted")

// A worker expands parents into a table of its own.
type worker struct {
	*builder
	expander Expander
	table    *table
	cover    cover  // the parents whose children are in the table
	dead     Weight // that died with them
	stored   time.Time
}

// work expands parents until there are none, or the context ends, which is no
// error, and stores what is finished. After an error the table may hold a part of
// the children of a parent, and is not stored.
func (w *worker) work(ctx context.Context) error {
	for ctx.Err() == nil {
		s, ok := w.take()
		if !ok {
			break
		}
		at := s.from
		err := w.from.Each(s.from, s.to, func(key []byte, weight Weight) error {
			if err := w.expand(at, key, weight); err != nil {
				return fmt.Errorf("layer %s: parent %d: %w", w.store.header.name, at, err)
			}
			at++
			old := w.config.Dir != "" && time.Since(w.stored) >= w.config.Every
			if old || w.table.full(w.share()) {
				if err := w.put(ctx, old); err != nil {
					return err
				}
			}
			if ctx.Err() != nil {
				return errInterrupted
			}
			return nil
		})
		if err != nil && err != errInterrupted {
			return err
		}
	}
	return w.put(ctx, ctx.Err() != nil)
}

// expand expands the parent at a position.
func (w *worker) expand(at uint64, key []byte, weight Weight) error {
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
	w.cover = w.cover.add(at)
	w.meter.expanded.Add(1)
	w.meter.emitted.Add(t.emitted - emitted)
	w.meter.stored.Add(int64(t.count - states))
	w.meter.bytes.Add(t.bytes() - size)
	return nil
}

// put stores the table and empties it.
func (w *worker) put(ctx context.Context, urgent bool) error {
	if err := w.store.put(ctx, w.table, w.dead, w.cover, urgent); err != nil {
		return err
	}
	size := w.table.bytes()
	w.table.reset(w.share())
	w.meter.bytes.Add(w.table.bytes() - size)
	w.cover, w.dead = w.cover[:0], Weight{}
	if w.store.onDisk.Load() {
		w.stored = time.Now()
	}
	return nil
}
