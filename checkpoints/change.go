package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"enumerate/db"
)

// A change is a transaction on some runs.
type change struct {
	store *Store
	tx    *db.Tx
	runs  []*snapshot // with what the change has done so far, oldest first
}

const lastAttempt = 3

// change calls f to change the runs whose header matches, in a transaction that stores all changes or none. f gets the
// current state of these runs, with their sums; it may be called more than once.
//
// Reading and adding up the runs takes time, so change does both before it locks the file, and again if another process
// has stored something by then. After lastAttempt such attempts, it reads the runs while the file is locked. kept is a
// run that the caller has read before, or nil; it is not read again if it is unchanged.
func (s *Store) change(match func(Header) bool, kept *snapshot, f func(*change) error) error {
	stale := errors.New("stored meanwhile")
	for attempt := 1; ; attempt++ {
		runs, at, err := s.read(match, kept, nil, toUse)
		if err != nil {
			return err
		}

		err = s.db.Update(func(tx *db.Tx) error {
			if tx.ID() != at+1 {
				if attempt <= lastAttempt {
					return stale
				}
				runs, err = s.readLocked(tx, match)
				if err != nil {
					return err
				}
			}
			return f(&change{s, tx, runs})
		})
		if err != stale {
			return err
		}
	}
}

// readLocked reads the runs whose header matches, with the sums of their shards, inside a transaction. Other processes
// wait meanwhile, so readLocked is called only after reading without a lock has failed several times.
func (s *Store) readLocked(tx *db.Tx, match func(Header) bool) ([]*snapshot, error) {
	runs, err := s.headers(tx, nil)
	if err != nil {
		return nil, err
	}
	runs = slices.DeleteFunc(runs, func(r *snapshot) bool { return !match(r.header) })

	for _, r := range runs {
		if err := r.read(tx, nil); err != nil {
			return nil, err
		}
		r.at = tx.ID() - 1 // what was read is the state after the transaction before tx
		r.addUp()
	}
	return runs, nil
}

// create creates a run, and adds it to the runs of the change.
func (c *change) create(h Header) (*snapshot, error) {
	id, err := createRun(c.tx, h)
	if err != nil {
		return nil, err
	}
	r := newSnapshot(h)
	r.id = id
	c.runs = append(c.runs, &r)
	return &r, nil
}

func createRun(tx *db.Tx, h Header) (uint64, error) {
	header, err := h.encode()
	if err != nil {
		return 0, err
	}
	return tx.CreateRun(header)
}

func putHeader(tx *db.Tx, run uint64, h Header) error {
	header, err := h.encode()
	if err != nil {
		return err
	}
	return tx.PutHeader(run, header)
}

// unsign removes the signature of a run that has changed.
func (r *snapshot) unsign(tx *db.Tx) error {
	if r.header.Signature == "" {
		return nil
	}
	r.header.Signature = ""
	return putHeader(tx, r.id, r.header)
}

func (c *change) addChecks(r *snapshot, checks []Check) error {
	if len(checks) == 0 {
		return nil
	}
	r.header.addChecks(checks...)
	return putHeader(c.tx, r.id, r.header)
}

func (c *change) delete(r *snapshot) error {
	c.runs = slices.DeleteFunc(slices.Clone(c.runs), func(o *snapshot) bool { return o == r })
	return c.tx.DeleteRun(r.id)
}

// add stores shards of another run, `from`, in the run r, which lacks them, and adds them to the sum of r.
func (c *change) add(r, from *snapshot, shards []shard) error {
	if len(shards) == 0 {
		return nil
	}

	before := r.contents
	after := &contents{
		contributors: before.contributors.clone(),
		added:        true,
		sum:          newSum(len(r.header.Verdicts)),
		total:        before.total,
		damage:       before.damage,
	}
	_, shards, err := r.adopt(c.tx, after.contributors, from, shards)
	if err != nil {
		return err
	}

	after.shards = slices.Concat(before.shards, shards)
	slices.SortFunc(after.shards, func(a, b shard) int { return a.compare(b.id) })
	after.sum.merge(before.sum)
	for _, s := range shards {
		tally, took, err := s.decode(len(r.header.Verdicts))
		if err != nil {
			return err
		}
		if err := after.sum.add(tally, took); err != nil {
			return err
		}
	}
	r.contents = after
	return nil
}

// adopt copies shards of another run, `from`, to the run r, and their contributors to the roster (list of contributors)
// of r. It returns all copied shards, with the new numbers of their contributors, and in `added` the copied shards that
// r did not have before.
func (r *snapshot) adopt(tx *db.Tx, contributors *roster, from *snapshot, shards []shard) (list, added []shard, err error) {
	// Banned contributors are added too, so that a ban is not forgotten.
	used := make(map[uint32]bool)
	for _, s := range shards {
		who := s.provenance()
		used[who.Contributor] = true
		used[who.Confirmer] = true
	}

	numbers := make(map[uint32]uint32) // a contributor's number in r, by its number in from
	for i, m := range from.contents.contributors.list {
		old := uint32(i + 1)
		if !used[old] && m.BanReason == "" {
			continue
		}
		numbers[old], err = contributors.enlist(tx, r.id, m)
		if err != nil {
			return nil, nil, err
		}
	}

	for _, s := range shards {
		who := s.provenance()
		renumbered := Provenance{Contributor: numbers[who.Contributor], Confirmer: numbers[who.Confirmer]}
		list = append(list, shard{s.id, s.withProvenance(renumbered)})
	}
	added, err = putShards(tx, r.id, r.header, list)
	if err != nil {
		return nil, nil, err
	}

	r.header.inherit(from.header, countAnonymous(from.contents.shards), countAnonymous(added))
	r.header.Signature = ""
	if err := putHeader(tx, r.id, r.header); err != nil {
		return nil, nil, err
	}
	return list, added, nil
}

// finish stores the sum of a run's shards as its total, which marks the run as finished. No shard may be missing. If a
// stored total differs, the error is ErrContradiction.
func (c *change) finish(r *snapshot) error {
	now := r.contents
	if now.total != nil {
		total, _, err := now.total.decode(len(r.header.Verdicts))
		if err != nil {
			return fmt.Errorf("the total of run %d: %w", r.id, err)
		}
		if !total.Equal(now.sum.Tally) {
			return fmt.Errorf("run %d, a %v: %w", r.id, r.header.Key, errTotal)
		}
		return nil
	}

	total, err := encodeTally(now.sum.Tally, now.sum.Took)
	if err != nil {
		return err
	}
	after := *now // a copy, because other snapshots may share the contents of the run
	after.total = total
	r.contents = &after
	return c.tx.PutTotal(r.id, total)
}

var errTotal = fmt.Errorf("%w: its shards do not sum to its stored total", ErrContradiction)

// takeOver moves the shards of the runs `from` into the target, and deletes and returns these runs. It skips runs that
// are finished, damaged or cut into other shards.
func (c *change) takeOver(from []*snapshot, target *snapshot) ([]Other, error) {
	var others []Other
	for _, o := range from {
		if !o.header.same(target.header) || o.contents.total != nil || o.contents.damage != nil {
			continue // o is cut into other shards, finished or damaged
		}

		added, _, err := compareShards(o.contents, target.contents, target.header)
		if err == nil {
			err = c.add(target, o, added)
		}
		if err != nil {
			return nil, fmt.Errorf("the shards of run %d cannot be moved to run %d: %w", o.id, target.id, err)
		}

		if err := cmp.Or(c.addChecks(target, o.header.Checks), c.delete(o)); err != nil {
			return nil, err
		}
		others = append(others, Other{o.summary(), TakenOver})
	}
	return others, nil
}
