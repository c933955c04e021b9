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

// A ledger stores the results of a run: in a database, or in the memory of a simulation. It decides nothing.
type ledger interface {
	// read reads the stored results. It leaves out the shards for which the function known returns true, unless another
	// process has replaced the run.
	read(known func(shard uint64) bool) (snapshot, error)
	// write stores a transaction, completely or not at all. If another process has changed the run since the last read,
	// the error is errOthers if that process has only added something, and checkpoints.ErrMoved if it has replaced
	// something.
	write(*transaction) error
	// finish proves the stored results, and marks the run as finished.
	finish() error
}

var errOthers = errors.New("another process has changed the stored results: read them again")

// A snapshot is the contents of a ledger.
type snapshot struct {
	// If `all` is set, `shards` has all shards, not only the unknown ones.
	name   string
	all    bool
	shards iter.Seq[checkpoints.Entry]

	// The first contributor has the number 1; `self` is the record of this process.
	self         checkpoints.Contributor
	contributors []checkpoints.Contributor
}

// A transaction is changes that are stored together, or not at all.
type transaction struct {
	// contributors is the number of stored contributors. The new ones have the next numbers.
	contributors    int
	newContributors []checkpoints.Contributor

	ban       *checkpoints.Contributor
	banNumber uint32

	edits []edit
	hash  func(tally []byte) uint32
}

// An edit changes the record of a shard.
type edit struct {
	before, after shardState
	// The tally in the entry is nil if only the contributors change.
	checkpoints.Entry
	tally    *enum.Tally // the decoded tally, if it is added to the sum
	oldTally *enum.Tally // the tally that write has removed
}

func (t *transaction) empty() bool {
	return len(t.newContributors)+len(t.edits) == 0 && t.ban == nil
}

// A storedRun is a ledger in a database.
type storedRun struct {
	store *checkpoints.Store
	key   checkpoints.Key
	space enum.Space
	self  string           // names this coordinator in its record
	run   *checkpoints.Run // nil before it is read
}

// read reads the stored results from the database. It leaves out the shards for which `known` returns true, unless this
// is the first call or another process has replaced the run. The result's field `all` says whether it has all shards.
func (l *storedRun) read(known func(uint64) bool) (snapshot, error) {
	all, err := l.refresh(known)
	if err != nil {
		return snapshot{}, err
	}
	in := snapshot{
		name: fmt.Sprintf("%s: run %d, a %v", l.store.Path(), l.run.ID(), l.key), all: all,
		self: l.run.Self(), contributors: l.run.Contributors(),
		shards: l.run.Drain(), // so that the shards are not kept in memory twice
	}
	in.self.Coordinator = l.self // with it, a later start recognizes the results that this coordinator accepted
	in.self.Started = time.Now().UTC().Truncate(time.Second)
	return in, nil
}

// refresh reads what other processes have stored since the last call, without the shards for which `known` returns
// true. In the first call, and if another process has replaced the run, it reads the whole run, and `all` is true.
func (l *storedRun) refresh(known func(uint64) bool) (all bool, err error) {
	if l.run != nil {
		err := l.run.Refresh(known)
		if !errors.Is(err, checkpoints.ErrMoved) {
			return false, err
		}
	}
	run, err := l.store.Served(l.key, l.space)
	if err != nil {
		return true, err
	}
	l.run = run
	return true, nil
}

// write stores contributors first, because the shards refer to them by their numbers.
func (l *storedRun) write(t *transaction) error {
	return l.run.Edit(func(tx *db.Tx, run uint64) error {
		if err := t.storeContributors(tx, run); err != nil {
			return err
		}
		if err := t.storeBan(tx, run); err != nil {
			return err
		}
		for i := range t.edits {
			if err := t.storeEdit(tx, run, &t.edits[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// storeContributors stores the records of the new contributors. If one does not get the number that the transaction
// expects, because another process has stored contributors, the error is errOthers, and the transaction is made again.
func (t *transaction) storeContributors(tx *db.Tx, run uint64) error {
	for i, m := range t.newContributors { // the number of the first is t.contributors + 1
		data, err := m.Encode()
		if err != nil {
			return err
		}
		number, err := tx.AddContributor(run, data)
		switch {
		case err != nil:
			return err
		case number != uint64(t.contributors+i+1):
			return errOthers
		case number > checkpoints.MostContributors:
			return fmt.Errorf("the run has %d contributors, and can have no more", number-1)
		}
	}
	return nil
}

// storeBan replaces the record of a banned contributor, if there is one, by a record with the reason.
func (t *transaction) storeBan(tx *db.Tx, run uint64) error {
	if t.ban == nil {
		return nil
	}
	data, err := t.ban.Encode()
	if err != nil {
		return err
	}
	return tx.PutContributor(run, uint64(t.banNumber), data)
}

// storeEdit adds, replaces or deletes the record of a shard. It returns an error if another process has changed the
// shard since the edit was decided.
func (t *transaction) storeEdit(tx *db.Tx, run uint64, e *edit) error {
	data, found, err := tx.Shard(run, e.Shard)
	switch {
	case err != nil:
		return err
	case found && e.before.contributor == 0: // the shard was missing, and another process has stored it
		return errOthers
	case !found && e.before.contributor != 0: // another process has deleted the record
		return checkpoints.ErrMoved
	}

	entry := e.Entry
	if found {
		entry, err = t.replace(data, e)
		if err != nil {
			return err
		}
	}
	if e.after.contributor == 0 { // the shard becomes missing, and the run has no total any more
		return cmp.Or(tx.DeleteTotal(run), tx.DeleteShard(run, e.Shard))
	}
	// A shardState has 1 + the number of the contributor, an entry has the number.
	entry.Provenance = checkpoints.Provenance{Contributor: e.after.contributor - 1, Confirmer: e.after.confirmer}
	return tx.ReplaceShard(run, e.Shard, entry.Encode())
}

// replace returns the entry that replaces the stored entry of a shard, whose encoding is `data`. If the edit e changes
// only the contributors, replace returns the stored entry unchanged, and the caller sets the contributors. Otherwise it
// puts the old tally into e.oldTally, so that the register can subtract it from the sum of all tallies. If the edit
// expects a different stored entry, the error is ErrMoved.
func (t *transaction) replace(data []byte, e *edit) (checkpoints.Entry, error) {
	old, err := checkpoints.ReadEntry(e.Shard, data)
	if err != nil {
		return checkpoints.Entry{}, err
	}
	if t.state(old) != e.before {
		return checkpoints.Entry{}, checkpoints.ErrMoved
	}
	if e.after.contributor != 0 && e.after.hash == e.before.hash { // only the contributors change
		if e.Tally != nil && !bytes.Equal(e.Tally, old.Tally) { // the hashes are equal by chance, once in 2^32
			return checkpoints.Entry{}, fmt.Errorf("shard %d: %w", e.Shard, checkpoints.ErrContradiction)
		}
		return old, nil
	}
	e.oldTally = new(enum.Tally)
	if err := e.oldTally.UnmarshalBinary(old.Tally); err != nil {
		return checkpoints.Entry{}, err
	}
	return e.Entry, nil
}

// state returns the state of a shard whose entry in the database is e.
func (t *transaction) state(e checkpoints.Entry) shardState {
	return shardState{e.Contributor + 1, e.Confirmer, t.hash(e.Tally)}
}

func (l *storedRun) finish() error { return l.run.Declare() }
