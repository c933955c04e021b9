package checkpoints

import (
	"fmt"
	"slices"
	"time"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/internal/rows"
)

// A Run is a run that this process continues or begins. Its snapshot is updated during a walk.
type Run struct {
	snapshot
	store  *Store
	fresh  bool         // it stays separate from the stored runs of its key
	remark func(string) // called once if other processes store shards of the run, unless nil
}

// Resume returns the newest stored run of the key that is cut into the same shards as the space. If the key has no
// stored run, it returns a new run, which is stored with its first shards. If another process has stored such a run by
// then, the shards go into that run. If the key has stored runs, but all are cut into other shards (and so have other
// fingerprints), the error is ErrFingerprint.
//
// A run that is not finished takes over the shards of the other unfinished runs of the key with the same cut. If shards
// are damaged, Resume deletes them and the total, so that Walk computes them again. Resume calls s.Remark if workers
// computed some results and no one confirmed them, or if a development version stored results that this program cannot
// use.
func (s *Store) Resume(k Key, space enum.Space) (*Run, error) {
	run, err := s.resume(k, space)
	if err != nil {
		return nil, err
	}
	if s.Remark == nil || run.contents.total != nil || enum.IsSampling(k.Method) {
		return run, nil // no one reads remarks, or the run is finished or a sample, for which there are none
	}

	if unconfirmed := run.contents.countUnconfirmed(); unconfirmed > 0 {
		s.Remark(fmt.Sprintf("run %d, a %v, was served: %s computed by workers and not confirmed; serve or audit --rerun checks them",
			run.id, k, rows.Counted(rows.Count(unconfirmed), "shard was", "shards were")))
	}
	workers, err := s.countWorkerRuns(k)
	if err != nil {
		return nil, s.named(err)
	}
	if workers > 0 {
		s.Remark(fmt.Sprintf("a development version stored shards of a %v by %s in separate runs; this run does not have these shards, and computes them again",
			k, rows.Counted(workers, "worker", "workers")))
	}
	return run, nil
}

// countWorkerRuns returns the number of stored runs of the key with the shards of a single worker that is not banned.
// Only development versions stored such runs.
func (s *Store) countWorkerRuns(k Key) (number uint64, err error) {
	err = s.db.View(func(tx *db.Tx) error {
		runs, err := s.headers(tx, nil)
		if err != nil {
			return err
		}
		for _, r := range runs {
			if r.header.Key == k && r.header.Worker != "" && r.header.BanReason == "" {
				number++
			}
		}
		return nil
	})
	return number, err
}

// resume does the work of Resume, without the remarks.
func (s *Store) resume(k Key, space enum.Space) (*Run, error) {
	fresh := s.NewRun(k, space)
	fresh.fresh = false
	ofKey := func(h Header) bool { return h.of(k) }
	runs, err := s.match(ofKey)
	if err != nil {
		return nil, err
	}

	run := newest(runs, fresh.header)
	others := 0
	for _, r := range runs {
		if r != run && r.header.same(fresh.header) {
			others++
		}
	}
	switch {
	case run == nil && len(runs) > 0:
		advice := "start a fresh run without --resume, or use another --db"
		if enum.IsSampling(k.Method) {
			advice = wayOut
		}
		other := runs[len(runs)-1]
		// "a.db: run 1, a walk of wonderwall n=6, cannot be resumed: it was made by another version of the method"
		return nil, fmt.Errorf("%s: run %d, a %v, cannot be resumed: it was %w (fingerprint %q, this program's is %q); %s",
			s.Path(), other.id, k, ErrFingerprint, other.header.Fingerprint, space.Fingerprint(), advice)
	case run == nil:
		return fresh, nil
	case !slices.Equal(run.header.Verdicts, space.Verdicts()):
		return nil, fmt.Errorf("%s: run %d, a %v: %w: its verdicts are %q, expected %q", s.Path(), run.id, k, ErrProof, run.header.Verdicts, space.Verdicts())
	}

	joins := others > 0 && run.contents.total == nil && run.contents.damage == nil
	if joins || run.contents.mendable() {
		run, err = s.mendAndJoin(ofKey, run.header)
		if err != nil {
			return nil, s.named(err)
		}
		if run == nil {
			return fresh, nil
		}
	}
	run.space = space
	return &Run{snapshot: *run, store: s}, nil
}

// mendAndJoin returns the newest stored run that is cut into the same shards as a run with the header h, after it has
// removed the damage of the run (see mend). It returns nil if other processes have deleted all such runs. If the run is
// not finished, it takes over the shards of the other unfinished runs for which match returns true.
func (s *Store) mendAndJoin(match func(Header) bool, h Header) (*snapshot, error) {
	var run *snapshot
	var remarks []string
	err := s.change(match, nil, func(c *change) error {
		run, remarks = newest(c.runs, h), nil
		if run == nil {
			return nil
		}

		if run.contents.mendable() {
			effect := "the lost shards are recomputed"
			if run.contents.loss == nil {
				effect = "the contributors of some shards are unknown now"
			}
			remarks = append(remarks, fmt.Sprintf("run %d, a %v: %s; %s", run.id, h.Key, run.contents.describeLost(), effect))
			if err := c.mend(run); err != nil {
				return err
			}
		}
		if run.contents.total != nil || run.contents.damage != nil {
			return nil //lint:ignore nilerr a remark has told the damage
		}

		others := slices.DeleteFunc(slices.Clone(c.runs), func(r *snapshot) bool { return r == run })
		taken, err := c.takeOver(others, run)
		if err != nil {
			return err
		}
		for _, o := range taken {
			remarks = append(remarks, fmt.Sprintf("run %d, of %s, was not finished; run %d takes over its shards", o.ID, o.Started.Format(time.DateTime), run.id))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}

	for _, text := range remarks {
		if s.Remark != nil {
			s.Remark(text)
		}
	}
	return run, nil
}

// Sum returns the sum of the stored shards of a part.
func (r *Run) Sum(part enum.Part) (Sum, error) {
	sum, err := r.sum(part.Whole(), part.Contains)
	if err != nil {
		return Sum{}, fmt.Errorf("%w; run without --resume to start a fresh run, which will replace this one", err)
	}
	return sum, nil
}

// here returns the stored run in which to store the shards of r now. It is r itself, or the run into which another
// process has merged r, or a new run if r is not stored yet; see locate.
func (r *Run) here(tx *db.Tx) (own *snapshot, created bool, err error) {
	runs, err := r.store.headers(tx, nil)
	if err != nil {
		return nil, false, err
	}
	own, err = r.locate(runs)
	if err != nil {
		return nil, false, err
	}
	if own != nil {
		return own, false, nil
	}

	own = &snapshot{header: r.header}
	own.id, err = createRun(tx, own.header)
	if err != nil {
		return nil, false, err
	}
	return own, true, nil
}

// locate returns the stored run that holds the shards of r now. It is r itself or, if another process has merged r into
// another run, the newest run that is cut into the same shards. It is nil if r is not stored yet. The error is
// ErrReplaced if r was deleted and there is no such run.
func (r *Run) locate(runs []*snapshot) (*snapshot, error) {
	// The number is not enough: another file with such a run may have been copied over the database.
	for _, o := range runs {
		if o.id == r.id && o.header.same(r.header) && o.header.Started.Equal(r.header.Started) {
			return o, nil
		}
	}

	same := newest(runs, r.header)
	switch {
	case r.id == 0 && (r.fresh || same == nil): // r was never stored, and does not join a stored run
		return nil, nil
	case same != nil:
		return same, nil
	}
	// Either a finished run that is cut into other shards has replaced r, or a user has deleted it.
	return nil, &file.Error{Subject: r.store.Path(), Place: fmt.Sprintf("run %d, a %v", r.id, r.header.Key), Kind: db.ErrReplaced,
		Detail: "the run was deleted; restore the file, or start again"}
}

// unknownShards returns the stored shards of the run for which known returns false, and the number of the last
// transaction. It also reads the contributors of the run again. The error is ErrMoved if another process has merged the
// run into another run.
func (r *Run) unknownShards(known func(shard uint64) bool) (theirs []shard, at uint64, err error) {
	err = r.store.db.View(func(tx *db.Tx) error {
		runs, err := r.store.headers(tx, nil)
		if err != nil {
			return err
		}
		own, err := r.locate(runs)
		if err != nil {
			return err
		}
		if own == nil || own.id != r.id {
			return ErrMoved
		}

		r.contents.contributors, err = readRoster(tx, r.id, nil, nil)
		if err != nil {
			return err
		}

		at = tx.ID()
		return tx.OtherShards(r.id, known, func(id uint64, data []byte) error {
			theirs = append(theirs, shard{id, data})
			return nil
		})
	})
	return theirs, at, err
}
