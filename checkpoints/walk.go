package checkpoints

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// commitEvery is how long a finished shard waits at most before it is stored.
// Storing takes a few syncs, some milliseconds on most disks, well under 2% of
// that; workers do not wait for it.
const commitEvery = time.Second

// patience is how long a walk goes on while another process does not let it store, as one
// does that merges many millions of shards.
const patience = time.Minute

// A walk does shards of a run and stores them as they are finished.
type walk struct {
	*Run    // guarded by storing, but for its space and store
	storing mutex
	peers   peers
	part    enum.Part
	shards  int    // of the part, at most a million; 0 if they have not been counted
	index   uint32 // of this process among the run's contributors, 0 before it has stored anything

	mu      sync.Mutex
	pending []enum.Result // that are not stored yet

	telling sync.Mutex
	observe func(enum.Result)
}

// A mutex is a lock that one goroutine holds. Unlike a sync.Mutex it may be waited for in a bubble of testing/synctest
// while its holder sleeps, as one does that waits for the lock of the file.
type mutex chan struct{}

func (m mutex) Lock()   { m <- struct{}{} }
func (m mutex) Unlock() { <-m }

func newWalk(r *Run) *walk { return &walk{Run: r, storing: make(mutex, 1)} }

// Walk does the shards of the plan's part that are not stored yet, and stores each
// within two seconds of being finished. Whatever ends it, the context or an error, the
// shards finished by then are stored; an error of storing comes before any other.
// observe, if not nil, is told of each shard, from one goroutine at a time; also of those that
// other processes store meanwhile, which are left out.
//
// If the file cannot be locked for a minute that is db.ErrHeld, if it is no longer the one that
// was opened, or the run is gone, db.ErrReplaced. What was stored before is kept.
func (r *Run) Walk(ctx context.Context, p enum.Plan, observe func(enum.Result)) error {
	w := newWalk(r)
	w.part, w.observe = p.Part, observe
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := make(chan struct{})
	var failed error // of storing; the run is over then
	var committer sync.WaitGroup
	committer.Go(func() {
		if failed = w.keepStoring(stop); failed != nil {
			cancel()
		}
	})
	var err error
	for again := true; again && err == nil; {
		w.storing.Lock()
		done := r.ids()
		w.storing.Unlock()
		p.Done = func(id uint64) bool {
			_, found := slices.BinarySearch(done, id)
			return found || w.peers.skip(id)
		}
		err = enum.Run(ctx, r.space, p, func(result enum.Result) error {
			w.mu.Lock()
			w.pending = append(w.pending, result)
			w.mu.Unlock()
			w.tell(result)
			return nil
		})
		if again = w.peers.again(); again && err == nil {
			err = w.share()
			w.peers.postpone(0)
		}
	}
	close(stop)
	committer.Wait()
	if failed == nil {
		failed = w.commit()
	}
	slices.SortFunc(r.stored.shards, func(a, b shard) int { return a.compare(b.id) })
	if failed != nil {
		return failed
	}
	return err
}

func (w *walk) tell(result enum.Result) {
	if w.observe == nil {
		return
	}
	w.telling.Lock()
	defer w.telling.Unlock()
	w.observe(result)
}

// keepStoring stores what there is once a second until it is stopped.
func (w *walk) keepStoring(stop <-chan struct{}) error {
	tick := time.NewTicker(w.store.every)
	defer tick.Stop()
	stored := time.Now()
	for {
		select {
		case <-tick.C:
			if err := w.share(); err == nil {
				stored = time.Now()
			} else if !errors.Is(err, db.ErrHeld) || time.Since(stored) >= patience {
				return err
			}
		case <-stop:
			return nil
		}
	}
}

// share commits, and reads what others have stored meanwhile.
func (w *walk) share() error {
	if err := w.commit(); err != nil {
		return err
	}
	return w.refresh()
}

// commit stores the pending shards, all or none of them. If the run is no longer there, because
// another process has joined it with another of the same shards, they are stored in that, and all
// that was stored of it before.
//
// Where another process has stored the same shards before, its workers and ours are doing the
// same ones in the same order. Ours then leave some for later, of those that are missing, as
// many as chance says, and do the ones after them.
func (w *walk) commit() error {
	w.storing.Lock()
	defer w.storing.Unlock()
	w.mu.Lock()
	pending := w.pending
	w.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}
	added := make([]shard, len(pending))
	for i, result := range pending {
		p, err := encodeTally(result.Tally, result.Took)
		if err != nil {
			return err
		}
		added[i] = shard{result.Shard.ID, p}
	}
	var own *record
	var at uint64
	var contributors *roster // of the run, where they are read
	var moved, new []shard
	index := w.index
	var created bool
	err := w.store.db.Update(func(tx *db.Tx) (err error) {
		at = tx.ID()
		if own, created, err = w.here(tx); err != nil {
			return err
		}
		if own.id != w.id || index == 0 {
			if contributors, err = readRoster(tx, own.id, nil, nil); err != nil {
				return err
			}
			if index, err = contributors.enlist(tx, own.id, w.store.contributor); err != nil {
				return err
			}
		}
		if own.id != w.id && !created {
			if moved, _, err = own.adopt(tx, contributors, &w.record, w.stored.shards); err != nil {
				return err
			}
		}
		for i := range added {
			added[i].payload = added[i].by(Provenance{Contributor: index})
		}
		new, err = putShards(tx, own.id, own.header, added)
		return cmp.Or(err, own.unsign(tx))
	})
	if err != nil {
		return w.store.named(err)
	}
	if w.peers.behind = !created && (own.id != w.id || at != w.at+1); !w.peers.behind {
		w.at = at
	}
	w.id, w.header, w.index = own.id, own.header, index
	if contributors != nil {
		w.stored.contributors = contributors
	}
	if moved != nil {
		w.stored.shards = moved
	}
	w.mu.Lock()
	w.pending = w.pending[len(pending):]
	w.mu.Unlock()
	for i, result := range pending {
		if !w.peers.has(result.Shard.ID) {
			w.stored.shards = append(w.stored.shards, added[i]) // Walk sorts them
			if err := w.stored.sum.add(result.Tally, result.Took); err != nil {
				return err
			}
		}
	}
	if len(new) < len(added) {
		w.peers.postpone(rand.IntN(1 + w.left()))
	}
	return nil
}

// left returns how many shards of the part are not stored, of its first million.
func (w *walk) left() int {
	if w.shards == 0 {
		for s := range w.space.Shards() {
			if w.part.Contains(s.ID) {
				w.shards++
			}
			if w.shards == 1e6 {
				break
			}
		}
	}
	left := w.shards
	for _, s := range w.stored.shards {
		if w.part.Contains(s.id) {
			left--
		}
	}
	return max(left, 0)
}
