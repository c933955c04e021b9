package checkpoints

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"enumerate/enum"
)

// Peers are other processes that store shards of a run while it is walked, as far as that is known.
type peers struct {
	behind bool      // they have stored something that was not read; guarded by walk.storing, as is rest
	rest   time.Time // what they store is not read before

	mu    sync.Mutex
	done  map[uint64]bool // shards that they have stored
	leave int             // shards to be left for later
	left  bool            // some were
}

// skip reports whether a shard is not to be done now: it is theirs, or left for later.
func (p *peers) skip(id uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done[id] {
		return true
	}
	if p.leave > 0 {
		p.leave--
		p.left = true
		return true
	}
	return false
}

// postpone has a number of shards left for later.
func (p *peers) postpone(shards int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave = shards
}

// again reports whether shards were left for later, since it was asked last.
func (p *peers) again() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	again := p.left
	p.left = false
	return again
}

// has reports whether they have stored a shard.
func (p *peers) has(id uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done[id]
}

// add takes shards that they have stored into account, and reports whether they are the first.
func (p *peers) add(found []enum.Result) (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if first = p.done == nil; first {
		p.done = make(map[uint64]bool)
	}
	for _, result := range found {
		p.done[result.Shard.ID] = true
	}
	return first
}

// refresh reads the shards that others have stored, if there are any. It takes little of
// the time: milliseconds for a hundred thousand shards, and then not soon again.
func (w *walk) refresh() error {
	w.storing.Lock()
	began := time.Now()
	if !w.peers.behind || began.Before(w.peers.rest) {
		w.storing.Unlock()
		return nil
	}
	found, err := w.readPeers()
	if damaged(err) {
		err = nil // which Finish finds and says
	}
	if err == nil && len(found) > 0 && w.peers.add(found) && w.remark != nil {
		w.remark("another process stores shards of this run too; they are left to it")
	}
	told := make(map[uint64]bool)
	w.mu.Lock()
	for _, result := range w.pending {
		told[result.Shard.ID] = true
	}
	w.mu.Unlock()
	w.peers.rest = time.Now().Add(50 * time.Since(began))
	w.storing.Unlock()
	for _, result := range found {
		if !told[result.Shard.ID] {
			w.tell(result)
		}
	}
	return err
}

// readPeers adds the shards that others have stored to those that are known, and returns them.
func (w *walk) readPeers() (found []enum.Result, err error) {
	left := w.ids()
	theirs, at, err := w.news(func(id uint64) bool {
		for len(left) > 0 && left[0] < id {
			left = left[1:]
		}
		return len(left) > 0 && left[0] == id
	})
	if errors.Is(err, ErrMoved) {
		return nil, nil // the next commit sees to it
	}
	if err != nil {
		return nil, w.store.named(err)
	}
	sum := newSum(len(w.header.Verdicts))
	for _, s := range theirs {
		tally, took, err := s.decode(len(w.header.Verdicts))
		if err != nil {
			return nil, fmt.Errorf("run %d, shard %d: %w: %w", w.id, s.id, errRecord, err)
		}
		if err := sum.add(tally, took); err != nil {
			return nil, fmt.Errorf("run %d: %w", w.id, err)
		}
		found = append(found, enum.Result{Shard: enum.Shard{ID: s.id}, Tally: tally, Took: took})
	}
	w.stored.shards = append(w.stored.shards, theirs...) // Walk sorts them
	w.stored.sum.merge(sum)
	w.at, w.peers.behind = at, false
	return found, nil
}
