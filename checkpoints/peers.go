package checkpoints

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"enumerate/enum"
)

// Peers are the other processes that store shards of a run while this one walks it.
type peers struct {
	// Guarded by walk.storing:
	unread   bool      // the peers have stored something that this process has not read
	nextRead time.Time // the next read of the peers' shards is not before this time

	// Guarded by mu. The set is changed only while walk.storing is held, too.
	mu           sync.Mutex
	active       bool      // a peer has stored a shard during this walk
	storedShards *ShardSet // the shards that this process knows to be stored, by itself and by peers
	delay        int       // how many of the next missing shards to delay
	again        bool      // a shard was delayed
}

// skip reports whether the walk must not compute shard id now: it is stored already, or delayed. Processes that compute
// the shards of one run in the same order each delay some missing shards until the end of the walk, so that they rarely
// compute the same ones.
func (p *peers) skip(id uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.storedShards.Has(id) {
		return true
	}
	if p.delay == 0 {
		return false
	}
	p.delay--      // one less of the next missing shards to delay
	p.again = true // the walk must come back
	return true
}

// postpone makes skip delay the given number of the next missing shards.
func (p *peers) postpone(shards int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = shards
}

// delayed reports whether skip has delayed a shard since the last call.
func (p *peers) delayed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()

	again := p.again
	p.again = false
	return again
}

func (p *peers) has(id uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.storedShards.Has(id)
}

// addOwn records a shard that this process has stored, and reports whether it is new.
func (p *peers) addOwn(id uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.storedShards.Add(id)
}

// addTheirs records shards that other processes have stored, and reports whether this walk had found no such shards
// before.
func (p *peers) addTheirs(found []enum.Result) (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()

	first = !p.active
	p.active = true
	for _, result := range found {
		p.storedShards.Add(result.Shard.ID)
	}
	return first
}

// refresh reads the shards that other processes have stored since the last call. Reading 100,000 shards takes
// milliseconds. After each read, refresh does nothing for 50 times as long, so it takes at most about 2 % of the time.
func (w *walk) refresh() error {
	w.storing.Lock()
	began := time.Now()
	if !w.peers.unread || began.Before(w.peers.nextRead) {
		w.storing.Unlock()
		return nil
	}

	found, err := w.readPeers()
	if damaged(err) {
		err = nil // the walk goes on, because Finish reports damaged records
	}
	if err == nil && len(found) > 0 && w.peers.addTheirs(found) && w.remark != nil {
		w.remark("another process stores shards of this run too; this one leaves them out")
	}

	pending := w.pendingSet()
	w.peers.nextRead = time.Now().Add(50 * time.Since(began))
	w.storing.Unlock()

	// Pending shards were computed by this process too, and reported then.
	for _, result := range found {
		if !pending.Has(result.Shard.ID) {
			w.report(result)
		}
	}
	return err
}

// readPeers adds the shards that other processes have stored to the run in memory, and returns them. It does nothing if
// the run was merged into another run meanwhile.
func (w *walk) readPeers() (found []enum.Result, err error) {
	theirs, at, err := w.unknownShards(w.peers.storedShards.Has)
	if errors.Is(err, ErrMoved) {
		return nil, nil // the next commit finds the run
	}
	if err != nil {
		return nil, w.store.named(err)
	}

	// An error must leave the run in memory unchanged.
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

	w.contents.shards = append(w.contents.shards, theirs...) // Walk sorts them
	w.contents.sum.merge(sum)
	w.at = at
	w.peers.unread = false
	return found, nil
}
