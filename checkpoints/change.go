package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"enumerate/db"
)

// A change is a transaction on the runs that match, all or nothing.
type change struct {
	store *Store
	tx    *db.Tx
	runs  []*record // as the change leaves them, oldest first
}

// change does f in a transaction, on the runs whose header matches. To read and add them up
// takes time, so that is done before the file is locked, and again if another process has
// stored something meanwhile; after three times, while it is locked. f may be called more than
// once. What has not changed of the run kept, if not nil, is not read again.
func (s *Store) change(match func(Header) bool, kept *record, f func(*change) error) error {
	stale := errors.New("stored meanwhile")
	for attempt := 1; ; attempt++ {
		runs, at, err := s.read(match, kept, nil, toUse)
		if err != nil {
			return err
		}
		err = s.db.Update(func(tx *db.Tx) error {
			switch {
			case tx.ID() == at+1:
			case attempt <= 3:
				return stale
			default:
				at = tx.ID() - 1
				if runs, err = s.headers(tx, nil); err != nil {
					return err
				}
				runs = slices.DeleteFunc(runs, func(r *record) bool { return !match(r.header) })
				for _, r := range runs {
					if err := r.read(tx, nil); err != nil {
						return err
					}
					r.at = at // not the transaction that changes it
					r.addUp()
				}
			}
			return f(&change{s, tx, runs})
		})
		if err != stale {
			return err
		}
	}
}

// create returns a new run.
func (c *change) create(h Header) (*record, error) {
	id, err := createRun(c.tx, h)
	if err != nil {
		return nil, err
	}
	r := newRecord(h)
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

// unsign drops the signature of a run, of which something has changed.
func (r *record) unsign(tx *db.Tx) error {
	if r.header.Signature == "" {
		return nil
	}
	r.header.Signature = ""
	return putHeader(tx, r.id, r.header)
}

// confirm stores that shards of a run were found again.
func (c *change) confirm(r *record, checks []Check) error {
	if len(checks) == 0 {
		return nil
	}
	r.header.confirmed(checks...)
	return putHeader(c.tx, r.id, r.header)
}

// delete deletes a run.
func (c *change) delete(r *record) error {
	c.runs = slices.DeleteFunc(slices.Clone(c.runs), func(o *record) bool { return o == r })
	return c.tx.DeleteRun(r.id)
}

// add stores shards of another run that this one does not have.
func (c *change) add(r, from *record, shards []shard) error {
	if len(shards) == 0 {
		return nil
	}
	before := r.stored
	after := &stored{contributors: before.contributors.clone(), added: true, sum: newSum(len(r.header.Verdicts)), total: before.total, damage: before.damage}
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
	r.stored = after
	return nil
}

// adopt stores shards of another run, whose contributors are added to those of this one. It returns them as this run
// has them, and those that were not there.
func (r *record) adopt(tx *db.Tx, contributors *roster, from *record, shards []shard) (list, added []shard, err error) {
	used := make(map[uint32]bool)
	for _, s := range shards {
		who, _, _, _ := s.split()
		used[who.Contributor], used[who.Confirmer] = true, true
	}
	index := make(map[uint32]uint32)
	for i, m := range from.stored.contributors.list {
		if at := uint32(i + 1); used[at] || m.Banned != "" {
			if index[at], err = contributors.enlist(tx, r.id, m); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, s := range shards {
		who, _, _, _ := s.split()
		list = append(list, shard{s.id, s.by(Provenance{index[who.Contributor], index[who.Confirmer]})})
	}
	if added, err = putShards(tx, r.id, r.header, list); err != nil {
		return nil, nil, err
	}
	r.header.inherit(from.header, unmarked(from.stored.shards), unmarked(added))
	r.header.Signature = ""
	return list, added, putHeader(tx, r.id, r.header)
}

// finish stores what a run sums to. A total stored before must be the same.
func (c *change) finish(r *record) error {
	now := r.stored
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
	after := *now
	after.total = total
	r.stored = &after
	return c.tx.PutTotal(r.id, total)
}

var errTotal = fmt.Errorf("%w: its shards do not sum to its stored total", ErrContradiction)

// takeOver stores the shards of unfinished runs in another run with the same shards, and
// deletes them. Those that are finished, damaged or of other shards it leaves alone.
func (c *change) takeOver(from []*record, target *record) ([]Other, error) {
	var others []Other
	for _, o := range from {
		if !o.header.same(target.header) || o.stored.total != nil || o.stored.damage != nil {
			continue
		}
		added, _, err := compareShards(o.stored, target.stored, target.header)
		if err == nil {
			err = c.add(target, o, added)
		}
		if err != nil {
			return nil, fmt.Errorf("run %d is not taken over by run %d: %w", o.id, target.id, err)
		}
		if err := cmp.Or(c.confirm(target, o.header.Checks), c.delete(o)); err != nil {
			return nil, err
		}
		others = append(others, Other{o.summary(), TakenOver})
	}
	return others, nil
}
