package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
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

// A Store is a database of runs. Each of its methods reads what is stored by then, in one
// transaction, and what it changes it changes in one: other processes may use the file at the
// same time. A Store is for one goroutine.
type Store struct {
	// Remark, if not nil, is told in one line what Resume does to the runs that it finds.
	Remark func(string)

	db    *db.DB
	maker Maker // that this process is
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
	s := &Store{db: d, maker: here()}
	if err := d.View(func(tx *db.Tx) error { _, err := s.headers(tx, nil); return err }); err != nil {
		return nil, errors.Join(s.named(err), d.Close())
	}
	return s, nil
}

// headers returns all runs, oldest first, of which nothing but the header is read. One that
// cannot be read is an error, unless unread is told.
func (s *Store) headers(tx *db.Tx, unread func(error)) (runs []*Run, err error) {
	err = tx.Runs(func(id uint64, header []byte) error {
		h, err := decodeHeader(header)
		switch {
		case err == nil:
			runs = append(runs, &Run{store: s, id: id, header: h})
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
	return &Run{store: s, space: space, header: h, fresh: true, stored: &stored{added: true, sum: newSum(len(h.Verdicts))}}
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

	shards []shard
}

// Runs returns all stored runs, oldest first. It reads every shard.
func (s *Store) Runs() ([]Summary, error) {
	runs, err := s.match(func(Header) bool { return true })
	var list []Summary
	for _, r := range runs {
		list = append(list, r.summary())
	}
	return list, err
}

// Headers returns the headers of all stored runs, oldest first, and reads nothing else.
func (s *Store) Headers() (list []Header, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		runs, err := s.headers(tx, nil)
		for _, r := range runs {
			list = append(list, r.header)
		}
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

// Unfinished returns the numbers of the runs of a key that are not finished, oldest first.
func (s *Store) Unfinished(k Key) (unfinished []uint64, err error) {
	runs, err := s.match(func(h Header) bool { return h.of(k) })
	for _, r := range runs {
		if r.stored.total == nil {
			unfinished = append(unfinished, r.id)
		}
	}
	return unfinished, err
}

// match returns the runs whose header matches as they are stored now, oldest first.
func (s *Store) match(match func(Header) bool) ([]*Run, error) {
	runs, _, err := s.read(match, nil, nil)
	return runs, err
}

// read is match, which says too what the last transaction was. What that has not changed of
// the run kept, if not nil, is not read again. A header that cannot be read is an error,
// unless unread is told.
func (s *Store) read(match func(Header) bool, kept *Run, unread func(error)) (runs []*Run, at uint64, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		at = tx.ID()
		runs, err = s.headers(tx, unread)
		runs = slices.DeleteFunc(runs, func(r *Run) bool { return !match(r.header) })
		for _, r := range runs {
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

// A shard is a stored shard.
type shard struct {
	id uint64
	payload
}

func (s shard) record() shard { return s }

// stored is what a database holds of one run.
type stored struct {
	shards []shard // in ascending order, but for those that a walk adds
	added  bool    // they are in sum
	sum    Sum
	total  payload  // nil if the run is not finished
	damage error    // see Summary
	broken []uint64 // the shards whose records are damaged
}

// read reads what is stored of a run, for its shards to be added up when the file is no longer
// locked: that takes ten times as long.
func (r *Run) read(tx *db.Tx, kept *Run) error {
	if r.at = tx.ID(); kept != nil && kept.id == r.id && kept.at == r.at {
		r.stored = kept.stored
		return nil
	}
	in := &stored{sum: newSum(len(r.header.Verdicts))}
	err := tx.SoundShards(r.id, func(id uint64, data []byte) error {
		in.shards = append(in.shards, shard{id, data})
		return nil
	}, func(id uint64, err error) {
		in.broken, in.damage = append(in.broken, id), cmp.Or(in.damage, err)
	})
	if err != nil && !damaged(err) {
		return err
	}
	in.damage = cmp.Or(err, in.damage)
	total, _, err := tx.Total(r.id)
	if err != nil && !damaged(err) {
		return err
	}
	in.total, in.damage = total, cmp.Or(in.damage, err)
	r.stored = in
	return nil
}

// addUp adds up the shards that were read.
func (r *Run) addUp() {
	in := r.stored
	if in.added {
		return
	}
	in.added = true
	for i, s := range in.shards {
		tally, took, err := s.decode(len(r.header.Verdicts))
		if err == nil {
			err = in.sum.add(tally, took)
		}
		if err != nil {
			in.damage = fmt.Errorf("run %d, shard %d: %w: %w", r.id, s.id, errRecord, err)
			in.shards = in.shards[:i]
			return
		}
	}
}

// damaged reports whether an error says that a record is not what was stored.
func damaged(err error) bool {
	return errors.Is(err, db.ErrChecksum) || errors.Is(err, db.ErrCorrupt) || errors.Is(err, errRecord)
}

func (r *Run) summary() Summary {
	s := Summary{ID: r.id, Header: r.header, Sum: r.stored.sum, Finished: r.stored.total != nil, Damage: r.stored.damage, shards: r.stored.shards}
	if s.Damage != nil {
		s.Sum = newSum(len(r.header.Verdicts))
	}
	return s
}
