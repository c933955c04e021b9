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

var (
	// ErrFingerprint is the error of a stored run that this program cannot resume, because the program cuts the space
	// into other shards.
	ErrFingerprint = errors.New("made by another version of the method")
	// ErrForeign is the error of a stored run whose ruleset or method this program does not have.
	ErrForeign = errors.New("of another program")
	// ErrContradiction is the error of results that cannot all be right.
	ErrContradiction error = failedCheck("results contradict each other")
	// ErrProof is the error of a result whose proof fails, such as orbits that do not sum to the number of labelled
	// games.
	ErrProof error = failedCheck("a result proves itself wrong")

	// errRecord is the error of a record that cannot be decoded although its checksum is right.
	errRecord = errors.New("not a record of this program")
)

// restoreAdvice is the advice for a database with a damaged record.
const restoreAdvice = "restore the file from a copy, or audit it with --salvage"

// A kindError is an error of a kind, such as ErrForeign, with its own text.
type kindError struct {
	error
	kind error
}

func (e kindError) Unwrap() error { return e.kind }

// A failedCheck is the error of a check that failed. Package verb looks for CheckFailed to choose the exit code.
type failedCheck string

func (e failedCheck) Error() string { return string(e) }
func (failedCheck) CheckFailed()    {}

// A Store is a database file of runs, for one goroutine at a time. Other processes may use the file at the same time,
// because each method reads the current content, and makes its changes in one transaction.
type Store struct {
	// Remark, if not nil, is called with messages of one line about what Resume changes in the database.
	Remark func(string)

	db          *db.DB
	contributor Contributor   // this process
	every       time.Duration // between two commits of a walk
	wait        time.Duration // for the lock of a method's files, see db.Lock
}

// Open opens the database at path for reading and writing, and creates it if necessary. Its errors are those of
// db.Open.
func Open(path string) (*Store, error) { return open(path, db.Options{}) }

// OpenExisting opens an existing database for reading and writing. It first opens it for reading, because Open would
// create a missing one.
func OpenExisting(path string) (*Store, error) {
	s, err := OpenReadOnly(path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return Open(path)
}

// OpenReadOnly opens an existing database for reading.
func OpenReadOnly(path string) (*Store, error) { return open(path, db.Options{ReadOnly: true}) }

// open reads the headers of all runs, so that a user learns of a damaged one at the beginning of a command.
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

// headers returns all stored runs, oldest first, with their headers only. If unread is not nil, headers calls it for
// each header that cannot be decoded, and continues.
func (s *Store) headers(tx *db.Tx, unread func(error)) (runs []*snapshot, err error) {
	err = tx.Runs(func(id uint64, header []byte) error {
		h, err := decodeHeader(header)
		switch {
		case err == nil:
			runs = append(runs, &snapshot{id: id, header: h})
		case unread == nil:
			return fmt.Errorf("run %d: %w", id, err)
		default:
			unread(fmt.Errorf("run %d: %w", id, err))
		}
		return nil
	})
	if errors.Is(err, db.ErrChecksum) {
		err = fmt.Errorf("%w; %s", err, restoreAdvice)
	}
	return runs, err
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// TornPage returns an error if a power cut has torn a page of the file, see [db.DB.TornPage].
func (s *Store) TornPage() error { return s.db.TornPage() }

// Path returns the path of the database.
func (s *Store) Path() string { return s.db.Path() }

// NewRun returns a new run. It is stored with its first shard.
func (s *Store) NewRun(k Key, space enum.Space) *Run {
	h := newHeader(k, space, now())
	r := &Run{snapshot: newSnapshot(h), store: s, fresh: true}
	r.space = space
	return r
}

// A Summary summarizes a stored run.
type Summary struct {
	ID uint64
	Header
	Sum
	Contributors []Contributor // of its shards, by host, version and signature
	Finished     bool
	// Damage is the error of the first shard or total that cannot be read, or of a list of contributors that cannot be
	// read, or nil. The sum of such a run is empty. A finished fresh run of the same key replaces it.
	Damage error
	// ContributorDamage is the error of the first contributor with a wrong checksum, if Damage is nil. Resuming the run
	// removes the damage.
	ContributorDamage error

	contents *contents
}

// Runs returns all stored runs, oldest first. It reads every shard.
func (s *Store) Runs() ([]Summary, error) {
	runs, _, err := s.read(func(Header) bool { return true }, nil, nil, toList)
	return lists.Map(runs, (*snapshot).summary), err
}

// Headers returns the headers of all stored runs, oldest first.
func (s *Store) Headers() (list []Header, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		runs, err := s.headers(tx, nil)
		list = lists.Map(runs, func(r *snapshot) Header { return r.header })
		return err
	})
	return list, s.named(err)
}

// Delete deletes the run with the given number, and returns its header, or db.ErrNotFound.
func (s *Store) Delete(run uint64) (deleted Header, err error) {
	err = s.change(func(Header) bool { return true }, nil, func(c *change) error {
		for _, r := range c.runs {
			if r.id == run {
				deleted = r.header
				return c.delete(r)
			}
		}
		return &file.Error{Subject: s.Path(), Place: fmt.Sprintf("run %d", run), Kind: db.ErrNotFound, Detail: "enumerate runs lists the stored runs"}
	})
	return deleted, err
}

// Unfinished returns the unfinished runs of all keys, oldest first, and the number of the last transaction. If that is
// still `since`, the number that an earlier call returned, Unfinished returns no runs.
func (s *Store) Unfinished(since uint64) (list []Summary, at uint64, err error) {
	var runs []*snapshot
	err = s.db.View(func(tx *db.Tx) error {
		at = tx.ID()
		if at == since {
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

func (s *Store) match(match func(Header) bool) ([]*snapshot, error) {
	runs, _, err := s.read(match, nil, nil, toUse)
	return runs, err
}

// A reading is the purpose for which runs are read.
type reading bool

const (
	toUse  reading = false
	toList reading = true // does not read all contributors, so it takes less memory, but the runs must not be changed
)

// read returns the runs whose header matches, oldest first, with the sums of their shards, and the number of the last
// transaction. kept is a run that was read before, or nil; it is not read again if it is unchanged. If unread is not
// nil, read calls it for each run whose header cannot be decoded.
func (s *Store) read(match func(Header) bool, kept *snapshot, unread func(error), what reading) (runs []*snapshot, at uint64, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		at = tx.ID()
		runs, err = s.headers(tx, unread)
		if err != nil {
			return err
		}

		runs = slices.DeleteFunc(runs, func(r *snapshot) bool { return !match(r.header) })
		for _, r := range runs {
			r.listed = what == toList
			if err := r.read(tx, kept); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	for _, r := range runs { // the file is no longer locked, because adding up takes long
		r.addUp()
	}
	return runs, at, nil
}

// DefaultPath returns the path of the database if the user names none: the value of ENUMERATE_DB, or
// enumerate/enumerate.db in the state directory of the XDG base directory specification ($XDG_STATE_HOME or
// ~/.local/state), on Windows in %LocalAppData%.
func DefaultPath() (string, error) {
	if path := os.Getenv("ENUMERATE_DB"); path != "" {
		return path, nil
	}
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) { // the specification ignores relative paths
		return filepath.Join(state, "enumerate", "enumerate.db"), nil
	}
	if runtime.GOOS == "windows" {
		if local := os.Getenv("LocalAppData"); local != "" {
			return filepath.Join(local, "enumerate", "enumerate.db"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("no home directory for the database: set --db PATH or ENUMERATE_DB")
	}
	return filepath.Join(home, ".local", "state", "enumerate", "enumerate.db"), nil
}
