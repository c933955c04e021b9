package fleet

import (
	"enumerate/checkpoints"
	"enumerate/enum"
)

// A local is the queue of shards that the coordinator computes itself, one after the other. A shard stays in the queue
// even if a worker sends its result in the meantime: the coordinator's own result then verifies it.
type local struct {
	walk            func(enum.Shard)      // begins a shard
	walking         bool                  // a shard is being computed
	waiting         []enum.Shard          // shards that are not begun, in the order in which they came
	pending         map[uint64]enum.Shard // shards that wait, are being computed, or are not stored yet
	unstoredResults []*entry              // results that are not stored yet, in the order in which they came
	storedShards    checkpoints.ShardSet  // shards whose results were stored since the start
}

func newLocal(walk func(enum.Shard)) *local {
	return &local{walk: walk, pending: make(map[uint64]enum.Shard)}
}

// compute has the coordinator compute a shard, unless it has already done so since the start.
func (l *local) compute(shard enum.Shard) {
	if !l.isPending(shard.ID) && !l.storedShards.Has(shard.ID) {
		l.pending[shard.ID] = shard
		l.waiting = append(l.waiting, shard)
	}
	l.begin()
}

// recompute has the coordinator compute a shard, even if it has done so before: the stored result may have been
// discarded since.
func (l *local) recompute(shard enum.Shard) {
	l.storedShards.Remove(shard.ID)
	l.compute(shard)
}

// begin begins the next shard, unless one is being computed.
func (l *local) begin() {
	if l.walking || len(l.waiting) == 0 {
		return
	}
	l.walking = true
	next := l.waiting[0]
	l.walk(next)
	l.waiting = l.waiting[1:]
}

// takeResult takes the result of the shard that was begun last, and keeps it until it is stored.
func (l *local) takeResult(e *entry) {
	l.walking = false
	l.unstoredResults = append(l.unstoredResults, e)
}

func (l *local) first() *entry {
	if len(l.unstoredResults) == 0 {
		return nil
	}
	return l.unstoredResults[0]
}

// removeFirst removes the first result, which was stored, and returns its shard.
func (l *local) removeFirst() enum.Shard {
	id := l.unstoredResults[0].Shard.ID
	shard := l.pending[id]
	l.unstoredResults = l.unstoredResults[1:]
	delete(l.pending, id)
	l.storedShards.Add(id)
	return shard
}

func (l *local) busy() bool { return len(l.waiting) > 0 }

// isPending reports whether the coordinator is to compute a shard, or to store its result.
func (l *local) isPending(shard uint64) bool {
	_, pending := l.pending[shard]
	return pending
}

func (l *local) pendingShards() int { return len(l.pending) }

func (l *local) hasComputed(shard uint64) bool { return l.storedShards.Has(shard) }
