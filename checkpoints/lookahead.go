package checkpoints

import (
	"errors"

	"enumerate/db"
)

// A lookahead holds the ids of stored shards, a batch at a time: asked in
// ascending order, it needs neither the memory for all of them nor a transaction
// that stays open during a walk. A shard stored after its batch was read is one
// that was asked for before.
type lookahead struct {
	batch int
	ids   []uint64
	until uint64 // ids below are known
	all   bool   // there are no others
}

const lookaheadBatch = 4096

// done reports whether a shard is stored. It is asked in ascending order.
func (r *Run) done(shard uint64) (bool, error) {
	r.mu.Lock()
	id := r.id
	r.mu.Unlock()
	if id == 0 {
		return false, nil
	}
	a := &r.ahead
	if shard >= a.until && !a.all {
		a.ids = a.ids[:0]
		err := r.store.db.View(func(tx *db.Tx) error {
			return tx.ShardsFrom(id, shard, func(stored uint64, _ []byte) error {
				if len(a.ids) == a.batch {
					return errBatch
				}
				a.ids = append(a.ids, stored)
				a.until = stored + 1
				return nil
			})
		})
		if err != nil && !errors.Is(err, errBatch) {
			return false, err
		}
		a.all = err == nil
	}
	for len(a.ids) > 0 && a.ids[0] < shard {
		a.ids = a.ids[1:]
	}
	return len(a.ids) > 0 && a.ids[0] == shard, nil
}

var errBatch = errors.New("the batch is full")
