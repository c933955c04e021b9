package checkpoints

import (
	"fmt"

	"enumerate/db"
	"enumerate/enum"
)

// A Result is what a part of a run comes to, how it was checked, and what became
// of the other runs of its key.
type Result struct {
	Sum
	Checks enum.Checks // empty for a part that is not the whole
	Others []Other
}

// An Other is an older run that a finished one met.
type Other struct {
	Summary
	Fate Fate
}

// A Fate is what became of an older run, or of the finished one.
type Fate int

const (
	// Replaced: the older run was compared, agrees, and is deleted.
	Replaced Fate = iota
	// Outdated: the older run was unfinished and of another enumeration, so that
	// nothing of it could be compared. It is deleted.
	Outdated
	// TakenOver: the older run was unfinished; its shards are this run's now.
	TakenOver
	// Damaged: the older run cannot be read. It is deleted.
	Damaged
	// Confirmed: the older run is finished and this one only a part. They agree;
	// the older one is kept, and this one is not needed.
	Confirmed
)

// Finish returns what a part comes to after all its shards have been stored.
//
// If the part is the whole the run is finished: its sum is proved (see
// enum.Prove), compared with the total stored before, if any, and stored. Then it
// takes the place of the older runs of its key. One of the same fingerprint must
// have no shard that differs from this run's; one of another fingerprint, if it
// is finished, the same total.
//
// A damaged run is not compared; it is replaced by a finished one only.
//
// If the part is not the whole, a finished run of the same fingerprint must have
// the same shards, and stays; if there is none, the shards of the unfinished
// ones are taken over, and if all are there then, the run is finished.
//
// Where runs differ the error is ErrContradiction, and all of them are kept.
func (r *Run) Finish(part enum.Part) (Result, error) {
	var result Result
	if r.id == 0 && !part.Whole() { // a part without shards
		result.Sum = newSum(len(r.header.Verdicts))
		return result, nil
	}
	keep := r.id
	err := r.store.db.Update(func(tx *db.Tx) error {
		var err error
		if result.Sum, err = sumShards(tx, r.id, r.header, part.Contains); err != nil {
			return err
		}
		older, err := summaries(tx, func(id uint64, h Header) bool { return id < r.id && h.Key == r.header.Key })
		if err != nil {
			return err
		}
		if part.Whole() {
			if result.Checks, err = enum.Prove(r.space, result.Tally); err != nil {
				return fmt.Errorf("run %d, a %v: %w: %w", r.id, r.header.Key, ErrProof, err)
			}
			if err := putTotal(tx, r.id, r.header, result.Sum); err != nil {
				return err
			}
			result.Others, err = r.replace(tx, older, result.Sum)
			return err
		}
		if result.Others, keep, err = r.join(tx, older); err != nil || keep != r.id {
			return err
		}
		return r.finishIfComplete(tx)
	})
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", r.store.Path(), err)
	}
	r.id = keep
	return result, nil
}

// finishIfComplete finishes the run if its shards cover the whole space.
func (r *Run) finishIfComplete(tx *db.Tx) error {
	sum, err := sumShards(tx, r.id, r.header, enum.Part{}.Contains)
	if err != nil {
		return err
	}
	covered, whole, err := r.space.Coverage(sum.Tally)
	if err == nil && covered.Cmp(whole) < 0 {
		return nil
	}
	if _, err := enum.Prove(r.space, sum.Tally); err != nil {
		return fmt.Errorf("run %d, a %v: %w: %w", r.id, r.header.Key, ErrProof, err)
	}
	return putTotal(tx, r.id, r.header, sum)
}

// putTotal stores what a finished run comes to. A total stored before must be
// the same.
func putTotal(tx *db.Tx, run uint64, h Header, sum Sum) error {
	stored, ok, err := tx.Total(run)
	if err != nil {
		return err
	}
	if !ok {
		payload, err := encodeTally(sum.Tally, sum.Took)
		if err != nil {
			return err
		}
		return tx.PutTotal(run, payload)
	}
	total, _, err := decodeTally(stored, len(h.Verdicts))
	if err != nil {
		return fmt.Errorf("the total of run %d: %w", run, err)
	}
	if !total.Equal(sum.Tally) {
		return fmt.Errorf("run %d, a %v: %w: its shards do not sum to its stored total", run, h.Key, ErrContradiction)
	}
	return nil
}

// replace compares older runs with this one, which is finished and comes to
// sum, and deletes them.
func (r *Run) replace(tx *db.Tx, older []Summary, sum Sum) ([]Other, error) {
	this := completeRun(Summary{ID: r.id, Header: r.header, Sum: sum}, r.space)
	var others []Other
	for _, o := range older {
		fate := Replaced
		switch {
		case o.Damage != nil:
			fate = Damaged
		case o.Fingerprint == r.header.Fingerprint:
			if _, err := compareShards(tx, o.ID, tx, r.id, r.header, missingContradicts); err != nil {
				return nil, fmt.Errorf("run %d is not replaced by run %d: %w", o.ID, r.id, err)
			}
		case o.Finished:
			if differ := contrast(this, completeRun(o, r.space)); differ != "" {
				return nil, fmt.Errorf("run %d is not replaced by run %d: %w: %s", o.ID, r.id, ErrContradiction, differ)
			}
		default:
			fate = Outdated
		}
		if err := tx.DeleteRun(o.ID); err != nil {
			return nil, err
		}
		others = append(others, Other{o, fate})
	}
	return others, nil
}

// join joins this run, of which a part is done, with older ones. It returns the
// run that has its shards then.
func (r *Run) join(tx *db.Tx, older []Summary) ([]Other, uint64, error) {
	for _, o := range older {
		if o.Fingerprint != r.header.Fingerprint || !o.Finished || o.Damage != nil {
			continue
		}
		if _, err := compareShards(tx, r.id, tx, o.ID, r.header, missingContradicts); err != nil {
			return nil, 0, fmt.Errorf("run %d does not confirm run %d: %w", r.id, o.ID, err)
		}
		return []Other{{o, Confirmed}}, o.ID, tx.DeleteRun(r.id)
	}
	others, err := takeOver(tx, older, r.id, r.header)
	return others, r.id, err
}

// takeOver stores the shards of unfinished runs in another run of the same
// fingerprint, and deletes them.
func takeOver(tx *db.Tx, from []Summary, target uint64, h Header) ([]Other, error) {
	var others []Other
	for _, o := range from {
		if o.Fingerprint != h.Fingerprint || o.Finished || o.Damage != nil {
			continue
		}
		if _, err := compareShards(tx, o.ID, tx, target, h, missingAdded); err != nil {
			return nil, fmt.Errorf("run %d is not taken over by run %d: %w", o.ID, target, err)
		}
		if err := tx.DeleteRun(o.ID); err != nil {
			return nil, err
		}
		others = append(others, Other{o, TakenOver})
	}
	return others, nil
}
