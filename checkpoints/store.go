package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

var (
	// ErrFingerprint is the error of a stored run that this program cannot resume,
	// since it would cut the shards in another way.
	ErrFingerprint = errors.New("made by another enumeration")
	// ErrContradiction is the error of stored results that cannot all be right.
	ErrContradiction = errors.New("results contradict each other")
	// ErrProof is the error of a result that breaks a rule it must obey.
	ErrProof = errors.New("a result proves itself wrong")

	// errRecord is the error of a sound record that makes no sense.
	errRecord = errors.New("not a record of this program")
)

// A Store is a database of runs. Its headers are read when it is opened, the shards of a
// run when they are first needed, each once; what is stored later is kept in memory too. The
// lock on the file holds other writers off meanwhile. A Store is for one goroutine.
type Store struct {
	db   *db.DB
	runs []*Run // oldest first
}

// Open opens the database at path to read and write, and creates it if there is
// none. See db.Open for its errors.
func Open(path string) (*Store, error) { return open(path, db.Options{}, nil) }

// OpenReadOnly opens an existing database to read.
func OpenReadOnly(path string) (*Store, error) { return open(path, db.Options{ReadOnly: true}, nil) }

// open opens a database. A header that cannot be read is an error, unless unread is told.
func open(path string, o db.Options, unread func(error)) (*Store, error) {
	d, err := db.Open(path, o)
	if err != nil {
		return nil, err
	}
	s := &Store{db: d}
	err = d.View(func(tx *db.Tx) error {
		return tx.Runs(func(id uint64, header []byte) error {
			h, err := decodeHeader(header)
			switch {
			case err == nil:
				s.runs = append(s.runs, &Run{store: s, id: id, header: h})
			case unread == nil:
				return fmt.Errorf("run %d: %w", id, err)
			default:
				unread(fmt.Errorf("run %d: %w", id, err))
			}
			return nil
		})
	})
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return s, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Path returns the path of the database.
func (s *Store) Path() string { return s.db.Path() }

// Fresh returns a new run. Nothing of it is stored before its first shard.
func (s *Store) Fresh(k Key, space enum.Space) *Run {
	h := newHeader(k, space, time.Now())
	return &Run{store: s, space: space, header: h, stored: &stored{sum: newSum(len(h.Verdicts))}}
}

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
	var list []Summary
	for _, r := range s.runs {
		summary, err := r.summary()
		if err != nil {
			return nil, err
		}
		list = append(list, summary)
	}
	return list, nil
}

// Unfinished returns the numbers of the runs of a key that are not finished, oldest first.
func (s *Store) Unfinished(k Key) (runs []uint64, err error) {
	for _, r := range s.runs {
		if r.header.Key != k {
			continue
		}
		if err := r.load(); err != nil {
			return nil, err
		}
		if r.stored.total == nil {
			runs = append(runs, r.id)
		}
	}
	return runs, nil
}

// match returns the runs that match and are loaded, oldest first.
func (s *Store) match(match func(*Run) bool) (runs []*Run, err error) {
	for _, r := range s.runs {
		if match(r) {
			if err := r.load(); err != nil {
				return nil, err
			}
			runs = append(runs, r)
		}
	}
	return runs, nil
}

// A shard is a stored shard.
type shard struct {
	id uint64
	payload
}

// stored is what a database holds of one run.
type stored struct {
	shards []shard // in ascending order
	sum    Sum     // of all of them
	total  payload // nil if the run is not finished
	damage error   // see Summary
}

// load reads what is stored of a run, unless it is in memory.
func (r *Run) load() error {
	if r.stored != nil {
		return nil
	}
	in := &stored{sum: newSum(len(r.header.Verdicts))}
	err := r.store.db.View(func(tx *db.Tx) error {
		err := tx.Shards(r.id, func(id uint64, data []byte) error {
			p := payload(data)
			tally, took, err := p.decode(len(r.header.Verdicts))
			if err != nil {
				return fmt.Errorf("run %d, shard %d: %w: %w", r.id, id, errRecord, err)
			}
			in.shards = append(in.shards, shard{id, p})
			in.sum.add(tally, took)
			return nil
		})
		if err != nil && !damaged(err) {
			return err
		}
		in.damage = err
		total, _, err := tx.Total(r.id)
		if err != nil && !damaged(err) {
			return err
		}
		in.total, in.damage = total, cmp.Or(in.damage, err)
		return nil
	})
	if err == nil {
		r.stored = in
	}
	return err
}

// damaged reports whether an error says that a record is not what was stored.
func damaged(err error) bool {
	return errors.Is(err, db.ErrChecksum) || errors.Is(err, db.ErrCorrupt) || errors.Is(err, errRecord)
}

func (r *Run) summary() (Summary, error) {
	if err := r.load(); err != nil {
		return Summary{}, err
	}
	s := Summary{ID: r.id, Header: r.header, Sum: r.stored.sum, Finished: r.stored.total != nil, Damage: r.stored.damage}
	if s.Damage != nil {
		s.Sum = newSum(len(r.header.Verdicts))
	}
	return s, nil
}
