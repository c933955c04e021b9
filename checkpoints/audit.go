package checkpoints

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
)

// An Audit looks for faults in a database.
type Audit struct {
	// Space returns the space of a run's key, or an error if this program does not have it. For a sample, it must
	// return a sampling.Sampling with at least the stored trials.
	Space func(Key) (enum.Space, error)
	Rerun Rerun // selects the stored shards to compute again; a Share of 0 selects none
	// If Record is set, the header of each run without faults gets a record of its check.
	Record bool
	// Sign, if not nil, signs the runs without faults. OnSign is called for each signed run.
	Sign   *Signer
	OnSign func(run uint64, k Key)
	// OnRerun, if not nil, is called for each run whose recomputed shards all agree.
	OnRerun func(run uint64, k Key, c Check)
	// Fault is called for each fault, in the order in which they are found.
	Fault func(error)
	// Remark is called for each run that could not be checked or signed, with the reason.
	Remark func(string)
}

// Audited counts what an audit has checked. Rerun is the number of shards that it recomputed.
type Audited struct {
	Runs, Shards, Rerun, Faults uint64
}

// Check passes all faults of the database at path to a.Fault: damaged pages and records, records that cannot be
// decoded, totals that are not the sum of their shards, sums without the known numbers of games and classes, runs that
// contradict each other, and shards that differ when they are recomputed. It returns an error only if the audit could
// not be carried out.
func (a Audit) Check(ctx context.Context, path string) (Audited, error) {
	c := &auditCheck{Audit: a, path: path}
	err := c.check(ctx)
	return c.result, err
}

type auditCheck struct {
	Audit
	path     string
	store    *Store    // for storing checks and signatures, nil to store none
	findings []finding // of the complete runs so far that agree with each other
	result   Audited
}

func (c *auditCheck) fault(err error) {
	c.result.Faults++
	c.Fault(err)
}

func (c *auditCheck) check(ctx context.Context) error {
	readable, err := c.checkFile()
	if err != nil || !readable {
		return err
	}

	runs, err := readAll(c.path, c.fault)
	if err != nil {
		return err
	}

	if c.Record || c.Sign != nil {
		c.store, err = Open(c.path)
		if err != nil {
			return err
		}
		defer c.store.Close()
	}

	for _, r := range runs {
		c.result.Runs++
		if err := c.checkRun(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// checkFile passes the damaged pages and records of the file to c.fault. It reports whether the audit can go on with
// the runs: the file can be opened, and no records except those of contributors are damaged. err is set only if the
// check could not be made.
func (c *auditCheck) checkFile() (readable bool, err error) {
	readable = true
	err = db.Check(c.path, func(err error) {
		readable = readable && (errors.Is(err, db.ErrTorn) || errors.Is(err, db.ErrContributor)) // these two are harmless
		c.fault(err)
	})

	switch {
	case c.result.Faults > 0: // err only repeats that there are faults
		return readable, nil
	case errors.Is(err, db.ErrTruncated), errors.Is(err, db.ErrCorrupt), errors.Is(err, db.ErrChecksum):
		c.fault(err) // the file is too damaged to be opened
		return false, nil
	}
	return err == nil, err
}

// checkRun looks for faults of the run r. If it finds none, it stores the requested checks and signature.
func (c *auditCheck) checkRun(ctx context.Context, r *snapshot) error {
	before := c.result.Faults
	name := fmt.Sprintf("run %d, a %v", r.id, r.header.Key)

	// If this program cuts the games into other shards than the run, the run's shards cannot be recomputed, so
	// space is nil. But tallySpace is kept, because the meaning of a tally does not depend on the shards.
	space, err := r.header.SpaceOf(c.Space)
	tallySpace := space
	switch {
	case errors.Is(err, ErrProof):
		c.fault(fmt.Errorf("%s: %w", name, err))
		return nil
	case err != nil:
		c.Remark(fmt.Sprintf("%s, can be neither proved nor recomputed: %v", name, err))
		space, tallySpace = nil, nil
	case space.Fingerprint() != r.header.Fingerprint:
		c.fault(fmt.Errorf("%s, cannot be recomputed: it was %w (fingerprint %q, this program's is %q); audit it with the version of the program that made it", name, ErrFingerprint, r.header.Fingerprint, space.Fingerprint()))
		space = nil
	}

	if err := r.contents.loss; err != nil {
		c.fault(err)
		return nil
	}
	r.space = space
	c.result.Shards += r.contents.sum.Shards

	if _, err := signedBy(r.header, r.contents); err != nil {
		c.fault(fmt.Errorf("%s: %w", name, err))
	}
	if r.auditSums(c.fault) {
		f := r.summary().finding(tallySpace)
		if err := f.contradicts(c.findings); err != nil {
			c.fault(err)
		} else {
			c.findings = append(c.findings, f)
		}
	}
	if space == nil || len(r.contents.shards) == 0 {
		return nil
	}

	checks, err := c.rerunShards(ctx, r, name)
	if err != nil {
		return err
	}
	faultless := c.result.Faults == before && r.contents.damage == nil
	nothingToStore := len(checks) == 0 && c.Sign == nil
	if !faultless || nothingToStore {
		return nil
	}
	signed, err := c.store.storeChecks(r, checks, c.Sign)
	switch {
	case err != nil:
		return err
	case signed:
		c.OnSign(r.id, r.header.Key)
	case c.Sign != nil:
		c.Remark(name + ", is not signed: it has changed since it was read")
	}
	return nil
}

// rerunShards computes a random selection of a run's shards again, and passes each that differs to c.fault. name names
// the run in messages. If all are equal and checks are recorded, rerunShards returns the check.
func (c *auditCheck) rerunShards(ctx context.Context, r *snapshot, name string) ([]Check, error) {
	if c.Rerun.Share <= 0 { // the audit was not asked to compute shards again
		return nil, nil
	}

	before := c.result.Faults
	check, err := r.rerun(ctx, c.Rerun, name, c.fault)
	if errors.Is(err, single.ErrNoJudge) { // the verdicts are those of a program of the user, which was not named
		c.Remark(fmt.Sprintf("%s, cannot be recomputed: %v", name, err))
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c.result.Rerun += check.Shards
	if c.result.Faults > before {
		return nil, nil
	}

	if c.OnRerun != nil {
		c.OnRerun(r.id, r.header.Key, check)
	}
	if !c.Record {
		return nil, nil
	}
	return []Check{check}, nil
}

// storeChecks stores checks in the header of the run r, unless it was deleted meanwhile. If the signer `by` is not nil
// and the stored shards are still those that the audit has read, storeChecks also signs the run, and returns true.
func (s *Store) storeChecks(r *snapshot, checks []Check, by *Signer) (signed bool, err error) {
	err = s.db.Update(func(tx *db.Tx) error {
		signed = false
		runs, err := s.headers(tx, nil)
		if err != nil {
			return err
		}

		i := slices.IndexFunc(runs, func(o *snapshot) bool {
			return o.id == r.id && o.header.same(r.header) && o.header.Started.Equal(r.header.Started)
		})
		if i < 0 {
			return nil
		}

		now := runs[i]
		if len(checks) > 0 {
			now.header.addChecks(checks...)
		}
		if by != nil {
			if err := now.read(tx, nil); err != nil {
				return err
			}
			equal := func(a, b shard) bool { return a.id == b.id && bytes.Equal(a.payload, b.payload) }
			signed = slices.EqualFunc(now.contents.shards, r.contents.shards, equal)
		}
		if signed {
			now.header.Signature, err = by.sign(now.header, now.contents)
			if err != nil {
				return err
			}
		}
		return putHeader(tx, now.id, now.header)
	})
	return signed && err == nil, err
}

// readAll reads all runs of the database at path. It calls fault for each run whose header cannot be decoded.
func readAll(path string, fault func(error)) (runs []*snapshot, err error) {
	d, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	s := &Store{db: d}
	runs, _, err = s.read(func(Header) bool { return true }, nil, fault, toList)
	return runs, errors.Join(err, s.Close())
}

// auditSums checks the sum of a run's shards, and the stored total of a finished run, which must be equal. It reports
// whether the run is whole: whether no shard is missing. If r.space is nil, because this program cuts the games into
// other shards, that cannot be checked, and a finished run counts as whole.
func (r *snapshot) auditSums(fault func(error)) (whole bool) {
	name := fmt.Sprintf("run %d, a %v", r.id, r.header.Key)
	finished := r.contents.total != nil
	whole = finished

	if r.space != nil {
		var err error
		whole, err = r.auditShape(finished)
		if err != nil {
			fault(fmt.Errorf("%s: %w: %w", name, ErrProof, err))
		}
	}

	if !finished {
		return whole
	}
	total, _, err := r.contents.total.decode(len(r.header.Verdicts))
	if err != nil {
		fault(fmt.Errorf("the total of run %d: %w", r.id, err))
	} else if !total.Equal(r.contents.sum.Tally) {
		fault(fmt.Errorf("%s: %w", name, errTotal))
	}
	return whole
}

// auditShape checks the shards of a run and their sum against the run's space, and reports whether no shard is missing;
// a sample is never whole. If the shards cover all labelled games, their sum must pass enum.Prove, i.e. have the known
// number of games and, if the classes follow from the sum, of classes.
func (r *snapshot) auditShape(finished bool) (whole bool, err error) {
	// The stored batches of a sample are complete, so their number determines the number of trials.
	sum := r.contents.sum
	if sample, ok := r.space.(sampling.Sampling); ok {
		if finished {
			return false, errors.New("a total is stored for this sample, but a sample is never finished")
		}
		sample.Trials = sum.Shards * sample.Batch()
		if err := sample.Check(sum.Tally); err != nil {
			return false, err
		}
		return false, r.fits(false) // the right sum does not exclude that one batch replaces another
	}

	// The sum of a part cannot be proved, but its shards must be shards of the space.
	totals, err := r.space.Totals(sum.Tally)
	if err != nil {
		return false, err
	}
	if totals.Coverage.Cmp(totals.Whole) < 0 && !finished {
		return false, r.fits(false)
	}

	_, _, err = enum.Prove(r.space, sum.Tally)
	if err != nil {
		return false, err
	}
	if err := r.fits(finished); err != nil {
		return false, err
	}
	// An unfinished run that covers all games may lack shards without games.
	return finished || r.fits(true) == nil, nil
}
