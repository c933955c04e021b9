package walk

import (
	"context"
	"math/rand/v2"
	"time"

	"enumerate/enum"
	"enumerate/games/wonderwall/space"
)

// Method returns the walk as a method of the ruleset.
func Method() enum.Method {
	return enum.Method{
		Name:    enum.Walk,
		Summary: "one game of every class, or many at once",
		Sizes:   enum.Range{First: space.Fewest, Last: Most},
		Space:   func(players int, _ enum.Means) (enum.Space, error) { return walkable(players) },
		Estimate: func(ctx context.Context, players int, during time.Duration) (enum.Forecast, error) {
			s, err := walkable(players)
			if err != nil {
				return enum.Forecast{}, err
			}
			return enum.Estimate(ctx, s, newBulkWalker(players).descent, during, 1)
		},
	}
}

// Walk counts the classes of a shard.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.ctx = ctx
	if w.replay(shard.Path) {
		w.settleBelow(len(shard.Path), tally)
	}
	return ctx.Err()
}

// settleBelow tallies all classes whose strings extend the first i choices of the path.
func (w *walker) settleBelow(i int, tally *enum.Tally) {
	if w.cores && w.bulk.barren(i) {
		return
	}
	w.descend(i, w.n-3, func() bool {
		w.bulk.settle()
		return true
	})
	w.census.flush(tally)
}

// descent is an [enum.Descent]. It descends to a random prefix without the last four choices: for each player it draws
// one of the choices that no start beats, each with the same probability. It reaches the prefix with probability
// 1/weight, and tallies the classes below it. Prefixes with one more choice would make the descent take longer than the
// walk below the prefix.
func (w *walker) descent(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	w.ctx = ctx
	var path []byte
	weight := 1.0
	for i := 0; i < w.n-4; i++ {
		var paths [][]byte
		if !w.replay(path) {
			return 0, ctx.Err()
		}
		w.descend(i, i+1, func() bool {
			paths = append(paths, w.path(i+1))
			return true
		})
		if len(paths) == 0 {
			return 0, ctx.Err()
		}
		weight *= float64(len(paths))
		path = paths[random.IntN(len(paths))]
	}
	return weight, w.Walk(ctx, enum.Shard{Path: path}, tally)
}
