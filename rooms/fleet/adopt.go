package fleet

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// adoptAtOnce is how many shards of an older program are taken over in a transaction.
const adoptAtOnce = 10_000

// An adoption takes over what an older program has stored of the workers of the run, in a run for each. Anybody may have stored or
// merged such runs, so their results are from elsewhere.
type adoption struct {
	into         *storedRun
	roll         *roll
	contributors *contributors
	register     *register
}

// adopt takes over all runs of workers.
func (a adoption) adopt() error {
	store := a.into.store
	headers, err := store.Headers()
	if err != nil || !slices.ContainsFunc(headers, a.isOld) {
		return err
	}
	runs, err := store.Runs()
	if err != nil {
		return err
	}
	workers := 0
	for _, r := range runs {
		if !a.isOld(r.Header) {
			continue
		}
		if err := a.adoptRun(r); err != nil {
			return err
		}
		workers++
	}
	if store.Remark != nil {
		store.Remark(fmt.Sprintf("run %d, a %v, takes over the shards of %d workers, which an older program has stored in a run for each; they are verified like the results of a new worker", a.into.run.ID(), a.into.key, workers))
	}
	return nil
}

// isOld reports whether a run is what an older program has stored of a worker.
func (a adoption) isOld(h checkpoints.Header) bool {
	return h.Worker != "" && h.Key == a.into.key && h.Fingerprint == a.into.space.Fingerprint()
}

// adoptRun takes over the run of a worker, and deletes it.
func (a adoption) adoptRun(r checkpoints.Summary) error {
	if r.Damage != nil {
		return r.Damage
	}
	record := checkpoints.Contributor{Key: r.Worker, Started: r.Started}
	if list := r.Header.Contributors; len(list) > 0 {
		record.Host, record.Version = list[0].Host, list[0].Version
	}
	w := a.contributors.external(record)

	fault, err := a.record(w, r.Entries())
	if err != nil {
		return err
	}
	why := cmp.Or(r.Banned, fault)
	if why != "" {
		if _, err := a.register.discard(w); err != nil {
			return err
		}
	}
	key := a.roll.worker(r.Worker)
	if why != "" && a.roll.ban(key, why) {
		if _, err := a.register.discard(key); err != nil {
			return err
		}
	}
	_, err = a.into.store.Delete(r.ID)
	return err
}

// record records the results of a worker, some at a time. It returns the first fault of the worker, "" if there is none.
func (a adoption) record(w *worker, results iter.Seq[checkpoints.Entry]) (fault string, err error) {
	next, stop := iter.Pull(results)
	defer stop()
	e, more := next()
	var entries []*entry
	for shard := range a.into.space.Shards() {
		if more && e.Shard == shard.ID {
			found, wrong, err := a.inspect(shard, e)
			if err != nil {
				return "", err
			}
			if wrong != nil {
				fault = cmp.Or(fault, wrong.Error())
			} else {
				entries = append(entries, found)
			}
			e, more = next()
		}
		if len(entries) == 0 || len(entries) < adoptAtOnce && more {
			continue
		}
		d := &delivery{from: w, entries: entries}
		all := func(*worker, *entry) bool { return true }
		if err := a.register.record(all, d); err != nil {
			return "", err
		}
		if d.fault != nil {
			fault = cmp.Or(fault, d.fault.Error())
		}
		entries = nil
	}
	if more {
		fault = cmp.Or(fault, fmt.Sprintf("the run has no shard %d", e.Shard))
	}
	return fault, nil
}

// inspect returns the entry of a stored result, or why the result is wrong.
func (a adoption) inspect(shard enum.Shard, e checkpoints.Entry) (found *entry, wrong, err error) {
	tally := new(enum.Tally)
	if err := tally.UnmarshalBinary(e.Tally); err != nil {
		return nil, nil, err // it was read before
	}
	found, wrong = a.register.inspect(enum.Result{Shard: shard, Tally: tally, Took: e.Took}, e.Tally)
	return found, wrong, nil
}
