package checkpoints

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"enumerate/db"
	"enumerate/enum"
)

// An Audit says how to audit a database.
type Audit struct {
	// Space returns the space of a run, or an error if this program has none; of
	// a sample, an enum.Sampling of more trials than are stored.
	Space func(Key) (enum.Space, error)
	// Rerun says which of the stored shards are walked again and compared; none if its
	// share is 0.
	Rerun Rerun
	// Record has the checks of runs without a fault stored in their headers. Else nothing
	// is stored.
	Record bool
	// Sign, if not nil, signs the runs without a fault, and Signed is told of each.
	Sign   *Signer
	Signed func(run uint64, k Key)
	// Walked is told of each run of which shards have been walked again, and were as stored.
	Walked func(run uint64, k Key, c Check)
	// Fault is told of everything that is wrong, in the order it is found.
	Fault func(error)
	// Remark is told of what could not be looked at, and why.
	Remark func(string)
}

// An Audited says what an audit looked at.
type Audited struct {
	Runs, Shards, Rerun, Faults uint64
}

// Check looks for whatever is wrong with the database at path: faults of the
// file, records that say nothing sensible, totals that are not the sum of their
// shards or that prove themselves wrong, runs that contradict each other, and shards
// that come out differently when walked again. It returns an error only if it could
// not look.
func (a Audit) Check(ctx context.Context, path string) (Audited, error) {
	var done Audited
	fault := func(err error) {
		done.Faults++
		a.Fault(err)
	}
	// A file may be too damaged to be opened, and is looked at all the same.
	sound := true
	err := db.Check(path, func(err error) {
		sound = sound && (errors.Is(err, db.ErrTorn) || errors.Is(err, db.ErrContributor))
		fault(err)
	})
	sound = sound && done.Faults > 0
	switch {
	case sound:
		// All that was stored before is there, maybe without who made it.
	case done.Faults > 0:
		return done, nil // what damaged records say is not worth a look
	case errors.Is(err, db.ErrTruncated), errors.Is(err, db.ErrCorrupt), errors.Is(err, db.ErrChecksum):
		fault(err) // too damaged to be opened
		return done, nil
	case err != nil:
		return done, err
	}
	runs, err := readAll(path, fault)
	if err != nil {
		return done, err
	}
	var store *Store // to record checks in
	if a.Record || a.Sign != nil {
		if store, err = Open(path); err != nil {
			return done, err
		}
		defer store.Close()
	}
	var found []finding // and in agreement with each other
	for _, r := range runs {
		done.Runs++
		faults := done.Faults
		run := fmt.Sprintf("run %d, a %v", r.id, r.header.Key)
		space, err := r.header.SpaceOf(a.Space)
		same := space // what the tallies mean is the same in every enumeration
		if errors.Is(err, ErrProof) {
			fault(fmt.Errorf("%s: %w", run, err))
			continue
		} else if err != nil {
			a.Remark(fmt.Sprintf("%s, can be neither proved nor walked again: %v", run, err))
			space, same = nil, nil
		} else if space.Fingerprint() != r.header.Fingerprint {
			fault(fmt.Errorf("%s, was %w (%q, this program's is %q): its shards cannot be walked again", run, ErrFingerprint, r.header.Fingerprint, space.Fingerprint()))
			space = nil
		}
		if err := r.stored.lost; err != nil {
			fault(err)
			continue
		}
		r.space = space
		done.Shards += r.stored.sum.Shards
		if _, err := signedBy(r.header, r.stored); err != nil {
			fault(fmt.Errorf("%s: %w", run, err))
		}
		if r.auditSums(fault) {
			c := r.summary().finding(same)
			if err := c.contradicts(found); err != nil {
				fault(err)
			} else {
				found = append(found, c)
			}
		}
		if space == nil || len(r.stored.shards) == 0 {
			continue
		}
		var checks []Check
		if a.Rerun.Share > 0 {
			wrong := done.Faults
			check, err := r.rerun(ctx, a.Rerun, run, fault)
			if err != nil {
				return done, err
			}
			done.Rerun += check.Shards
			if done.Faults > wrong {
				continue
			}
			if a.Walked != nil {
				a.Walked(r.id, r.header.Key, check)
			}
			if a.Record {
				checks = append(checks, check)
			}
		}
		if len(checks) == 0 && a.Sign == nil || done.Faults > faults || r.stored.damage != nil {
			continue
		}
		signed, err := store.record(r, checks, a.Sign)
		switch {
		case err != nil:
			return done, err
		case signed:
			a.Signed(r.id, r.header.Key)
		case a.Sign != nil:
			a.Remark(run + ", is not signed: it has changed since it was read")
		}
	}
	return done, nil
}

// record stores that shards of a run have been walked again, unless the run is gone meanwhile, and
// signs it, unless it has others now.
func (s *Store) record(r *record, checks []Check, by *Signer) (signed bool, err error) {
	err = s.db.Update(func(tx *db.Tx) error {
		signed = false
		runs, err := s.headers(tx, nil)
		if err != nil {
			return err
		}
		for _, now := range runs {
			if now.id != r.id || !now.header.same(r.header) || !now.header.Started.Equal(r.header.Started) {
				continue
			}
			if len(checks) > 0 {
				now.header.confirmed(checks...)
			}
			if by != nil {
				if err := now.read(tx, nil); err != nil {
					return err
				}
				same := func(a, b shard) bool { return a.id == b.id && bytes.Equal(a.payload, b.payload) }
				if signed = slices.EqualFunc(now.stored.shards, r.stored.shards, same); signed {
					if now.header.Signature, err = by.sign(now.header, now.stored); err != nil {
						return err
					}
				}
			}
			return putHeader(tx, now.id, now.header)
		}
		return nil
	})
	return signed && err == nil, err
}

// readAll reads all runs of a database. Fault is told of headers that cannot be read.
func readAll(path string, fault func(error)) (runs []*record, err error) {
	d, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	s := &Store{db: d}
	runs, _, err = s.read(func(Header) bool { return true }, nil, fault, toList)
	return runs, errors.Join(err, s.Close())
}

// auditSums checks all that can be said of a run without walking, and reports whether its
// shards are all there are.
func (r *record) auditSums(fault func(error)) (whole bool) {
	name := fmt.Sprintf("run %d, a %v", r.id, r.header.Key)
	finished := r.stored.total != nil
	whole = finished
	if r.space != nil {
		var err error
		if whole, err = r.auditShape(finished); err != nil {
			fault(fmt.Errorf("%s: %w: %w", name, ErrProof, err))
		}
	}
	if !finished {
		return whole
	}
	total, _, err := r.stored.total.decode(len(r.header.Verdicts))
	if err != nil {
		fault(fmt.Errorf("the total of run %d: %w", r.id, err))
	} else if !total.Equal(r.stored.sum.Tally) {
		fault(fmt.Errorf("%s: %w", name, errTotal))
	}
	return whole
}

// auditShape compares the sum of the shards with what is known of the space. A run
// that covers everything is whole, and proves itself, even if it was not finished; one
// that is unfinished and does not may be right.
//
// A sample is never finished; its batches are whole.
func (r *record) auditShape(finished bool) (whole bool, err error) {
	sum := r.stored.sum
	if sampling, ok := r.space.(enum.Sampling); ok {
		if finished {
			return false, errors.New("a sample has a total")
		}
		sampling.Trials = sum.Shards * sampling.Batch()
		if err := sampling.Check(sum.Tally); err != nil {
			return false, err
		}
		return false, r.fits(false) // the sum does not show that one batch stands for another
	}
	totals, err := r.space.Totals(sum.Tally)
	if err != nil {
		return false, err
	}
	if totals.Covered.Cmp(totals.Whole) < 0 && !finished {
		return false, r.fits(false)
	}
	if _, _, err = enum.Prove(r.space, sum.Tally); err == nil {
		err = r.fits(finished)
	}
	// Shards in which nothing is may still be missing from one that is not finished.
	return err == nil && (finished || r.fits(true) == nil), err
}
