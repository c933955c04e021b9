package walk

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/wonderwall/space"
)

// Method returns the method "walk" of the ruleset.
func Method() enum.Method {
	return enum.Method{
		Name:    enum.Walk,
		Summary: "visits one game of every class",
		Sizes:   enum.Range{First: space.Fewest, Last: Most},
		Space:   walkable,
		Estimate: enum.Forecasts(walkable, func(s enum.Space) enum.Descent {
			return newBulkWalker(s.(walkSpace).Players).descent
		}),
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

// settleBelow adds to the tally all classes whose games begin with the first i choices of the walker's path. The last
// three players are settled in bulk. In a walk of core games, nothing is left to do if the path is barren: no solvable
// core game begins with it.
func (w *walker) settleBelow(i int, tally *enum.Tally) {
	if w.cores && w.bulk.excludesSolvableCore(i) {
		return
	}
	w.descend(i, w.n-3, func() bool {
		w.bulk.settle()
		return true
	})
	w.census.flush(tally)
}

// descent walks a random part of the space; it implements [enum.Descent]. For each player except the last four, it
// finds all choices with which a class can begin, and draws one. Then it tallies the classes that begin with the drawn
// choices. The weight is the product of the numbers of choices, so the choices were drawn with probability 1/weight.
// Drawing one more choice would take longer than the walk through the remaining classes.
func (w *walker) descent(ctx context.Context, random *rand.Rand, tally *enum.Tally, spent func(weight float64)) (float64, error) {
	w.ctx = ctx
	var path []byte
	weight := 1.0
	for i := 0; i < w.n-4; i++ {
		var paths [][]byte // the path extended by each possible choice of player i
		if w.replay(path) {
			w.descend(i, i+1, func() bool {
				paths = append(paths, w.path(i+1))
				return true
			})
		}
		spent(weight) // to find the choices after a path, which the walk does once for each path
		if len(paths) == 0 {
			return 0, ctx.Err()
		}
		weight *= float64(len(paths))
		path = paths[random.IntN(len(paths))]
	}
	return weight, w.Walk(ctx, enum.Shard{Path: path}, tally)
}
