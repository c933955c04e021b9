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
	runs, err := readAll(path, fault)
	if err != nil {
		return done, err
	}
	var found []complete // and in agreement with each other
	for _, r := range runs {
		done.Runs++
		run := fmt.Sprintf("run %d, a %v", r.id, r.header.Key)
		space, err := a.Space(r.header.Key)
		same := space // what the tallies mean is the same in every enumeration
		if err != nil {
			a.Remark(fmt.Sprintf("%s, can be neither proved nor walked again: %v", run, err))
			space, same = nil, nil
		} else if space.Fingerprint() != r.header.Fingerprint {
			fault(fmt.Errorf("%s, was %w (%q, this program's is %q): its shards cannot be walked again", run, ErrFingerprint, r.header.Fingerprint, space.Fingerprint()))
			space = nil
		}
		if err := r.stored.damage; err != nil {
			fault(err)
			continue
		}
		r.space = space
		done.Shards += r.stored.sum.Shards
		if r.auditSums(fault) {
			c := completeRun(r.summary(), same)
			if err := c.contradicts(found); err != nil {
				fault(err)
			} else {
				found = append(found, c)
			}
		}
		if space == nil || a.Rerun == 0 || len(r.stored.shards) == 0 {
			continue
		}
		rerun, err := r.rerun(ctx, a, fault)
		if err != nil {
			return done, err
		}
		done.Rerun += rerun
	}
	return done, nil
}

// readAll reads all runs of a database. Fault is told of headers that cannot be read.
func readAll(path string, fault func(error)) (runs []*Run, err error) {
	d, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	s := &Store{db: d}
	runs, _, err = s.read(func(Header) bool { return true }, nil, fault)
	return runs, errors.Join(err, s.Close())
}

// auditSums checks all that can be said of a run without walking, and reports whether its
// shards are all there are.
func (r *Run) auditSums(fault func(error)) (whole bool) {
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
func (r *Run) auditShape(finished bool) (whole bool, err error) {
	sum := r.stored.sum
	if sampling, ok := r.space.(enum.Sampling); ok {
		if finished {
			return false, errors.New("a sample has a total")
		}
		sampling.Trials = sum.Shards * sampling.Batch()
		return false, sampling.Check(sum.Tally)
	}
	totals, err := r.space.Totals(sum.Tally)
	if err != nil {
		return false, err
	}
	if totals.Covered.Cmp(totals.Whole) < 0 && !finished {
		return false, nil
	}
	_, _, err = enum.Prove(r.space, sum.Tally)
	return err == nil, err
}

// rerun walks shards again that are picked at random, at least one.
func (r *Run) rerun(ctx context.Context, a Audit, fault func(error)) (rerun uint64, err error) {
	name := fmt.Sprintf("run %d, a %v", r.id, r.header.Key)
	random := rand.New(rand.NewPCG(a.Seed, r.id))
	always := int(random.Uint64N(uint64(len(r.stored.shards))))
	picked := make(map[uint64]payload)
	last := uint64(0)
	for i, s := range r.stored.shards {
		if random.Float64() < a.Rerun || i == always {
			picked[s.id], last = s.payload, s.id
		}
	}
	wrong := make(map[uint64]error) // by shard: they come in no order
	plan := enum.Plan{Workers: a.Workers, Done: func(id uint64) bool { return picked[id] == nil }}
	err = enum.Run(ctx, upTo{r.space, last}, plan, func(result enum.Result) error {
		rerun++
		id := result.Shard.ID
		stored, _, err := picked[id].decode(len(r.header.Verdicts))
		if err == nil && !result.Tally.Equal(stored) {
			wrong[id] = fmt.Errorf("%s, shard %d: %w, as stored and walked again: %s", name, id, ErrContradiction, difference(r.header, stored, result.Tally))
		}
		return err
	})
	for _, id := range slices.Sorted(maps.Keys(wrong)) {
		fault(wrong[id])
	}
	if missing := uint64(len(picked)) - rerun; err == nil && missing > 0 {
		fault(fmt.Errorf("%s: %w: %d of its shards are not shards of the space", name, ErrProof, missing))
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
