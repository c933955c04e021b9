package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// What follows is for whoever decides by itself what is stored of each shard, and by whom: package fleet, whose
// workers may be wrong.

// ErrMoved is the error of a run that is not stored where it was: another process has joined it with another one.
var ErrMoved = errors.New("the run is another one now")

// A Provenance says who made a shard, and who has confirmed it: by their numbers among the run's contributors, 0 for nobody
// that is known.
type Provenance struct{ Contributor, Confirmer uint32 }

// An Entry is a stored shard.
type Entry struct {
	Shard uint64
	Provenance
	Took  time.Duration
	Tally []byte // as enum.Tally encodes it
}

// NewEntry returns a shard without a contributor, or an error if its tally has more than may be stored. The tally is encoded already,
// as encoded: a caller that has received it does not encode it again.
func NewEntry(shard uint64, tally *enum.Tally, encoded []byte, took time.Duration) (Entry, error) {
	e := Entry{Shard: shard, Took: max(took, 0), Tally: encoded}
	return e, payload(e.Encode()).fits(tally)
}

// ReadEntry returns what is stored of a shard.
func ReadEntry(shard uint64, data []byte) (Entry, error) {
	who, took, tally, err := payload(data).split()
	return Entry{shard, who, took, tally}, err
}

// Encode returns what is to be stored.
func (e Entry) Encode() []byte { return encodePayload(e.Provenance, e.Took, e.Tally) }

// Served returns the run that is resumed, as Resume does.
func (s *Store) Served(k Key, space enum.Space) (*Run, error) {
	run, err := s.resume(k, space)
	if err == nil && run.stored.damage != nil {
		err = fmt.Errorf("%w; without --resume a fresh run takes its place", run.stored.damage)
	}
	return run, s.named(err)
}

// ID returns the number of the run, 0 before anything is stored.
func (r *Run) ID() uint64 { return r.id }

// Contributors returns the contributors of the run as they were read. The first has the number 1.
func (r *Run) Contributors() []Contributor { return r.stored.contributors.list }

// Self returns the contributor that this process is.
func (r *Run) Self() Contributor { return r.store.contributor }

// Drain returns the shards that were read, in ascending order, and forgets them.
func (r *Run) Drain() iter.Seq[Entry] {
	list := r.stored.shards
	r.stored.shards = nil
	return entries(list)
}

// Entries returns the shards, in ascending order.
func (s Summary) Entries() iter.Seq[Entry] { return entries(s.stored.shards) }

func entries(list []shard) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, s := range list {
			e, _ := ReadEntry(s.id, s.payload) // it was read before
			if !yield(e) {
				return
			}
		}
	}
}

// Refresh reads the contributors again, and the shards that are not known. It fails with ErrMoved.
func (r *Run) Refresh(known func(shard uint64) bool) error {
	list, _, err := r.news(known)
	for _, s := range list {
		if _, _, err := s.decode(len(r.header.Verdicts)); err != nil {
			return r.store.named(fmt.Errorf("run %d, shard %d: %w: %w", r.id, s.id, errRecord, err))
		}
	}
	r.stored.shards = list
	return r.store.named(err)
}

// Edit changes what is stored of the run in one transaction, of which f is told the number of the run. What has been signed
// is not signed any more. It fails with ErrMoved.
func (r *Run) Edit(f func(tx *db.Tx, run uint64) error) error {
	var own *record
	err := r.store.db.Update(func(tx *db.Tx) (err error) {
		var created bool
		if own, created, err = r.here(tx); err == nil && !created && own.id != r.id {
			err = ErrMoved
		}
		if err != nil {
			return err
		}
		return cmp.Or(f(tx, own.id), own.unsign(tx))
	})
	if err == nil {
		r.id, r.header = own.id, own.header
	}
	return r.store.named(err)
}

// Declare reads all that is stored once more, proves it, and marks the run as finished; a sample is never finished. Interrupted, it
// can be called again.
func (r *Run) Declare() error {
	key := r.header.Key
	return r.store.named(r.store.change(func(h Header) bool { return h.of(key) }, nil, func(c *change) error {
		own, err := r.locate(c.runs)
		if err != nil || own == nil {
			return err
		}
		if own.space = r.space; enum.IsSampling(key.Method) {
			return own.fits(false)
		}
		if _, err := own.result(enum.Part{}); err != nil {
			return err
		}
		return c.finish(own)
	}))
}
