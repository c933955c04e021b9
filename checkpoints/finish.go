package checkpoints

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum"
)

// A Result is what a part of a run sums to, how it was checked, and what became of the
// other runs of its key.
type Result struct {
	Key
	Part  enum.Part
	Space enum.Space
	Sum
	Totals enum.Totals
	Checks enum.Checks // empty for a part that is not the whole
	Others []Other
	Agrees []string // other methods, whose finished runs have the same totals; see Store.Run
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

// Finish returns what a part sums to after all its shards have been stored.
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
func (r *Run) Finish(part enum.Part) (result Result, err error) {
	if r.id == 0 { // nothing is stored of a part without shards
		result, err = r.result(part)
		return result, r.store.named(err)
	}
	err = r.store.change(func(h Header) bool { return h.Key == r.header.Key }, &r.record, func(c *change) error {
		own, err := r.locate(c.runs)
		if err != nil {
			return err
		}
		own.space = r.space
		if result, err = own.result(part); err != nil {
			return err
		}
		older := slices.DeleteFunc(slices.Clone(c.runs), func(o *record) bool { return o.id >= own.id })
		if !part.Whole() {
			result.Others, err = c.join(older, own)
			return err
		}
		if err := c.finish(own); err != nil {
			return err
		}
		result.Others, err = c.replace(older, own, result.Totals)
		return err
	})
	if err != nil {
		return Result{}, r.store.named(err)
	}
	return result, nil
}

// result returns what a part sums to, proved if it is the whole.
func (r *record) result(part enum.Part) (result Result, err error) {
	result = Result{Key: r.header.Key, Part: part, Space: r.space}
	if result.Sum, err = r.sum(part.Whole(), part.Contains); err != nil {
		return Result{}, err
	}
	if part.Whole() {
		result.Totals, result.Checks, err = r.proveComplete(result.Sum)
	} else if result.Totals, err = r.space.Totals(result.Tally); err != nil {
		err = fmt.Errorf("%w: %w", ErrProof, err)
	}
	return result, err
}

// named puts the database before an error that does not say it.
func (s *Store) named(err error) error {
	if err == nil || strings.HasPrefix(err.Error(), s.Path()+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", s.Path(), err)
}

// proveComplete proves a sum of all shards, and that they are all and no others.
func (r *record) proveComplete(sum Sum) (enum.Totals, enum.Checks, error) {
	totals, checks, err := enum.Prove(r.space, sum.Tally)
	if err == nil {
		err = r.fits(true)
	}
	if err != nil {
		err = fmt.Errorf("run %d, a %v: %w: %w", r.id, r.header.Key, ErrProof, err)
	}
	return totals, checks, err
}

// replace compares older runs with one that is finished, and deletes them.
func (c *change) replace(older []*record, r *record, totals enum.Totals) ([]Other, error) {
	this := finding{id: r.id, Header: r.header, tally: r.stored.sum.Tally, totals: totals.Verdicts}
	var others []Other
	for _, o := range older {
		fate := Replaced
		summary := o.summary()
		var err error
		switch {
		case o.stored.damage != nil:
			fate = Damaged
		case o.header.same(r.header):
			if _, _, err = compareShards(o.stored, r.stored, r.header); err == nil {
				err = c.confirm(r, append(o.header.Checks, summary.confirmations(r.stored.sum.Shards)...))
			}
		case summary.Finished:
			if differ := difference(this, summary.finding(r.space)); differ != "" {
				err = fmt.Errorf("%w: %s", ErrContradiction, differ)
			}
		default:
			fate = Outdated
		}
		if err != nil {
			return nil, fmt.Errorf("run %d is not replaced by run %d: %w", o.id, r.id, err)
		}
		if err := c.delete(o); err != nil {
			return nil, err
		}
		others = append(others, Other{summary, fate})
	}
	return others, nil
}

// join joins a run, of which a part is done, with older ones.
func (c *change) join(older []*record, r *record) ([]Other, error) {
	for _, o := range older {
		if !o.header.same(r.header) || o.stored.total == nil || o.stored.damage != nil {
			continue
		}
		if _, _, err := compareShards(r.stored, o.stored, r.header); err != nil {
			return nil, fmt.Errorf("run %d does not confirm run %d: %w", r.id, o.id, err)
		}
		if err := c.confirm(o, r.summary().confirmations(o.stored.sum.Shards)); err != nil {
			return nil, err
		}
		return []Other{{o.summary(), Confirmed}}, c.delete(r)
	}
	others, err := c.takeOver(older, r)
	if err != nil {
		return nil, err
	}
	if r.summary().Missing(r.space).Shards > 0 {
		return others, nil
	}
	if _, _, err := r.proveComplete(r.stored.sum); err != nil {
		return nil, err
	}
	return others, c.finish(r)
}

// A Completion says whether a run has all its shards.
type Completion struct {
	ID uint64
	Header
	Missing Missing // with none missing the run is finished
}

// Complete finishes the stored runs that have all their shards, and says of the
// unfinished ones what is missing. Samples, which have no end, and runs whose
// space this program does not have, or cuts in another way, are passed over.
func (s *Store) Complete(spaceOf func(Key) (enum.Space, error)) ([]Completion, error) {
	runs, err := s.match(func(h Header) bool { return !enum.IsSampling(h.Method) && h.Worker == "" })
	if err != nil {
		return nil, err
	}
	var completions []Completion
	for _, r := range runs { // what one takes the place of is older
		if r.space, err = r.header.SpaceOf(spaceOf); err != nil || r.stored.total != nil || r.space.Fingerprint() != r.header.Fingerprint {
			continue
		}
		missing := r.summary().Missing(r.space)
		if missing.Shards == 0 {
			if _, err := (&Run{record: *r, store: s}).Finish(enum.Part{}); err != nil {
				return nil, err
			}
		}
		completions = append(completions, Completion{r.id, r.header, missing})
	}
	return completions, nil
}

// An ExactRun is a stored run that covers its whole space and has been proved again.
type ExactRun struct {
	Summary
	Space  enum.Space
	Totals enum.Totals
	Checks enum.Checks
}

// ExactRuns returns the runs, of those whose key matches, that say how many games there are of each
// verdict, oldest first, by any exact method: all that are finished, and those that cover
// everything although they are not finished, because they contradict another one. A finished
// run that is wrong is ErrProof; two runs of a size that differ in anything that both say are
// ErrContradiction. Damaged runs, and those of
// methods and sizes that this program does not have, are left out; remark is told. Samples say nothing
// exact.
func (s *Store) ExactRuns(match func(Key) bool, spaceOf func(Key) (enum.Space, error), remark func(string)) ([]ExactRun, error) {
	runs, err := s.match(func(h Header) bool { return !enum.IsSampling(h.Method) && h.Worker == "" && match(h.Key) })
	if err != nil {
		return nil, err
	}
	var proved []ExactRun
	var found []finding
	for _, r := range runs {
		summary := r.summary()
		if summary.Damage != nil {
			remark(fmt.Sprintf("run %d, a %v, is left out: %v", r.id, r.header.Key, summary.Damage))
			continue
		}
		space, err := r.header.SpaceOf(spaceOf)
		if errors.Is(err, ErrProof) {
			return nil, fmt.Errorf("run %d, a %v: %w", r.id, r.header.Key, err)
		}
		if err != nil { // another program has it
			remark(fmt.Sprintf("run %d, a %v, is left out: %v", r.id, r.header.Key, err))
			continue
		}
		r.space = space
		totals, checks, err := r.proveComplete(summary.Sum)
		if err != nil && !summary.Finished {
			continue
		}
		if err != nil {
			return nil, err
		}
		c := finding{id: r.id, Header: r.header, tally: summary.Tally, totals: totals.Verdicts}
		if err := c.contradicts(found); err != nil {
			return nil, err
		}
		found = append(found, c)
		proved = append(proved, ExactRun{summary, space, totals, checks})
	}
	return proved, nil
}
