package checkpoints

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"enumerate/enum"
	"enumerate/enum/sampling"
)

// A Rerun selects stored shards to be recomputed.
type Rerun struct {
	// Share is the share of a run's shards that is selected, from 0 to 1. The number is rounded up, and at least one.
	Share float64
	// Seed determines the selection. It must be secret until the shards are stored, because a contributor who knows it
	// can falsify the shards that are not selected.
	Seed    uint64
	Workers int
	// Begin and Shard, if not nil, show the progress: Begin is called once for each run, with its name in messages and
	// the number of its selected shards, Shard for each computed shard. Calls do not overlap.
	Begin func(run string, shards uint64)
	Shard func(enum.Result)
}

// rerun computes randomly selected shards of a run again, and calls fault for each that differs. name names the run in
// messages.
func (r *snapshot) rerun(ctx context.Context, q Rerun, name string, fault func(error)) (Check, error) {
	picked := r.pick(q)
	if q.Begin != nil {
		q.Begin(name, uint64(len(picked)))
	}

	wrong := make(map[uint64]error) // by shard, to report the errors in order
	plan := enum.Plan{Workers: q.Workers, Skip: func(id uint64) bool { return picked[id] == nil }}
	err := enum.Run(ctx, storedSpace{r.space, r.contents.shards}, plan, func(result enum.Result) error {
		id := result.Shard.ID
		stored, _, err := picked[id].decode(len(r.header.Verdicts))
		if err == nil && !result.Tally.Equal(stored) {
			wrong[id] = fmt.Errorf("%s, shard %d: %w, as stored and recomputed: %s", name, id, ErrContradiction, r.header.difference(stored, result.Tally))
		}
		if q.Shard != nil {
			q.Shard(result)
		}
		return err
	})

	for _, id := range slices.Sorted(maps.Keys(wrong)) {
		fault(wrong[id])
	}
	if err != nil {
		return Check{}, err
	}

	self := ownContributor()
	return Check{Host: self.Host, Version: self.Version, Time: now(), Shards: uint64(len(picked)), Of: uint64(len(r.contents.shards)), Seed: q.Seed}, nil
}

// pick selects shards of the run at random, and returns their stored payloads by number. All selections of this size
// are equally likely: each shard in turn is selected with probability (shards still to select) / (shards left).
func (r *snapshot) pick(q Rerun) map[uint64]payload {
	shards := r.contents.shards
	random := rand.New(rand.NewPCG(q.Seed, r.id))
	most := max(int(math.Ceil(q.Share*float64(len(shards)))), 1)
	picked := make(map[uint64]payload, most)
	for i, s := range shards {
		if random.IntN(len(shards)-i) < most-len(picked) {
			picked[s.id] = s.payload
		}
	}
	return picked
}

// A storedSpace is a space without the shards after the last stored one. A sample, for example, would never end.
type storedSpace struct {
	enum.Space
	shards []shard // in ascending order
}

// Shards yields the shards up to the last stored one, because only stored shards are recomputed. For a sample it yields
// only the stored batches, because many of the batches before the last one may be missing.
func (s storedSpace) Shards() iter.Seq[enum.Shard] {
	last := s.shards[len(s.shards)-1].id
	return func(yield func(enum.Shard) bool) {
		if sample, ok := s.Space.(sampling.Sampling); ok {
			for _, shard := range s.shards {
				// A run with a batch beyond the end of its sample is faulty; fits reports it.
				if shard.id >= sample.Batches() || !yield(enum.Shard{ID: shard.id}) {
					return
				}
			}
			return
		}
		for shard := range s.Space.Shards() {
			if shard.ID > last || !yield(shard) {
				return
			}
		}
	}
}

func (s storedSpace) Stages() iter.Seq[iter.Seq[enum.Shard]] { return enum.Stages(s.Space) }
