package checkpoints

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"enumerate/enum"
)

// An Offer is what a database offers to be merged into another one: its runs, as they were
// when it was read.
type Offer struct {
	path   string
	runs   []*record
	checks map[uint64]Check // by run, what Verify has walked again

	signers map[uint64]string // by run, the fingerprint of the key that has signed it
	wrong   map[uint64]error  // by run, what is wrong with its signature
}

// Offer reads what is stored.
func (s *Store) Offer() (*Offer, error) {
	runs, err := s.match(func(Header) bool { return true })
	o := &Offer{s.Path(), runs, make(map[uint64]Check), make(map[uint64]string), make(map[uint64]error)}
	for _, r := range runs {
		if r.stored.damage != nil {
			continue
		}
		key, err := signedBy(r.header, r.stored)
		if err != nil {
			o.wrong[r.id] = err
		}
		o.signers[r.id] = key
		for _, list := range [][]Contributor{r.header.Contributors, r.stored.contributors.list} {
			for i, m := range list { // what it says of others' keys, of workers, coordinators and bans is not known here
				list[i] = Contributor{Host: m.Host, Version: m.Version, Started: m.Started, Shards: m.Shards, SignedBy: key}
			}
		}
		for i, s := range r.stored.shards { // nor is who has confirmed it
			if who, _, _, _ := s.split(); who.Confirmer != 0 {
				r.stored.shards[i].payload = s.by(Provenance{Contributor: who.Contributor})
			}
		}
	}
	return o, err
}

// Validate returns an error unless every run is signed as it is, if it is signed, and can be what it says: a size and verdicts of a ruleset
// and method that there are, with shards that sum to no more than there is, and to all of it if
// it is finished. What tallies mean is the same in every enumeration.
func (o *Offer) Validate(spaceOf func(Key) (enum.Space, error)) error {
	for _, r := range o.runs {
		if err := r.stored.damage; err != nil {
			return fmt.Errorf("%s: %w", o.path, err)
		}
		if err := o.wrong[r.id]; err != nil {
			return fmt.Errorf("%s: run %d, a %v, is not merged: %w", o.path, r.id, r.header.Key, err)
		}
		space, err := r.header.SpaceOf(spaceOf)
		if err == nil {
			r.space = space
			_, err = r.auditShape(r.stored.total != nil)
			r.space = nil
		}
		if err != nil && !errors.Is(err, ErrProof) {
			err = fmt.Errorf("%w: %w", ErrProof, err)
		}
		if err != nil {
			return fmt.Errorf("%s: run %d, a %v, is not merged: %w", o.path, r.id, r.header.Key, err)
		}
	}
	return nil
}

// Verify walks some shards of each run again before they are believed. The error is that of
// the first shard that differs, ErrContradiction; that of a run that has shards which are none,
// ErrProof; or that of a run which this program cannot walk.
func (o *Offer) Verify(ctx context.Context, spaceOf func(Key) (enum.Space, error), q Rerun) error {
	for _, r := range o.runs {
		name := fmt.Sprintf("%s: run %d, a %v", o.path, r.id, r.header.Key)
		if err := r.stored.damage; err != nil {
			return fmt.Errorf("%s: %w", o.path, err)
		}
		if len(r.stored.shards) == 0 {
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

func (r *record) verify(ctx context.Context, spaceOf func(Key) (enum.Space, error), q Rerun, name string) (check Check, err error) {
	if r.space, err = r.header.SpaceOf(spaceOf); err != nil {
		return Check{}, fmt.Errorf("%s, cannot be walked again: %w", name, err)
	}
	if c, ok := r.space.(io.Closer); ok {
		defer func() { err = cmp.Or(err, c.Close()) }()
	}
	if own := r.space.Fingerprint(); own != r.header.Fingerprint {
		return Check{}, fmt.Errorf("%s, cannot be walked again: it was %w (%q, this program's is %q)", name, ErrFingerprint, r.header.Fingerprint, own)
	}
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
