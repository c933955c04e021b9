package checkpoints

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"enumerate/enum"
)

// An Offer is the content of a database, to be merged into another one.
type Offer struct {
	path    string
	runs    []*snapshot
	leftOut bool             // whether Validate has left out runs
	checks  map[uint64]Check // by run, the checks of Verify

	signers map[uint64]string // by run, the fingerprint of the key that signed it, "" if it is not signed
	wrong   map[uint64]error  // by run, why its signature is not valid
}

// Offer reads the runs of a database, to be merged into another database. It drops the keys of workers, their bans, and
// who confirmed which shard: a coordinator that continues the run would rely on these claims, which this machine cannot
// check. It returns an error if a run is damaged.
func (s *Store) Offer() (*Offer, error) {
	runs, err := s.match(func(Header) bool { return true })
	if err != nil {
		return nil, err
	}

	o := &Offer{path: s.Path(), runs: runs, checks: make(map[uint64]Check), signers: make(map[uint64]string), wrong: make(map[uint64]error)}
	for _, r := range runs {
		if err := r.contents.damage; err != nil {
			return nil, fmt.Errorf("%w; %s", s.named(err), restoreAdvice)
		}
		key, err := signedBy(r.header, r.contents)
		if err != nil {
			o.wrong[r.id] = err
		}
		o.signers[r.id] = key

		// The signature was checked before, because it covers the dropped claims.
		for _, list := range [][]Contributor{r.header.Contributors, r.contents.contributors.list} {
			for i, m := range list {
				list[i] = Contributor{Host: m.Host, Version: m.Version, Started: m.Started, Shards: m.Shards, SignedBy: key}
			}
		}
		for i, s := range r.contents.shards {
			who := s.provenance()
			if who.Confirmer != 0 {
				r.contents.shards[i].payload = s.withProvenance(Provenance{Contributor: who.Contributor})
			}
		}
	}
	return o, nil
}

// Validate checks the offered runs without computing anything again. It returns an error if a run has an invalid
// signature, or cannot be right: this program must know its size and verdicts, and its shards must not count more games
// than there are or, if it is finished, fewer.
//
// Validate leaves out runs of rulesets and methods that this program does not have, with a remark.
func (o *Offer) Validate(spaceOf func(Key) (enum.Space, error), remark func(string)) error {
	var merged []*snapshot
	for _, r := range o.runs {
		if err := o.wrong[r.id]; err != nil {
			return fmt.Errorf("%s: run %d, a %v, is not merged: %w", o.path, r.id, r.header.Key, err)
		}

		space, err := r.header.SpaceOf(spaceOf)
		if errors.Is(err, ErrForeign) {
			remark(fmt.Sprintf("run %d, a %v, is left out: %v", r.id, r.header.Key, err))
			o.leftOut = true
			continue
		}

		if err == nil {
			r.space = space
			_, err = r.auditShape(r.contents.total != nil)
			r.space = nil
		}

		if err != nil && !errors.Is(err, ErrProof) {
			err = fmt.Errorf("%w: %w", ErrProof, err)
		}
		if err != nil {
			return fmt.Errorf("%s: run %d, a %v, is not merged: %w", o.path, r.id, r.header.Key, err)
		}

		merged = append(merged, r)
	}
	o.runs = merged
	return nil
}

// LeftOut reports whether Validate has left out runs.
func (o *Offer) LeftOut() bool { return o.leftOut }

// Foreign reports whether Validate has left out all runs.
func (o *Offer) Foreign() bool { return o.leftOut && len(o.runs) == 0 }

// Verify computes some shards of each offered run again, selected by q. For each run it keeps a Check (a record that
// the shards were recomputed and equal), which Merge will store. spaceOf returns the space of a key. The error is
// ErrContradiction if a shard differs, and ErrProof if a run has shards that its space does not have. Any other error
// says why this program cannot compute the shards of a run.
func (o *Offer) Verify(ctx context.Context, spaceOf func(Key) (enum.Space, error), q Rerun) error {
	for _, r := range o.runs {
		name := fmt.Sprintf("%s: run %d, a %v", o.path, r.id, r.header.Key)
		if len(r.contents.shards) == 0 {
			continue
		}
		check, err := r.verify(ctx, spaceOf, q, name)
		if err != nil {
			return err
		}
		o.checks[r.id] = check
	}
	return nil
}

// verify computes some shards of one run again, selected by q, and compares them with the stored ones; see Verify.
// Messages call the run `name`. If shards differ, the error describes the first one, and gives the number of the
// others.
func (r *snapshot) verify(ctx context.Context, spaceOf func(Key) (enum.Space, error), q Rerun, name string) (check Check, err error) {
	if r.space, err = r.header.SpaceOf(spaceOf); err != nil {
		return Check{}, fmt.Errorf("%s, cannot be recomputed: %w", name, err)
	}
	if c, ok := r.space.(io.Closer); ok {
		defer func() { err = cmp.Or(err, c.Close()) }()
	}
	if own := r.space.Fingerprint(); own != r.header.Fingerprint {
		return Check{}, fmt.Errorf("%s, cannot be recomputed: it was %w (fingerprint %q, this program's is %q)", name, ErrFingerprint, r.header.Fingerprint, own)
	}

	// Shards may be missing (false), but those that the run has must be shards of its space.
	if err := r.fits(false); err != nil {
		return Check{}, fmt.Errorf("%s: %w: %w", name, ErrProof, err)
	}

	var first error
	faults := 0
	check, err = r.rerun(ctx, q, name, func(err error) {
		first = cmp.Or(first, err)
		faults++
	})
	if err == nil && faults > 1 {
		first = fmt.Errorf("%w; and %d more faults", first, faults-1)
	}
	return check, cmp.Or(err, first)
}
