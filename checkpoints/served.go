package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"iter"

	"enumerate/db"
	"enumerate/enum"
)

// The functions in this file are for the coordinator of package fleet, which distributes shards to workers. The
// coordinator decides which result of a shard is stored, and with which contributors, because workers may be malicious.

// ErrMoved is returned if another process has merged the run into another run.
var ErrMoved = errors.New("the run was merged into another run")

// Served returns the run for a coordinator; see Resume. Damage that Resume does not remove is an error.
func (s *Store) Served(k Key, space enum.Space) (*Run, error) {
	run, err := s.resume(k, space)
	if err != nil {
		return nil, s.named(err)
	}
	if damage := run.contents.damage; damage != nil {
		return nil, s.named(fmt.Errorf("%w; run without --resume to start a fresh run, which will replace this one", damage))
	}
	return run, nil
}

// ID returns the number of the run, 0 before anything is stored.
func (r *Run) ID() uint64 { return r.id }

// Contributors returns the contributors of the run as they were read. The first has the number 1.
func (r *Run) Contributors() []Contributor { return r.contents.contributors.list }

// Self describes this process as a contributor.
func (r *Run) Self() Contributor { return r.store.contributor }

// Drain yields the shards that were read, in ascending order, and frees the run's memory for them.
func (r *Run) Drain() iter.Seq[Entry] {
	list := r.contents.shards
	r.contents.shards = nil
	return func(yield func(Entry) bool) {
		for _, s := range list {
			e, _ := ReadEntry(s.id, s.payload) // cannot fail, because the payload was decoded when the run was read
			if !yield(e) {
				return
			}
		}
	}
}

// Refresh reads what other processes have stored in the run: the contributors, and the shards for which the argument
// `known` returns false. These shards are the next ones that Drain yields; shards that were read before and not yet
// yielded are dropped. The error is ErrMoved if another process has merged this run into another run.
func (r *Run) Refresh(known func(shard uint64) bool) error {
	list, _, err := r.unknownShards(known)
	if err != nil {
		return r.store.named(err)
	}
	for _, s := range list {
		if _, _, err := s.decode(len(r.header.Verdicts)); err != nil {
			return r.store.named(fmt.Errorf("run %d, shard %d: %w: %w", r.id, s.id, errRecord, err))
		}
	}
	r.contents.shards = list
	return nil
}

// Edit calls f, with the number of the run, in a transaction that changes the stored run. It creates the run if it is
// not stored yet, and removes its signature. The error is that of f, or ErrMoved if another process has merged the run
// into another run. After an error nothing is changed.
func (r *Run) Edit(f func(tx *db.Tx, run uint64) error) error {
	var own *snapshot
	err := r.store.db.Update(func(tx *db.Tx) error {
		var created bool
		var err error
		own, created, err = r.here(tx)
		if err != nil {
			return err
		}
		if !created && own.id != r.id {
			return ErrMoved
		}
		return cmp.Or(f(tx, own.id), own.unsign(tx))
	})
	if err != nil {
		return r.store.named(err)
	}
	r.id, r.header = own.id, own.header
	return nil
}

// Declare finishes the run after all of its shards were stored: it reads the whole run again, proves the sum, and
// stores it as the total. A sample is never finished, so Declare only checks that its shards are batches of the sample.
func (r *Run) Declare() error {
	key := r.header.Key
	return r.store.named(r.store.change(func(h Header) bool { return h.of(key) }, nil, func(c *change) error {
		own, err := r.locate(c.runs)
		if err != nil || own == nil { // own is nil if nothing of the run was stored, so there is nothing to finish
			return err
		}
		own.space = r.space
		if enum.IsSampling(key.Method) {
			return own.fits(false) // false: batches may be missing
		}
		if _, err := own.result(enum.Part{}); err != nil { // the result of the whole run is proved
			return err
		}
		return c.finish(own)
	}))
}
