package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"

	"enumerate/db"
	"enumerate/enum"
)

// An Audit says how to audit a database.
type Audit struct {
	// Space returns the space of a run, or an error if this program has none; of
	// a sample, an enum.Sampling of more trials than are stored.
	Space func(Key) (enum.Space, error)
	// Rerun is the share of stored shards, 0 to 1, that are walked again and
	// compared. If it is not 0 that is at least one shard of every run.
	Rerun   float64
	Seed    uint64 // decides which
	Workers int
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
	err := db.Check(path, fault)
	switch {
	case done.Faults > 0:
		return done, nil // what damaged records say is not worth a look
	case errors.Is(err, db.ErrTruncated), errors.Is(err, db.ErrCorrupt), errors.Is(err, db.ErrChecksum):
		fault(err) // too damaged to be opened
		return done, nil
	case err != nil:
		return done, err
	}
	s, err := OpenReadOnly(path)
	if err != nil {
		return done, err
	}
	defer s.Close()
	var runs []Summary
	err = s.db.View(func(tx *db.Tx) error {
		return tx.Runs(func(id uint64, header []byte) error {
			h, err := decodeHeader(header)
			if err != nil {
				fault(fmt.Errorf("run %d: %w", id, err))
				return nil
			}
			runs = append(runs, Summary{ID: id, Header: h})
			return nil
		})
	})
	if err != nil {
		return done, err
	}
	var found []complete // and in agreement with each other
	for _, run := range runs {
		done.Runs++
		space, err := a.Space(run.Key)
		same := space // what the tallies mean is the same in every enumeration
		if err != nil {
			a.Remark(fmt.Sprintf("run %d, a %v, can be neither proved nor walked again: %v", run.ID, run.Key, err))
			space, same = nil, nil
		} else if space.Fingerprint() != run.Fingerprint {
			fault(fmt.Errorf("run %d, a %v, was %w (%q, this program's is %q): its shards cannot be walked again", run.ID, run.Key, ErrFingerprint, run.Fingerprint, space.Fingerprint()))
			space = nil
		}
		r := &Run{store: s, space: space, id: run.ID, header: run.Header}
		var whole bool
		if run.Sum, whole, err = r.auditSums(fault); err != nil {
			return done, err
		}
		done.Shards += run.Shards
		if whole {
			c := completeRun(run, same)
			if err := c.contradicts(found); err != nil {
				fault(err)
			} else {
				found = append(found, c)
			}
		}
		if space == nil || a.Rerun == 0 || run.Shards == 0 {
			continue
		}
		rerun, err := r.rerun(ctx, a, run.Shards, fault)
		if err != nil {
			return done, err
		}
		done.Rerun += rerun
	}
	return done, nil
}

// auditSums checks all that can be said of a run without walking. It returns what
// its shards come to, and whether they are all there are.
func (r *Run) auditSums(fault func(error)) (sum Sum, whole bool, err error) {
	err = r.store.db.View(func(tx *db.Tx) error {
		sum, err = sumShards(tx, r.id, r.header, enum.Part{}.Contains)
		if err != nil {
			fault(err)
			sum = newSum(len(r.header.Verdicts))
			return nil
		}
		stored, finished, err := tx.Total(r.id)
		if err != nil {
			return err
		}
		whole = finished
		if r.space != nil {
			if whole, err = r.auditShape(sum, finished); err != nil {
				fault(fmt.Errorf("run %d, a %v: %w: %w", r.id, r.header.Key, ErrProof, err))
			}
		}
		if !finished {
			return nil
		}
		total, _, err := decodeTally(stored, len(r.header.Verdicts))
		if err != nil {
			fault(fmt.Errorf("the total of run %d: %w", r.id, err))
		} else if !total.Equal(sum.Tally) {
			fault(fmt.Errorf("run %d, a %v: %w: its shards do not sum to its stored total", r.id, r.header.Key, ErrContradiction))
		}
		return nil
	})
	return sum, whole, err
}

// auditShape compares the sum of the shards with what is known of the space. A run
// that covers everything is whole, and proves itself, even if nobody has finished
// it; one that is unfinished and does not may be right.
//
// A sample is never finished; its batches are whole.
func (r *Run) auditShape(sum Sum, finished bool) (whole bool, err error) {
	if sampling, ok := r.space.(enum.Sampling); ok {
		if finished {
			return false, errors.New("a sample has a total")
		}
		sampling.Trials = sum.Shards * sampling.Batch()
		return false, sampling.Check(sum.Tally)
	}
	covered, all, err := r.space.Coverage(sum.Tally)
	if err != nil {
		return false, err
	}
	if covered.Cmp(all) < 0 && !finished {
		return false, nil
	}
	_, err = enum.Prove(r.space, sum.Tally)
	return err == nil, err
}

// rerun walks shards again that were picked at random.
func (r *Run) rerun(ctx context.Context, a Audit, shards uint64, fault func(error)) (uint64, error) {
	random := rand.New(rand.NewPCG(a.Seed, r.id))
	always := random.Uint64N(shards) // so that there is at least one
	picked := make(map[uint64]bool)
	var i uint64
	err := r.store.db.View(func(tx *db.Tx) error {
		return tx.Shards(r.id, func(shard uint64, _ []byte) error {
			if random.Float64() < a.Rerun || i == always {
				picked[shard] = true
			}
			i++
			return nil
		})
	})
	if err != nil {
		return 0, err
	}
	var rerun uint64
	wrong := make(map[uint64]error) // by shard: they come in no order
	plan := enum.Plan{Workers: a.Workers, Done: func(id uint64) (bool, error) { return !picked[id], nil }}
	if len(picked) == 0 {
		return 0, nil
	}
	last := slices.Max(slices.Collect(maps.Keys(picked)))
	err = enum.Run(ctx, upTo{r.space, last}, plan, func(result enum.Result) error {
		rerun++
		stored, err := r.tally(result.Shard.ID)
		if err == nil && !result.Tally.Equal(stored) {
			wrong[result.Shard.ID] = fmt.Errorf("run %d, a %v, shard %d: %w, as stored and walked again: %s",
				r.id, r.header.Key, result.Shard.ID, ErrContradiction, difference(r.header, stored, result.Tally))
		}
		return err
	})
	for _, shard := range slices.Sorted(maps.Keys(wrong)) {
		fault(wrong[shard])
	}
	if err == nil && rerun < uint64(len(picked)) {
		fault(fmt.Errorf("run %d, a %v: %w: %d of its shards are not shards of the space", r.id, r.header.Key, ErrProof, uint64(len(picked))-rerun))
	}
	return rerun, err
}

// An upTo is a space that ends with a shard; a sample has no end of its own.
type upTo struct {
	enum.Space
	last uint64
}

func (u upTo) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for shard := range u.Space.Shards() {
			if shard.ID > u.last || !yield(shard) {
				return
			}
		}
	}
}

// tally returns the tally of a stored shard.
func (r *Run) tally(shard uint64) (tally *enum.Tally, err error) {
	err = r.store.db.View(func(tx *db.Tx) error {
		payload, _, err := tx.Shard(r.id, shard)
		if err != nil {
			return err
		}
		tally, _, err = decodeTally(payload, len(r.header.Verdicts))
		return err
	})
	return tally, err
}
