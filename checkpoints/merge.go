package checkpoints

import (
	"fmt"
	"slices"

	"enumerate/enum"
)

// A Merged says what became of one run that was merged.
type Merged struct {
	Header
	Path          string // of the database that it was in
	From, Into    uint64 // the run's number in either database
	Added, Double uint64 // shards that were new, and that were there already
	Check         Check  // of the shards offered, what Offer.Verify has walked again
	SignedBy      string // the fingerprint of the key, if the run was signed
}

// Merge joins the runs of other databases into this one: each into the newest
// run of the same key and fingerprint, or a new one. A shard that both have must
// have equal tallies. What is complete then must prove itself, and have the totals of all
// complete runs of its ruleset and size, by whatever method; a run whose space spaceOf does not
// know is compared with those of its own key. The error is ErrContradiction or ErrProof, and
// then nothing is merged. What the others say of their contributors is kept, of their checks only those that
// were made here.
func (s *Store) Merge(spaceOf func(Key) (enum.Space, error), others ...*Offer) (merged []Merged, err error) {
	question := func(h Header) Key { return Key{Ruleset: h.Ruleset, Size: h.Size} } // that runs of all methods answer
	there := make(map[Key]bool)
	for _, o := range others {
		for _, r := range o.runs {
			there[question(r.header)] = true
		}
	}
	err = s.change(func(h Header) bool { return there[question(h)] }, nil, func(c *change) error {
		merged = nil
		for _, o := range others {
			list, err := c.mergeOffer(o)
			if err != nil {
				return err
			}
			merged = append(merged, list...)
		}
		return c.agree(merged, spaceOf)
	})
	return merged, err
}

// mergeOffer merges the runs of one database.
func (c *change) mergeOffer(other *Offer) (merged []Merged, err error) {
	newest := make(map[identity]*record)
	for _, r := range c.runs {
		newest[r.header.identity()] = r
	}
	for _, from := range other.runs {
		if from.empty() {
			continue
		}
		target := newest[from.header.identity()]
		if target == nil {
			if target, err = c.create(from.header.bare()); err != nil {
				return nil, err
			}
			newest[from.header.identity()] = target
		}
		added, double, err := c.merge(from, target)
		check, checked := other.checks[from.id]
		if checked && err == nil {
			err = c.confirm(target, []Check{check})
		}
		if err != nil {
			return nil, fmt.Errorf("run %d of %s and run %d of %s, a %v: %w", from.id, other.path, target.id, c.store.Path(), from.header.Key, err)
		}
		merged = append(merged, Merged{from.header, other.path, from.id, target.id, added, double, check, other.signers[from.id]})
	}
	return merged, nil
}

// empty reports whether a run has nothing to merge: none of this program is so.
func (r *record) empty() bool {
	return len(r.stored.shards) == 0 && r.stored.total == nil && r.stored.damage == nil
}

// merge merges one run. A finished one has all its shards: none can be new to it, and what
// the target sums to with them must be its total.
func (c *change) merge(from, target *record) (new, double uint64, err error) {
	h := target.header
	if !slices.Equal(from.header.Verdicts, h.Verdicts) {
		return 0, 0, fmt.Errorf("%w: the verdicts of one are %.200q, of the other %.200q", ErrContradiction, from.header.Verdicts, h.Verdicts)
	}
	added, double, err := compareShards(from.stored, target.stored, h)
	if err != nil {
		return 0, 0, err
	}
	if err := c.add(target, from, added); err != nil {
		return 0, 0, err
	}
	new = uint64(len(added))
	if from.stored.total == nil {
		return new, double, nil
	}
	total, _, err := from.stored.total.decode(len(h.Verdicts))
	if err != nil {
		return 0, 0, fmt.Errorf("the total of run %d: %w", from.id, err)
	}
	if sum := target.stored.sum.Tally; !sum.Equal(total) {
		return 0, 0, fmt.Errorf("%w: one of them is finished, and together they sum to something else: %s", ErrContradiction, h.difference(total, sum))
	}
	return new, double, c.finish(target)
}

// agree returns an error unless the runs that were merged prove themselves, as far as they are complete,
// and have the totals of all complete runs of their ruleset and size.
func (c *change) agree(merged []Merged, spaceOf func(Key) (enum.Space, error)) error {
	paths := make(map[uint64][]string) // of what was merged into a run
	for _, m := range merged {
		paths[m.Into] = append(paths[m.Into], m.Path)
	}
	var found, joined []finding // all, and those that were merged
	for _, r := range c.runs {
		from, finished := paths[r.id], r.stored.total != nil
		if r.header.Worker != "" || enum.IsSampling(r.header.Method) || r.stored.damage != nil || from == nil && !finished {
			continue
		}
		space, err := r.header.SpaceOf(spaceOf)
		if err != nil && !finished {
			continue
		}
		this := r.summary().finding(space)
		this.from = slices.Compact(from)
		if from != nil && err == nil {
			totals, err := space.Totals(r.stored.sum.Tally)
			if err == nil && !finished && totals.Covered.Cmp(totals.Whole) < 0 {
				continue
			}
			if _, _, err = enum.Prove(space, r.stored.sum.Tally); err != nil {
				return fmt.Errorf("%s: %v: %w: %w", c.store.Path(), this, ErrProof, err)
			}
		}
		others := found
		if from == nil { // what was there before is not this merge's
			others = joined
		} else {
			joined = append(joined, this)
		}
		if err := this.contradicts(others); err != nil {
			return fmt.Errorf("%s: %w", c.store.Path(), err)
		}
		found = append(found, this)
	}
	return nil
}
