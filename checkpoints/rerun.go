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
)

// A Rerun says which stored shards are walked again, and with what.
type Rerun struct {
	// Share is how many of a run's shards are picked, 0 to 1, rounded up: at least one. Each
	// is as likely as any other.
	Share   float64
	Seed    uint64 // decides which; whoever knows it before knows which
	Workers int
	// Begin, if not nil, is told how many shards of a run will be walked, and Shard of each
	// that has been, from one goroutine at a time.
	Begin func(run string, shards uint64)
	Shard func(enum.Result)
}

// rerun walks shards of a run again that are picked at random. fault is told of those that come
// out differently.
func (r *record) rerun(ctx context.Context, q Rerun, name string, fault func(error)) (Check, error) {
	picked := r.pick(q)
	if q.Begin != nil {
		q.Begin(name, uint64(len(picked)))
	}
	wrong := make(map[uint64]error) // by shard: they come in no order
	plan := enum.Plan{Workers: q.Workers, Done: func(id uint64) bool { return picked[id] == nil }}
	err := enum.Run(ctx, storedSpace{r.space, r.stored.shards}, plan, func(result enum.Result) error {
		id := result.Shard.ID
		stored, _, err := picked[id].decode(len(r.header.Verdicts))
		if err == nil && !result.Tally.Equal(stored) {
			wrong[id] = fmt.Errorf("%s, shard %d: %w, as stored and walked again: %s", name, id, ErrContradiction, r.header.difference(stored, result.Tally))
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
	host := ownContributor()
	return Check{Host: host.Host, Version: host.Version, Time: now(), Shards: uint64(len(picked)), Of: uint64(len(r.stored.shards)), Seed: q.Seed}, nil
}

// pick picks shards, by number.
func (r *record) pick(q Rerun) map[uint64]payload {
	shards := r.stored.shards
	random := rand.New(rand.NewPCG(q.Seed, r.id))
	most := max(int(math.Ceil(q.Share*float64(len(shards)))), 1)
	picked := make(map[uint64]payload, most)
	for i, s := range shards { // each set of that size is as likely as any other
		if random.IntN(len(shards)-i) < most-len(picked) {
			picked[s.id] = s.payload
		}
	}
	return picked
}

// A storedSpace is a space as far as its shards are stored: a sample has no end of its own.
type storedSpace struct {
	enum.Space
	stored []shard // in ascending order
}

func (s storedSpace) Shards() iter.Seq[enum.Shard] {
	last := s.stored[len(s.stored)-1].id
	return func(yield func(enum.Shard) bool) {
		if sampling, ok := s.Space.(enum.Sampling); ok { // whose batches have no paths
			for _, shard := range s.stored {
				if shard.id >= sampling.Batches() || !yield(enum.Shard{ID: shard.id}) {
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

// Stages yields the stages of the space, if it has any.
func (s storedSpace) Stages() iter.Seq[iter.Seq[enum.Shard]] { return enum.Stages(s.Space) }
