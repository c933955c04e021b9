package fleet

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"time"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
)

// A ledger stores what is done of a run: a stored run, or what stands for one. It decides nothing.
type ledger interface {
	// read reads what is stored of the shards that are not known; of all if the run is another one by now.
	read(known func(shard uint64) bool) (stored, error)
	// write stores a turn, or nothing of it. If the run is not as the turn has it because others have stored
	// something, that is errOthers, or checkpoints.ErrMoved if what they have stored took the place of something.
	write(*turn) error
	// finish marks the run as finished, once what is stored of it is proved.
	finish() error
}

// errOthers is the error of a turn that others were faster than.
var errOthers = errors.New("others have stored something")

// stored is what a ledger has.
type stored struct {
	name   string              // of the run
	all    bool                // whatever was known
	self   checkpoints.Maker   // this process
	makers []checkpoints.Maker // the first has the number 1
	shards iter.Seq[checkpoints.Entry]
}

// A turn is what is to be stored in one transaction.
type turn struct {
	makers int                 // how many there are already
	new    []checkpoints.Maker // that follow them
	banned *checkpoints.Maker  // who is from now on
	number uint32              // of that one
	edits  []edit
	hash   func(tally []byte) uint32
}

// An edit is what is different of one shard.
type edit struct {
	was, now known
	// A tally that was not stored before, or that is to be the stored one; of an edit that is about makers only it is nil.
	checkpoints.Entry
	tally *enum.Tally // the same
	gone  *enum.Tally // which write has deleted
}

// A storedRun is a ledger in a database.
type storedRun struct {
	store *checkpoints.Store
	key   checkpoints.Key
	space enum.Space
	self  string           // names this coordinator: see checkpoints.Maker
	run   *checkpoints.Run // nil before it is read
}

func (l *storedRun) read(known func(uint64) bool) (in stored, err error) {
	if l.run != nil {
		err = l.run.Refresh(known)
	}
	if in.all = l.run == nil || errors.Is(err, checkpoints.ErrMoved); in.all {
		var run *checkpoints.Run
		if run, err = l.store.Served(l.key, l.space); err == nil {
			l.run = run
		}
	}
	if err != nil {
		return in, err
	}
	in.name = fmt.Sprintf("%s: run %d, a %v", l.store.Path(), l.run.ID(), l.key)
	in.self, in.makers, in.shards = l.run.Self(), l.run.Makers(), l.run.Drain()
	in.self.Coordinator, in.self.Started = l.self, time.Now().UTC().Truncate(time.Second)
	return in, nil
}

func (l *storedRun) write(t *turn) error {
	return l.run.Edit(func(tx *db.Tx, run uint64) error {
		for i, m := range t.new {
			data, err := m.Encode()
			if err != nil {
				return err
			}
			number, err := tx.AddMaker(run, data)
			switch {
			case err != nil:
				return err
			case number != uint64(t.makers+i+1):
				return errOthers
			case number > checkpoints.MostMakers:
				return fmt.Errorf("%d have made shards of the run, and no more can", number-1)
			}
		}
		if t.banned != nil {
			data, err := t.banned.Encode()
			if err != nil {
				return err
			}
			if err := tx.PutMaker(run, uint64(t.number), data); err != nil {
				return err
			}
		}
		for i := range t.edits {
			if err := t.store(tx, run, &t.edits[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// store stores one edit.
func (t *turn) store(tx *db.Tx, run uint64, e *edit) error {
	data, found, err := tx.Shard(run, e.Shard)
	switch {
	case err != nil:
		return err
	case found && e.was.maker == 0:
		return errOthers
	case !found && e.was.maker != 0:
		return checkpoints.ErrMoved
	}
	entry := e.Entry
	if found {
		there, err := checkpoints.ReadEntry(e.Shard, data)
		stays := e.now.maker != 0 && e.now.hash == e.was.hash
		switch {
		case err != nil:
			return err
		case t.known(there) != e.was:
			return checkpoints.ErrMoved
		case stays && e.Tally != nil && !bytes.Equal(e.Tally, there.Tally): // as one time in 2^32
			return fmt.Errorf("shard %d: %w", e.Shard, checkpoints.ErrContradiction)
		case stays:
			entry = there
		default:
			e.gone = new(enum.Tally)
			if err := e.gone.UnmarshalBinary(there.Tally); err != nil {
				return err
			}
		}
	}
	if e.now.maker == 0 {
		return cmp.Or(tx.DeleteTotal(run), tx.DeleteShard(run, e.Shard))
	}
	entry.Provenance = checkpoints.Provenance{Maker: e.now.maker - 1, Confirmer: e.now.confirmer}
	return tx.ReplaceShard(run, e.Shard, entry.Encode())
}

// known is what is known of a stored shard.
func (t *turn) known(e checkpoints.Entry) known {
	return known{e.Maker + 1, e.Confirmer, t.hash(e.Tally)}
}

func (l *storedRun) finish() error { return l.run.Declare() }
