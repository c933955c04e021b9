package checkpoints

import (
	"errors"
	"fmt"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

var (
	// ErrFingerprint is the error of a stored run that this program cannot go
	// on with, since it would cut the shards in another way.
	ErrFingerprint = errors.New("made by another enumeration")
	// ErrContradiction is the error of stored results that cannot all be right.
	ErrContradiction = errors.New("results contradict each other")
	// ErrProof is the error of a result that breaks a rule it must obey.
	ErrProof = errors.New("a result proves itself wrong")

	// errRecord is the error of a sound record that makes no sense.
	errRecord = errors.New("not a record of this program")
)

// A Store is a database of runs.
type Store struct {
	db *db.DB
}

// Open opens the database at path to read and write, and creates it if there is
// none. See db.Open for its errors.
func Open(path string) (*Store, error) { return open(path, db.Options{}) }

// OpenReadOnly opens an existing database to read.
func OpenReadOnly(path string) (*Store, error) { return open(path, db.Options{ReadOnly: true}) }

func open(path string, o db.Options) (*Store, error) {
	d, err := db.Open(path, o)
	if err != nil {
		return nil, err
	}
	return &Store{d}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Path returns the path of the database.
func (s *Store) Path() string { return s.db.Path() }

// A Summary says what is stored of one run.
type Summary struct {
	ID uint64
	Header
	Sum
	Finished bool
	// Damage is the error of the first shard or total that cannot be read; the
	// sum is then worth nothing. A fresh run takes the place of a damaged one.
	Damage error
}

// Runs returns all stored runs, oldest first. It reads every shard.
func (s *Store) Runs() ([]Summary, error) {
	var runs []Summary
	err := s.db.View(func(tx *db.Tx) (err error) {
		runs, err = summaries(tx, func(uint64, Header) bool { return true })
		return err
	})
	return runs, err
}

// Unfinished returns the runs of a key that are not finished, oldest first.
func (s *Store) Unfinished(k Key) (runs []uint64, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		return eachRun(tx, func(id uint64, h Header) error {
			if h.Key != k {
				return nil
			}
			_, finished, err := tx.Total(id)
			if !finished && err == nil {
				runs = append(runs, id)
			}
			return err
		})
	})
	return runs, err
}

// summaries returns the runs that match, oldest first.
func summaries(tx *db.Tx, match func(id uint64, h Header) bool) ([]Summary, error) {
	var runs []Summary
	err := eachRun(tx, func(id uint64, h Header) error {
		if !match(id, h) {
			return nil
		}
		s := Summary{ID: id, Header: h, Sum: newSum(len(h.Verdicts))}
		sum, err := sumShards(tx, id, h, enum.Part{}.Contains)
		if err == nil {
			s.Sum = sum
			_, s.Finished, err = tx.Total(id)
		}
		if err != nil && !damaged(err) {
			return err
		}
		s.Damage = err
		runs = append(runs, s)
		return nil
	})
	return runs, err
}

// damaged reports whether an error says that a record is not what was stored.
func damaged(err error) bool {
	return errors.Is(err, db.ErrChecksum) || errors.Is(err, db.ErrCorrupt) || errors.Is(err, errRecord)
}

// eachRun visits the headers of all runs, oldest first.
func eachRun(tx *db.Tx, visit func(id uint64, h Header) error) error {
	return tx.Runs(func(id uint64, header []byte) error {
		h, err := decodeHeader(header)
		if err != nil {
			return fmt.Errorf("run %d: %w", id, err)
		}
		return visit(id, h)
	})
}

// Fresh returns a new run. Nothing of it is stored before its first shard.
func (s *Store) Fresh(k Key, space enum.Space) *Run {
	return &Run{store: s, space: space, header: newHeader(k, space, time.Now())}
}
