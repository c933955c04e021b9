package checkpoints

import (
	"fmt"
	"slices"

	"enumerate/enum"
)

// Merged is the result of merging one run.
type Merged struct {
	Header
	Path                  string // of the database that the run comes from
	From, Into            uint64 // the run's number in that database and in this one
	Additions, Duplicates uint64 // the numbers of shards that are new here, and that were stored here already
	Check                 Check  // of Offer.Verify, zero if it was not called
	SignedBy              string // the fingerprint of the key, "" if the run was not signed
}

// Merge merges the runs of other databases into this one: each run into the newest run with the same key and
// fingerprint, or into a new run. If the error is ErrContradiction or ErrProof, nothing is merged.
//
// If both runs have a shard, the tallies must be equal. If a run has all shards after the merge, it must pass
// enum.Prove, and must have the same totals as all complete runs of its ruleset and size, by any method. The function
// spaceOf returns the space of a key; the space turns tallies into totals. If spaceOf returns an error, Merge knows no
// totals, and compares the tally of a finished run only with the tallies of runs of its own key.
//
// Merge keeps the names of the contributors. It records which runs Offer.Verify has checked by recomputing shards. It
// drops the records of such checks in the other databases, because they may be false.
func (s *Store) Merge(spaceOf func(Key) (enum.Space, error), others ...*Offer) (merged []Merged, err error) {
	size := func(h Header) Key { return Key{Ruleset: h.Ruleset, Size: h.Size} }
	offered := make(map[Key]bool)
	for _, o := range others {
		for _, r := range o.runs {
			offered[size(r.header)] = true
		}
	}

	err = s.change(func(h Header) bool { return offered[size(h)] }, nil, func(c *change) error {
		merged = nil // change may call this function again
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

// mergeOffer merges the runs of one other database; see Merge.
func (c *change) mergeOffer(other *Offer) (merged []Merged, err error) {
	newest := make(map[identity]*snapshot)
	for _, r := range c.runs {
		newest[r.header.identity()] = r
	}

	for _, from := range other.runs {
		if from.empty() {
			continue
		}
		target := newest[from.header.identity()]
		if target == nil {
			target, err = c.create(from.header.withoutClaims())
			if err != nil {
				return nil, err
			}
			newest[from.header.identity()] = target
		}

		added, double, err := c.merge(from, target)
		check, checked := other.checks[from.id]
		if checked && err == nil {
			err = c.addChecks(target, []Check{check})
		}
		if err != nil {
			return nil, fmt.Errorf("run %d of %s and run %d of %s, a %v: %w", from.id, other.path, target.id, c.store.Path(), from.header.Key, err)
		}
		merged = append(merged, Merged{from.header, other.path, from.id, target.id, added, double, check, other.signers[from.id]})
	}
	return merged, nil
}

// empty reports whether a run has nothing to merge. This program never stores an empty run.
func (r *snapshot) empty() bool {
	return len(r.contents.shards) == 0 && r.contents.total == nil && r.contents.damage == nil
}

// merge adds the shards of the run `from` to the target. It returns the number of shards that are new in the target,
// and the number of shards that both runs had before. If `from` is finished, the target's shards must now sum to the
// total of `from`, and merge finishes the target.
func (c *change) merge(from, target *snapshot) (new, double uint64, err error) {
	h := target.header
	if !slices.Equal(from.header.Verdicts, h.Verdicts) {
		return 0, 0, fmt.Errorf("%w: the verdicts of one are %.200q, of the other %.200q", ErrContradiction, from.header.Verdicts, h.Verdicts)
	}

	added, double, err := compareShards(from.contents, target.contents, h)
	if err != nil {
		return 0, 0, err
	}
	if err := c.add(target, from, added); err != nil {
		return 0, 0, err
	}

	new = uint64(len(added))
	if from.contents.total == nil {
		return new, double, nil
	}

	total, _, err := from.contents.total.decode(len(h.Verdicts))
	if err != nil {
		return 0, 0, fmt.Errorf("the total of run %d: %w", from.id, err)
	}
	if sum := target.contents.sum.Tally; !sum.Equal(total) {
		return 0, 0, fmt.Errorf("%w: the merged shards do not sum to the total of the finished run: %s", ErrContradiction, h.difference(total, sum))
	}
	return new, double, c.finish(target)
}

// agree checks the runs of the database before a merge is committed. Each merged run that has all its shards must pass
// its proof, and must have the same totals as all other complete runs of its ruleset and size. A contradiction between
// two earlier runs is not the fault of the merge, and is ignored.
func (c *change) agree(merged []Merged, spaceOf func(Key) (enum.Space, error)) error {
	paths := make(map[uint64][]string) // by run, the databases that were merged into it
	for _, m := range merged {
		paths[m.Into] = append(paths[m.Into], m.Path)
	}

	var all, merges []finding // the results of all complete runs so far, and of the merged ones among them

	for _, r := range c.runs {
		from, finished := paths[r.id], r.contents.total != nil
		comparable := r.header.Worker == "" && !enum.IsSampling(r.header.Method) && r.contents.damage == nil
		if !comparable || from == nil && !finished {
			continue
		}
		space, err := r.header.SpaceOf(spaceOf)
		if err != nil && !finished {
			continue
		}

		// A run that covers only a part of the space cannot be proved.
		own := r.summary().finding(space)
		own.from = slices.Compact(from)
		if from != nil && err == nil {
			totals, err := space.Totals(r.contents.sum.Tally)
			if err == nil && !finished && totals.Coverage.Cmp(totals.Whole) < 0 {
				continue
			}
			_, _, err = enum.Prove(space, r.contents.sum.Tally)
			if err != nil {
				return fmt.Errorf("%s: %v: %w: %w", c.store.Path(), own, ErrProof, err)
			}
		}

		others := all
		if from == nil {
			others = merges
		} else {
			merges = append(merges, own)
		}
		if err := own.contradicts(others); err != nil {
			return fmt.Errorf("%s: %w", c.store.Path(), err)
		}
		all = append(all, own)
	}
	return nil
}
