package enum

import (
	"context"
	"math/big"

	"enumerate/enum/single"
)

// Orbit returns the number of labelled games of a class with a number of automorphisms.
func Orbit(s Space, automorphisms uint64) *big.Int {
	return new(big.Int).Div(s.Group(), new(big.Int).SetUint64(automorphisms))
}

// A Class is a class that a Lister visits. Its functions are valid until visit returns.
type Class struct {
	Verdict       int
	Automorphisms uint64
	Game          func() string          // on one line
	Solution      func() single.Solution // its verdict and proof
}

// AnyVerdict selects all verdicts.
const AnyVerdict = -1

// A Lister calls visit for each class in a shard that has the given verdict, or for every class if the verdict is
// [AnyVerdict], in a fixed order, until visit returns false. The classes are the same as those that the walk counts.
type Lister func(ctx context.Context, shard Shard, verdict int, visit func(Class) bool) error

// List calls visit for each class in a part of the space s that has the given verdict, or for every class if the
// verdict is [AnyVerdict], until visit returns false or the context ends.
func List(ctx context.Context, s Space, list Lister, part Part, verdict int, visit func(Class) bool) error {
	for shard := range s.Shards() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !part.Contains(shard.ID) {
			continue
		}

		stopped := false
		err := list(ctx, shard, verdict, func(c Class) bool {
			stopped = !visit(c)
			return !stopped
		})
		if err != nil || stopped {
			return err
		}
	}
	return nil
}
