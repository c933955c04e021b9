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

// commitEvery is the time between two commits of a walk. A commit syncs the file a few times, which takes a few
// milliseconds on most disks, and workers do not wait for it.
const commitEvery = time.Second

// patience is how long a walk continues while another process keeps the file locked, as to merge millions of shards.
const patience = time.Minute

// mostCounted limits how many shards a walk counts to find how many are missing.
const mostCounted = 1_000_000

type walk struct {
	*Run    // guarded by storing, except for its space and store
	storing mutex
	peers   peers
	part    enum.Part
	shards  int    // how many the part has, at most mostCounted; 0 before they are counted
	index   uint32 // the number of this process among the run's contributors, 0 before it has stored anything

	mu      sync.Mutex
	pending []enum.Result // finished and not stored yet

	observing sync.Mutex
	observe   func(enum.Result)
}

// A mutex is a lock made of a channel. Tests run walks in the virtual time of testing/synctest, which passes only while
// all goroutines are blocked. Waiting for a channel counts as blocked, waiting for a sync.Mutex does not.
type mutex chan struct{}

func (m mutex) Lock()   { m <- struct{}{} }
func (m mutex) Unlock() { <-m }

func newWalk(r *Run) *walk {
	return &walk{Run: r, storing: make(mutex, 1), peers: peers{storedShards: newShardSet(r.contents.shards)}}
}

// Walk computes the shards of the run, or of the part in the plan, that are not stored yet. It stores each shard within
// two seconds, also if the context or an error ends the walk. If storing fails, Walk returns that error. It calls
// observe, if not nil, for each shard that this process or another one computes; the calls do not overlap.
//
// The error is db.ErrHeld if the file cannot be locked for a minute, and db.ErrReplaced if the path leads to another
// file or the run was deleted.
func (r *Run) Walk(ctx context.Context, p enum.Plan, observe func(enum.Result)) error {
	w := newWalk(r)
	w.part, w.observe = p.Part, observe

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := make(chan struct{})
	var failed error // of storing
	var committer sync.WaitGroup
	committer.Go(func() {
		failed = w.keepStoring(stop)
		if failed != nil {
			cancel()
		}
	})

	err := w.walkMissing(ctx, p)
	close(stop)
	committer.Wait()
	if failed == nil {
		failed = w.commit()
	}

	slices.SortFunc(r.contents.shards, func(a, b shard) int { return a.compare(b.id) })
	if failed != nil {
		return failed
	}
	return err
}

// walkMissing computes the shards that are not stored. At the end it comes back to delayed shards (see skip).
func (w *walk) walkMissing(ctx context.Context, p enum.Plan) error {
	p.Skip = w.peers.skip // called for each shard: leaves out those that are stored or delayed
	for {
		err := enum.Run(ctx, w.space, p, func(result enum.Result) error {
			w.mu.Lock()
			w.pending = append(w.pending, result)
			w.mu.Unlock()
			w.report(result)
			return nil
		})
		delayed := w.peers.delayed()
		if err != nil || !delayed {
			return err
		}

		// Learn which delayed shards other processes have stored meanwhile. The next round computes the others.
		if err := w.share(); err != nil {
			return err
		}
		w.peers.postpone(0) // the next round begins without delaying shards
	}
}

// report passes a result to observe, if that is set. The calls do not overlap.
func (w *walk) report(result enum.Result) {
	if w.observe == nil {
		return
	}
	w.observing.Lock()
	defer w.observing.Unlock()
	w.observe(result)
}

// keepStoring stores the computed shards about once a second until stop is closed. If another process keeps the file
// locked, it tries again at the next tick, for a minute.
func (w *walk) keepStoring(stop <-chan struct{}) error {
	tick := time.NewTicker(w.store.every)
	defer tick.Stop()
	stored := time.Now()
	for {
		select {
		case <-stop:
			return nil
		case <-tick.C:
		}

		err := w.share()
		if err == nil {
			stored = time.Now()
			continue
		}
		waits := errors.Is(err, db.ErrHeld) && time.Since(stored) < patience
		if !waits {
			return err
		}
	}
}

// share stores the computed shards, and then reads the shards that other processes have stored.
func (w *walk) share() error {
	if err := w.commit(); err != nil {
		return err
	}
	return w.refresh()
}

// commit stores all pending shards, or none if it fails. If another process has stored some of them before, both
// compute the same shards in the same order, so this process leaves a random number of the missing shards for the end.
func (w *walk) commit() error {
	w.storing.Lock()
	defer w.storing.Unlock()

	w.mu.Lock()
	pending := w.pending
	w.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}

	shards := make([]shard, len(pending))
	for i, result := range pending {
		p, err := encodeTally(result.Tally, result.Took)
		if err != nil {
			return err
		}
		shards[i] = shard{result.Shard.ID, p}
	}
	c, err := w.put(shards)
	if err != nil {
		return w.store.named(err)
	}

	// A transaction of another process since the last one of this walk may have stored shards.
	moved := c.run.id != w.id
	w.peers.unread = !c.created && (moved || c.at != w.at+1)
	if !w.peers.unread {
		w.at = c.at
	}
	w.id, w.header, w.index = c.run.id, c.run.header, c.index
	if c.contributors != nil {
		w.contents.contributors = c.contributors
	}
	if c.earlier != nil {
		w.contents.shards = c.earlier
	}

	w.mu.Lock()
	w.pending = w.pending[len(pending):]
	w.mu.Unlock()
	for i, result := range pending {
		if !w.peers.addOwn(result.Shard.ID) {
			continue
		}
		w.contents.shards = append(w.contents.shards, shards[i]) // Walk sorts them
		if err := w.contents.sum.add(result.Tally, result.Took); err != nil {
			return err
		}
	}

	if c.new < len(shards) {
		w.peers.postpone(rand.IntN(1 + w.missing()))
	}
	return nil
}

// A commit is the result of a transaction of a walk.
type commit struct {
	at           uint64    // the number of the transaction
	run          *snapshot // the run that holds the shards now
	created      bool      // the transaction created the run
	contributors *roster   // of the run, nil if they were not read again
	index        uint32    // the number of this process among the contributors
	earlier      []shard   // the earlier shards of the walk as another run holds them now, nil if the run is the same
	new          int       // how many of the committed shards were not stored before
}

// put stores shards that this process has computed, in one transaction. If another process has merged this run into
// another run, put stores them in the other run, together with the shards of w.contents that the other run lacks.
func (w *walk) put(shards []shard) (c commit, err error) {
	err = w.store.db.Update(func(tx *db.Tx) error {
		c = commit{at: tx.ID(), index: w.index}
		var err error
		c.run, c.created, err = w.here(tx)
		if err != nil {
			return err
		}

		moved := c.run.id != w.id
		if moved || c.index == 0 {
			c.contributors, err = readRoster(tx, c.run.id, nil, nil)
			if err != nil {
				return err
			}
			c.index, err = c.contributors.enlist(tx, c.run.id, w.store.contributor)
			if err != nil {
				return err
			}
		}

		if moved && !c.created {
			c.earlier, _, err = c.run.adopt(tx, c.contributors, &w.snapshot, w.contents.shards)
			if err != nil {
				return err
			}
		}

		for i := range shards {
			shards[i].payload = shards[i].withProvenance(Provenance{Contributor: c.index})
		}
		added, err := putShards(tx, c.run.id, c.run.header, shards)
		c.new = len(added)
		return cmp.Or(err, c.run.unsign(tx))
	})
	return c, err
}

// pendingSet returns the numbers of the shards that are computed and not yet stored.
func (w *walk) pendingSet() *ShardSet {
	w.mu.Lock()
	defer w.mu.Unlock()

	set := new(ShardSet)
	for _, result := range w.pending {
		set.Add(result.Shard.ID)
	}
	return set
}

// missing returns the number of shards of the walk's part that are not stored, out of the first mostCounted.
func (w *walk) missing() int {
	if w.shards == 0 { // the first call
		w.shards = countShards(w.space, w.part)
	}

	missing := w.shards
	for _, s := range w.contents.shards {
		if w.part.Contains(s.id) {
			missing--
		}
	}
	return max(missing, 0)
}

// countShards returns the number of shards in a part, at most mostCounted.
func countShards(space enum.Space, part enum.Part) (number int) {
	for s := range space.Shards() {
		if number == mostCounted {
			break
		}
		if part.Contains(s.ID) {
			number++
		}
	}
	return number
}
