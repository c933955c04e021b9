package wonderwall

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
)

// A shardWalker is the enum.Walker of a space.
type shardWalker struct {
	bulk   *walker // walks and probes
	single *walker // lists
}

func (s *shardWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w := s.bulk
	w.ctx = ctx
	w.replay(shard.Path)
	w.settleBelow(len(shard.Path), tally)
	w.rewind(len(shard.Path))
	return ctx.Err()
}

// settleBelow tallies all classes whose strings extend the path of i choices.
func (w *walker) settleBelow(i int, tally *enum.Tally) {
	w.descend(i, w.n-1, func() bool {
		w.last()
		return true
	})
	w.census.flush(tally)
}

func (s *shardWalker) List(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
	w := s.single
	w.ctx = ctx
	w.replay(shard.Path)
	w.descend(len(shard.Path), w.n, func() bool {
		settled := w.settled()
		if verdict != enum.AnyVerdict && verdict != settled {
			return true
		}
		return visit(enum.Class{
			Verdict:        settled,
			Automorphisms:  w.tied + 1,
			Representative: representative{w},
		})
	})
	w.rewind(len(shard.Path))
	return ctx.Err()
}

// Probe goes down to a prefix three choices short of a game, choosing among the
// prefixes that no start beats with equal chances at every player. Each of them
// is reached with a chance of one to the weight.
func (s *shardWalker) Probe(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	w := s.bulk
	w.ctx = ctx
	var path []byte
	weight := 1.0
	for i := 0; i < w.n-3; i++ {
		var paths [][]byte
		w.replay(path)
		w.descend(i, i+1, func() bool {
			paths = append(paths, w.path(i+1))
			return true
		})
		w.rewind(i)
		if len(paths) == 0 {
			return 0, ctx.Err()
		}
		weight *= float64(len(paths))
		path = paths[random.IntN(len(paths))]
	}
	w.replay(path)
	w.settleBelow(len(path), tally)
	w.rewind(len(path))
	return weight, ctx.Err()
}
