package checkpoints

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/internal/lists"
)

// A failedCheck is the error of a check that failed. Package verb looks for CheckFailed to choose the exit code.
type failedCheck string

func (e failedCheck) Error() string { return string(e) }
func (failedCheck) CheckFailed()    {}

var (
	// ErrFingerprint is the error of a stored run that this program cannot resume,
	// since it would cut the shards in another way.
	ErrFingerprint = errors.New("made by another enumeration")
	// ErrContradiction is the error of stored results that cannot all be right.
	ErrContradiction error = failedCheck("results contradict each other")
	// ErrProof is the error of a result that breaks a rule it must obey.
	ErrProof error = failedCheck("a result proves itself wrong")

	// errRecord is the error of a sound record that makes no sense.
	errRecord = errors.New("not a record of this program")
)

// A Store is a database of runs. Each of its methods reads what is stored by then, in one
// transaction, and what it changes it changes in one: other processes may use the file at the
// same time. A Store is for one goroutine.
type Store struct {
	// Remark, if not nil, is told in one line what Resume does to the runs that it finds.
	Remark func(string)

	db          *db.DB
	contributor Contributor   // that this process is
	every       time.Duration // a walk stores what it has done
	wait        time.Duration // for a lock on layers, as db.Lock has it
}

// Open opens the database at path to read and write, and creates it if there is
// none. See db.Open for its errors.
func Open(path string) (*Store, error) { return open(path, db.Options{}) }

// OpenThere opens an existing database to read and write.
func OpenThere(path string) (*Store, error) {
	s, err := OpenReadOnly(path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return Open(path)
}

// OpenReadOnly opens an existing database to read.
func OpenReadOnly(path string) (*Store, error) { return open(path, db.Options{ReadOnly: true}) }

func open(path string, o db.Options) (*Store, error) {
	d, err := db.Open(path, o)
	if err != nil {
		return nil, err
	}
	s := &Store{db: d, contributor: ownContributor(), every: commitEvery}
	if err := d.View(func(tx *db.Tx) error { _, err := s.headers(tx, nil); return err }); err != nil {
		return nil, errors.Join(s.named(err), d.Close())
	}
	return s, nil
}

// headers returns all runs, oldest first, of which nothing but the header is read. One that
// cannot be read is an error, unless unread is told.
func (s *Store) headers(tx *db.Tx, unread func(error)) (runs []*record, err error) {
	err = tx.Runs(func(id uint64, header []byte) error {
		h, err := decodeHeader(header)
		switch {
		case err == nil:
			runs = append(runs, &record{id: id, header: h})
		case unread == nil:
			return fmt.Errorf("run %d: %w", id, err)
		default:
			unread(fmt.Errorf("run %d: %w", id, err))
		}
		return nil
	})
	return runs, err
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Torn returns what there is to say of a file that a power cut has left torn, nil for others.
// All that was stored before the last moment is there.
func (s *Store) Torn() error { return s.db.Torn() }

// Path returns the path of the database.
func (s *Store) Path() string { return s.db.Path() }

// Fresh returns a new run. Nothing of it is stored before its first shard.
func (s *Store) Fresh(k Key, space enum.Space) *Run {
	h := newHeader(k, space, now())
	r := &Run{record: newRecord(h), store: s, fresh: true}
	r.space = space
	return r
}

// A Summary says what is stored of one run.
type Summary struct {
	ID uint64
	Header
	Sum
	Contributors []Contributor // of its shards, by host, version and signature
	Finished     bool
	// Damage is the error of the first shard or total that cannot be read; the
	// sum is then worth nothing. A fresh run takes the place of a damaged one.
	Damage error
	// Unnamed is the error of the first contributor whose record the disk has damaged, if nothing else is damaged: all shards are there,
	// and who made some of them is not known. To resume the run mends it.
	Unnamed error

	stored *stored
}

// Runs returns all stored runs, oldest first. It reads every shard.
func (s *Store) Runs() ([]Summary, error) {
	runs, _, err := s.read(func(Header) bool { return true }, nil, nil, toList)
	return lists.Map(runs, (*record).summary), err
}

// Headers returns the headers of all stored runs, oldest first, and reads nothing else.
func (s *Store) Headers() (list []Header, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		runs, err := s.headers(tx, nil)
		list = lists.Map(runs, func(r *record) Header { return r.header })
		return err
	})
	return list, s.named(err)
}

// Delete deletes a run, whatever it is, and returns what it was.
func (s *Store) Delete(run uint64) (deleted Header, err error) {
	err = s.change(func(Header) bool { return true }, nil, func(c *change) error {
		for _, r := range c.runs {
			if r.id == run {
				deleted = r.header
				return c.delete(r)
			}
		}
		return &file.Error{Subject: s.Path(), Place: fmt.Sprintf("run %d", run), Kind: db.ErrNotFound, Detail: "enumerate runs lists those there are"}
	})
	return deleted, err
}

// Underway returns the runs of all keys that are not finished, oldest first, and the number of the last transaction. It reads
// nothing, and returns none, if that is since.
func (s *Store) Underway(since uint64) (list []Summary, at uint64, err error) {
	var runs []*record
	err = s.db.View(func(tx *db.Tx) error {
		if at = tx.ID(); at == since {
			return nil
		}
		all, err := s.headers(tx, nil)
		if err != nil {
			return err
		}
		for _, r := range all {
			total, _, err := tx.Total(r.id)
			if err != nil && !damaged(err) {
				return err
			}
			if total != nil {
				continue
			}
			r.listed = true
			if err := r.read(tx, nil); err != nil {
				return err
			}
			runs = append(runs, r)
		}
		return nil
	})
	for _, r := range runs {
		r.addUp()
		list = append(list, r.summary())
	}
	return list, at, s.named(err)
}

// match returns the runs whose header matches as they are stored now, oldest first.
func (s *Store) match(match func(Header) bool) ([]*record, error) {
	runs, _, err := s.read(match, nil, nil, toUse)
	return runs, err
}

// A reading says what runs are read for.
type reading bool

const (
	toUse  reading = false
	toList reading = true // and not to be changed: it takes less memory
)

// read is match, which says too what the last transaction was. What that has not changed of
// the run kept, if not nil, is not read again. A header that cannot be read is an error,
// unless unread is told.
func (s *Store) read(match func(Header) bool, kept *record, unread func(error), what reading) (runs []*record, at uint64, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		at = tx.ID()
		runs, err = s.headers(tx, unread)
		runs = slices.DeleteFunc(runs, func(r *record) bool { return !match(r.header) })
		for _, r := range runs {
			r.listed = what == toList
			if err := r.read(tx, kept); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	for _, r := range runs {
		r.addUp()
	}
	return runs, at, nil
}

// DefaultPath returns where the database is unless the user says otherwise: the
// environment variable ENUMERATE_DB, or enumerate/enumerate.db below the user's
// directory for state, by the XDG base directory specification
// ($XDG_STATE_HOME, ~/.local/state), on Windows below %LocalAppData%.
func DefaultPath() (string, error) {
	if path := os.Getenv("ENUMERATE_DB"); path != "" {
		return path, nil
	}
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) { // others are to be ignored
		return filepath.Join(state, "enumerate", "enumerate.db"), nil
	}
	if runtime.GOOS == "windows" {
		if local := os.Getenv("LocalAppData"); local != "" {
			return filepath.Join(local, "enumerate", "enumerate.db"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("there is no home directory for the database: say where it is with --db PATH or ENUMERATE_DB")
	}
	return filepath.Join(home, ".local", "state", "enumerate", "enumerate.db"), nil
}
