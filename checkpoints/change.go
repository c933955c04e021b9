package checkpoints

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"enumerate/db"
	"enumerate/enum"
)

// A change is a transaction on runs that are loaded. What it does to them is seen in
// memory when it is on disk, all or nothing.
type change struct {
	tx      *db.Tx
	stored  map[*Run]*stored // of the runs that it changes
	created []*Run
	deleted []*Run
}

// change does f in a transaction.
func (s *Store) change(f func(*change) error) error {
	c := &change{stored: make(map[*Run]*stored)}
	err := s.db.Update(func(tx *db.Tx) error {
		c.tx = tx
		return f(c)
	})
	if err != nil {
		return err
	}
	for r, changed := range c.stored {
		r.stored = changed
	}
	s.runs = append(s.runs, c.created...)
	s.runs = slices.DeleteFunc(s.runs, func(r *Run) bool { return slices.Contains(c.deleted, r) })
	return nil
}

// of returns what is stored of a run, as the change leaves it.
func (c *change) of(r *Run) *stored {
	if changed := c.stored[r]; changed != nil {
		return changed
	}
	return r.stored
}

// create returns a new run.
func (c *change) create(s *Store, h Header) (*Run, error) {
	id, err := createRun(c.tx, h)
	if err != nil {
		return nil, err
	}
	r := &Run{store: s, id: id, header: h, stored: &stored{sum: newSum(len(h.Verdicts))}}
	c.created = append(c.created, r)
	return r, nil
}

func createRun(tx *db.Tx, h Header) (uint64, error) {
	header, err := h.encode()
	if err != nil {
		return 0, err
	}
	return tx.CreateRun(header)
}

// delete deletes a run.
func (c *change) delete(r *Run) error {
	c.deleted = append(c.deleted, r)
	return c.tx.DeleteRun(r.id)
}

// add stores shards that the run does not have.
func (c *change) add(r *Run, shards []shard) error {
	if err := putShards(c.tx, r.id, shards); err != nil {
		return err
	}
	before := c.of(r)
	after := &stored{shards: slices.Concat(before.shards, shards), sum: newSum(len(r.header.Verdicts)), total: before.total, damage: before.damage}
	slices.SortFunc(after.shards, func(a, b shard) int { return a.compare(b.id) })
	after.sum.Tally.Merge(before.sum.Tally)
	after.sum.Shards, after.sum.Took = before.sum.Shards, before.sum.Took
	for _, s := range shards {
		tally, took, err := s.decode(len(r.header.Verdicts))
		if err != nil {
			return err
		}
		after.sum.add(tally, took)
	}
	c.stored[r] = after
	return nil
}

func putShards(tx *db.Tx, run uint64, shards []shard) error {
	for _, s := range shards {
		if err := tx.PutShard(run, s.id, s.payload); err != nil {
			return err
		}
	}
	return nil
}

// finish stores what a run sums to. A total stored before must be the same.
func (c *change) finish(r *Run) error {
	now := c.of(r)
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
	c.stored[r] = &after
	return c.tx.PutTotal(r.id, total)
}

var errTotal = fmt.Errorf("%w: its shards do not sum to its stored total", ErrContradiction)

// takeOver stores the shards of unfinished runs in another run with the same shards, and
// deletes them. Those that are finished, damaged or of other shards it leaves alone.
func (c *change) takeOver(from []*Run, target *Run) ([]Other, error) {
	var others []Other
	for _, o := range from {
		if !o.header.same(target.header) || o.stored.total != nil || o.stored.damage != nil {
			continue
		}
		added, _, err := compareShards(o.stored, c.of(target), target.header)
		if err == nil {
			err = c.add(target, added)
		}
		if err != nil {
			return nil, fmt.Errorf("run %d is not taken over by run %d: %w", o.id, target.id, err)
		}
		summary, err := o.summary()
		if err != nil {
			return nil, err
		}
		if err := c.delete(o); err != nil {
			return nil, err
		}
		others = append(others, Other{summary, TakenOver})
	}
	return others, nil
}

// compareShards compares the shards of two runs that have the same ones. It returns those of
// the first that the second does not have, and how many both have, with equal tallies.
// Different ones are ErrContradiction.
func compareShards(from, to *stored, h Header) (added []shard, double uint64, err error) {
	if err := cmp.Or(from.damage, to.damage); err != nil {
		return nil, 0, err
	}
	rest := to.shards
	for _, s := range from.shards {
		for len(rest) > 0 && rest[0].id < s.id {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0].id > s.id {
			added = append(added, s)
			continue
		}
		// Equal tallies have equal encodings.
		_, x, err1 := rest[0].split()
		_, y, err2 := s.split()
		if err := cmp.Or(err1, err2); err != nil {
			return nil, 0, err
		}
		if !bytes.Equal(x, y) {
			a, _, err1 := rest[0].decode(len(h.Verdicts))
			b, _, err2 := s.decode(len(h.Verdicts))
			if err := cmp.Or(err1, err2); err != nil {
				return nil, 0, err
			}
			return nil, 0, fmt.Errorf("%w: shard %d has %s", ErrContradiction, s.id, difference(h, a, b))
		}
		double++
	}
	return added, double, nil
}

// sameShards is compareShards where a finished run must have all shards of another.
func sameShards(from, finished *stored, h Header) error {
	added, _, err := compareShards(from, finished, h)
	if err == nil && len(added) > 0 {
		err = fmt.Errorf("%w: shard %d is in one of them only, and the other is finished", ErrContradiction, added[0].id)
	}
	return err
}

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
func (s *Store) Merge(other *Store) (merged []Merged, err error) {
	all := func(*Run) bool { return true }
	theirs, err := other.match(all)
	if err != nil {
		return nil, err
	}
	ours, err := s.match(all)
	if err != nil {
		return nil, err
	}
	err = s.change(func(c *change) error {
		for _, from := range theirs {
			var target *Run
			for _, r := range slices.Concat(ours, c.created) {
				if r.header.same(from.header) {
					target = r
				}
			}
			if target == nil {
				if target, err = c.create(s, from.header); err != nil {
					return err
				}
			}
			added, double, err := c.merge(from, target)
			if err != nil {
				return fmt.Errorf("run %d of %s and run %d of %s, a %v: %w", from.id, other.Path(), target.id, s.Path(), from.header.Key, err)
			}
			merged = append(merged, Merged{from.header, from.id, target.id, added, double})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return merged, nil
}

// merge merges one run. A finished one has all its shards: none can be new to it, and what
// the target sums to with them must be its total.
func (c *change) merge(from, target *Run) (new, double uint64, err error) {
	h := target.header
	if c.of(target).total != nil {
		if err := sameShards(from.stored, c.of(target), h); err != nil {
			return 0, 0, err
		}
	}
	added, double, err := compareShards(from.stored, c.of(target), h)
	if err != nil {
		return 0, 0, err
	}
	if err := c.add(target, added); err != nil {
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
	if sum := c.of(target).sum.Tally; !sum.Equal(total) {
		return 0, 0, fmt.Errorf("%w: one of them is finished, and together they sum to something else: %s", ErrContradiction, difference(h, total, sum))
	}
	return new, double, c.finish(target)
}

// difference says in words what two tallies of the same shards differ in: the first
// bar, or else the work.
func difference(h Header, a, b *enum.Tally) string {
	if x, y := a.Verdicts(), b.Verdicts(); x != y {
		return fmt.Sprintf("%d verdicts in one, %d in the other", x, y)
	}
	for v, verdict := range h.Verdicts {
		for _, bar := range append(a.Histogram(v), b.Histogram(v)...) {
			if x, y := a.Count(v, bar.Key), b.Count(v, bar.Key); x.Cmp(y) != 0 {
				return fmt.Sprintf("%v %s in one, %v in the other", x, h.counted(verdict, bar.Key), y)
			}
		}
	}
	x, y := a.Work(), b.Work()
	return fmt.Sprintf("the same in both, but %d decisions and %d conflicts in one, %d and %d in the other",
		x.Decisions, x.Conflicts, y.Decisions, y.Conflicts)
}
