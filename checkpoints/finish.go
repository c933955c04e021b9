package checkpoints

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum"
)

// A Result is the sum of a part of a run, with its checks, and the fate of the other runs of its key.
type Result struct {
	Key
	Part  enum.Part
	Space enum.Space
	Sum
	Totals enum.Totals
	Checks enum.Checks // empty unless the part is the whole
	Others []Other
	Agrees []string // other methods with a finished run that has the same totals; see Store.Run
}

// An Other is an older run with the same key as the run that was just finished.
type Other struct {
	Summary
	Fate Fate
}

// A Fate says what became of an older run when a new run was finished.
type Fate int

const (
	// Replaced: the older run agrees with the new one, and was deleted.
	Replaced Fate = iota
	// Outdated: the older run is unfinished and its shards are cut differently, so it cannot be compared. It was
	// deleted.
	Outdated
	// TakenOver: the older run is unfinished. Its shards were moved to the new run, and it was deleted.
	TakenOver
	// Damaged: the older run cannot be read, and was deleted.
	Damaged
	// Confirmed: the older run is finished, and the new run is a part that agrees with it. The new run was deleted.
	Confirmed
)

// Finish is called after all shards of a part of the run r were stored. It returns the sum of these shards, and tidies
// up the stored runs of the same key, so that one run is left if all agree. If runs differ, the error is
// ErrContradiction, and all runs are kept.
//
// If the part is the whole, Finish proves the sum (see enum.Prove) and stores it as the total; a stored total must be
// equal. Then it compares the older runs of the key with r, and deletes them. Shards of an older run with the same
// fingerprint (the version of the method) must be equal to those of r, and a finished older run with another
// fingerprint must have the same totals. A damaged run is not compared.
//
// If the part is not the whole, and a finished run of the key has the same fingerprint, r only confirms it: the shards
// of r must be equal to those of that run, and r is deleted. Otherwise r takes over the shards of the unfinished runs
// with the same fingerprint, and is proved and finished if it then has all shards.
func (r *Run) Finish(part enum.Part) (result Result, err error) {
	if r.id == 0 { // a part without shards stores nothing
		result, err = r.result(part)
		return result, r.store.named(err)
	}

	err = r.store.change(func(h Header) bool { return h.Key == r.header.Key }, &r.snapshot, func(c *change) error {
		own, err := r.locate(c.runs)
		if err != nil {
			return err
		}

		own.space = r.space
		result, err = own.result(part)
		if err != nil {
			return err
		}

		older := slices.DeleteFunc(slices.Clone(c.runs), func(o *snapshot) bool { return o.id >= own.id })
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

// result returns the sum and the totals of a part of the run. A whole run must have all shards, and is proved.
func (r *snapshot) result(part enum.Part) (result Result, err error) {
	result = Result{Key: r.header.Key, Part: part, Space: r.space}
	result.Sum, err = r.sum(part.Whole(), part.Contains)
	if err != nil {
		return Result{}, err
	}

	if part.Whole() {
		result.Totals, result.Checks, err = r.proveComplete(result.Sum)
		return result, err
	}

	result.Totals, err = r.space.Totals(result.Tally)
	if err != nil {
		return Result{}, fmt.Errorf("%w: %w", ErrProof, err)
	}
	return result, nil
}

// named adds the path of the database to an error, unless the error begins with the path.
func (s *Store) named(err error) error {
	if err == nil || strings.HasPrefix(err.Error(), s.Path()+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", s.Path(), err)
}

// proveComplete checks a finished run. The sum of its shards must pass the check of its method (see enum.Prove), no
// shard of its space may be missing, and no shard may count more games than it can contain. If a check fails, the error
// is ErrProof.
func (r *snapshot) proveComplete(sum Sum) (enum.Totals, enum.Checks, error) {
	totals, checks, err := enum.Prove(r.space, sum.Tally)
	if err == nil {
		err = r.fits(true)
	}
	if err != nil {
		err = fmt.Errorf("run %d, a %v: %w: %w", r.id, r.header.Key, ErrProof, err)
	}
	return totals, checks, err
}

// replace compares older runs of the same key with the finished run r, which has the given totals, and deletes them;
// see Finish. If one differs, the error is ErrContradiction. If an older run is cut into the same shards, r takes over
// its checks (records of recomputed shards). The contributors of the older run then count as having recomputed the
// shards of r; see [Summary.confirmations].
func (c *change) replace(older []*snapshot, r *snapshot, totals enum.Totals) ([]Other, error) {
	own := finding{id: r.id, Header: r.header, tally: r.contents.sum.Tally, totals: totals.Verdicts}
	var others []Other

	for _, o := range older {
		fate := Replaced
		summary := o.summary()
		var err error
		switch {
		case o.contents.damage != nil:
			fate = Damaged
		case o.header.same(r.header):
			_, _, err = compareShards(o.contents, r.contents, r.header)
			if err == nil {
				err = c.addChecks(r, append(o.header.Checks, summary.confirmations(r.contents.sum.Shards)...))
			}
		case summary.Finished:
			if differ := difference(own, summary.finding(r.space)); differ != "" {
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

// join joins the run r, which has computed only a part, with older runs of its key. Either r confirms a finished run
// and is deleted, or r takes over the shards of unfinished runs; see Finish.
func (c *change) join(older []*snapshot, r *snapshot) ([]Other, error) {
	for _, o := range older {
		if !o.header.same(r.header) || o.contents.total == nil || o.contents.damage != nil {
			continue
		}
		if _, _, err := compareShards(r.contents, o.contents, r.header); err != nil {
			return nil, fmt.Errorf("run %d does not confirm run %d: %w", r.id, o.id, err)
		}
		if err := c.addChecks(o, r.summary().confirmations(o.contents.sum.Shards)); err != nil {
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
	if _, _, err := r.proveComplete(r.contents.sum); err != nil {
		return nil, err
	}
	return others, c.finish(r)
}

// A Completion lists the missing shards of a run.
type Completion struct {
	ID uint64
	Header
	Missing Missing
}

// Complete finishes each unfinished run that has all its shards, as after a merge. It returns an entry for each of
// these runs and for those with missing shards. Left out are samples, which have no end, and runs that this program
// cannot complete, because it lacks their space or divides it into other shards. spaceOf returns the space of a key.
func (s *Store) Complete(spaceOf func(Key) (enum.Space, error)) ([]Completion, error) {
	runs, err := s.match(func(h Header) bool { return !enum.IsSampling(h.Method) && h.Worker == "" })
	if err != nil {
		return nil, err
	}

	var completions []Completion
	for _, r := range runs { // oldest first: a run that is finished deletes only older runs, which the loop has passed
		space, err := r.header.SpaceOf(spaceOf)
		if err != nil || r.contents.total != nil || space.Fingerprint() != r.header.Fingerprint {
			continue
		}

		r.space = space
		missing := r.summary().Missing(r.space)
		if missing.Shards == 0 {
			if _, err := (&Run{snapshot: *r, store: s}).Finish(enum.Part{}); err != nil {
				return nil, err
			}
		}
		completions = append(completions, Completion{r.id, r.header, missing})
	}
	return completions, nil
}

// An ExactRun is a stored run that covers its whole space and was proved again.
type ExactRun struct {
	Summary
	Space  enum.Space
	Totals enum.Totals
	Checks enum.Checks
}

// ExactRuns returns the runs that cover all games of their size and whose key matches, oldest first, finished or not,
// and proves them again. The error is ErrProof if the proof of a finished run fails, and ErrContradiction if two runs
// of a ruleset and size differ. ExactRuns leaves out samples and, with a remark for each, damaged runs and runs of
// methods and sizes that this program does not have.
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
		if err != nil { // a newer program may have it
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
