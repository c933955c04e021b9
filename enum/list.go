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
	Solution      func() single.Solution // its verdict and certificate
}

// AnyVerdict selects all verdicts.
const AnyVerdict = -1

// A Lister visits the classes of a shard that have a verdict, or all classes for [AnyVerdict], one by one and in a
// fixed order, until visit returns false. These are the classes that the walk counts.
type Lister func(ctx context.Context, shard Shard, verdict int, visit func(Class) bool) error

// List passes the classes of isomorphic games that have a verdict to visit, or all classes for [AnyVerdict], until
// visit returns false or the context ends. The classes are those of a part of the space s: List goes through the
// shards of the part, and the function list finds the classes of a shard.
func List(ctx context.Context, s Space, list Lister, part Part, verdict int, visit func(Class) bool) error {
	for shard := range s.Shards() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !part.Contains(shard.ID) {
			continue
		}

		// List the classes of the shard, and note whether visit has returned false.
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
