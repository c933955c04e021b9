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

// adopt takes over what an older program has stored of the workers of the run, in a run for each. Anybody may have stored or
// merged such runs, so their results are from elsewhere.
func (c *coordinator) adopt(into *storedRun) error {
	store := into.store
	headers, err := store.Headers()
	if err != nil || !slices.ContainsFunc(headers, c.olds) {
		return err
	}
	runs, err := store.Runs()
	workers := 0
	for _, r := range runs {
		if err != nil {
			return err
		}
		if c.olds(r.Header) {
			err = c.adoptRun(store, r)
			workers++
		}
	}
	if err == nil && store.Remark != nil {
		store.Remark(fmt.Sprintf("run %d, a %v, takes over the shards of %d workers, which an older program has stored in a run for each; they are checked like the results of a new worker", into.run.ID(), c.key, workers))
	}
	return err
}

// olds reports whether a run is what an older program has stored of a worker.
func (c *coordinator) olds(h checkpoints.Header) bool {
	return h.Worker != "" && h.Key == c.key && h.Fingerprint == c.space.Fingerprint()
}

func (c *coordinator) adoptRun(store *checkpoints.Store, r checkpoints.Summary) error {
	if r.Damage != nil {
		return r.Damage
	}
	record := checkpoints.Maker{Key: r.Worker, Started: r.Started}
	if list := r.Header.Makers; len(list) > 0 {
		record.Host, record.Version = list[0].Host, list[0].Version
	}
	w := c.stranger(record)
	next, stop := iter.Pull(r.Entries())
	defer stop()
	e, more := next()
	why := r.Banned
	var list []*entry
	for shard := range c.space.Shards() {
		if more && e.Shard == shard.ID {
			tally := new(enum.Tally)
			err := tally.UnmarshalBinary(e.Tally)
			if err != nil {
				return err // it was read before
			}
			found, fault := c.inspect(enum.Result{Shard: shard, Tally: tally, Took: e.Took}, e.Tally)
			if e, more = next(); fault != nil {
				why = cmp.Or(why, fault.Error())
			} else {
				list = append(list, found)
			}
		}
		if len(list) == 0 || len(list) < adoptAtOnce && more {
			continue
		}
		p := &parcel{from: w, entries: list}
		if err := c.record(p); err != nil {
			return err
		}
		if list = nil; p.fault != nil {
			why = cmp.Or(why, p.fault.Error())
		}
	}
	if more {
		why = cmp.Or(why, fmt.Sprintf("there is no shard %d", e.Shard))
	}
	if why != "" {
		if _, err := c.banish(w); err != nil {
			return err
		}
	}
	if key := c.worker(r.Worker); why != "" && key.banned == "" {
		key.banned = oneLine(why)
		if _, err := c.banish(key); err != nil {
			return err
		}
	}
	_, err := store.Delete(r.ID)
	return err
}
