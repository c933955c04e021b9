package checkpoints

import (
	"fmt"

	"enumerate/db"
	"enumerate/enum"
)

// A Merged says what became of one run that was merged.
type Merged struct {
	Header
	From, Into    uint64 // the run's number in either database
	Added, Double uint64 // shards that were new, and that were there already
}

// Merge joins the runs of another database into this one: each into the newest
// run of the same key and fingerprint, or a new one. A shard that both have must
// have equal tallies; if one does not, the error is ErrContradiction. Either all
// of the other database is merged or nothing.
func (s *Store) Merge(other *Store) ([]Merged, error) {
	var merged []Merged
	err := s.db.Update(func(into *db.Tx) error {
		return other.db.View(func(from *db.Tx) error {
			return eachRun(from, func(id uint64, h Header) error {
				target, err := newest(into, h)
				if err != nil {
					return err
				}
				if target == 0 {
					header, err := h.encode()
					if err != nil {
						return err
					}
					if target, err = into.CreateRun(header); err != nil {
						return err
					}
				}
				c, err := mergeRun(from, id, into, target, h)
				if err != nil {
					return fmt.Errorf("run %d of %s and run %d of %s, a %v: %w", id, other.Path(), target, s.Path(), h.Key, err)
				}
				merged = append(merged, Merged{h, id, target, c.added, c.double})
				return nil
			})
		})
	})
	if err != nil {
		return nil, err
	}
	return merged, nil
}

// mergeRun merges one run. A finished one has all its shards: none can be new to
// it, and what the target comes to with them must be its total.
func mergeRun(from *db.Tx, source uint64, into *db.Tx, target uint64, h Header) (compared, error) {
	missing := missingAdded
	if _, finished, err := into.Total(target); err != nil {
		return compared{}, err
	} else if finished {
		missing = missingContradicts
	}
	c, err := compareShards(from, source, into, target, h, missing)
	if err != nil {
		return c, err
	}
	total, finished, err := from.Total(source)
	if err != nil || !finished {
		return c, err
	}
	tally, took, err := decodeTally(total, len(h.Verdicts))
	if err != nil {
		return c, fmt.Errorf("the total of run %d: %w", source, err)
	}
	sum, err := sumShards(into, target, h, enum.Part{}.Contains)
	if err != nil {
		return c, err
	}
	if !sum.Tally.Equal(tally) {
		return c, fmt.Errorf("%w: one of them is finished, and together they come to something else: %s", ErrContradiction, difference(h, tally, sum.Tally))
	}
	return c, putTotal(into, target, h, Sum{sum.Shards, tally, took})
}

// newest returns the newest run of a header's key and fingerprint, or 0.
func newest(tx *db.Tx, h Header) (run uint64, err error) {
	err = eachRun(tx, func(id uint64, stored Header) error {
		if stored.Key == h.Key && stored.Fingerprint == h.Fingerprint {
			run = id
		}
		return nil
	})
	return run, err
}
