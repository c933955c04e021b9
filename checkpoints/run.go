package checkpoints

import (
	"context"
	"fmt"
	"sync"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// commitEvery is how long a finished shard waits at most before it is stored.
// Storing takes a few syncs, some milliseconds on most disks, well under 2% of
// that; workers do not wait for it.
const commitEvery = time.Second

// A Run is a run being walked.
type Run struct {
	store  *Store
	space  enum.Space
	id     uint64 // 0 before anything is stored
	header Header

	ahead lookahead

	mu      sync.Mutex
	pending []enum.Result
	failed  error // of storing; the run cannot go on
}

// ID returns the run's number in its database, 0 before anything of it is stored.
func (r *Run) ID() uint64 { return r.id }

// Walk walks the shards of the plan's part that are not stored yet, and stores
// each within two seconds of being finished. Whatever ends the walk, the context
// or an error, the shards finished by then are stored; an error of storing comes
// before any other. observe, if not nil, is told of each shard, from one
// goroutine at a time.
func (r *Run) Walk(ctx context.Context, p enum.Plan, observe func(enum.Result)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	stop := make(chan struct{})
	var committer sync.WaitGroup
	committer.Go(func() {
		tick := time.NewTicker(commitEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if err := r.commit(); err != nil {
					cancel() // it is found again below
					return
				}
			case <-stop:
				return
			}
		}
	})

	p.Done = r.done
	r.ahead = lookahead{batch: lookaheadBatch}
	err := enum.Run(ctx, r.space, p, func(result enum.Result) error {
		r.mu.Lock()
		r.pending = append(r.pending, result)
		r.mu.Unlock()
		if observe != nil {
			observe(result)
		}
		return nil
	})
	close(stop)
	committer.Wait()
	if failed := r.commit(); failed != nil {
		return failed
	}
	return err
}

// commit stores the pending shards, all or none of them. Once that has failed it
// fails always. It is called from one goroutine at a time.
func (r *Run) commit() error {
	r.mu.Lock()
	id, failed, pending := r.id, r.failed, r.pending
	r.pending = nil
	r.mu.Unlock()
	if failed != nil || len(pending) == 0 {
		return failed
	}
	err := r.store.db.Update(func(tx *db.Tx) error {
		if id == 0 {
			header, err := r.header.encode()
			if err != nil {
				return err
			}
			if id, err = tx.CreateRun(header); err != nil {
				return err
			}
		}
		for _, result := range pending {
			payload, err := encodeTally(result.Tally, result.Took)
			if err != nil {
				return err
			}
			if err := tx.PutShard(id, result.Shard.ID, payload); err != nil {
				return err
			}
		}
		return nil
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.id = id
	}
	r.failed = err
	return err
}

// Sum returns what the stored shards of a part come to.
func (r *Run) Sum(part enum.Part) (Sum, error) {
	sum := newSum(len(r.header.Verdicts))
	if r.id == 0 {
		return sum, nil
	}
	err := r.store.db.View(func(tx *db.Tx) error {
		var err error
		sum, err = sumShards(tx, r.id, r.header, part.Contains)
		return err
	})
	if damaged(err) {
		err = fmt.Errorf("%w; without --resume a fresh run takes its place", err)
	}
	return sum, err
}
