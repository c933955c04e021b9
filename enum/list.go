package enum

import (
	"context"
	"math/big"
	"strconv"

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

// A Lister visits the classes of a shard that have a verdict, or all classes for [AnyVerdict], one by one and in a fixed
// order, until visit returns false. These are the classes that the walk counts.
type Lister func(ctx context.Context, shard Shard, verdict int, visit func(Class) bool) error

// List visits the classes of a part that have a verdict, or all classes for [AnyVerdict], shard by shard, until visit
// returns false.
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

// ListRows is [List] for classes with at least minAut automorphisms, as rows for printing. A row is valid until
// visit returns.
func ListRows(ctx context.Context, s Space, list Lister, part Part, verdict int, minAut uint64, visit func(*single.ClassRow) bool) error {
	orbits := make(map[uint64]string) // there are few different ones
	verdicts := s.Verdicts()
	return List(ctx, s, list, part, verdict, func(c Class) bool {
		if c.Automorphisms < minAut {
			return true
		}
		orbit, ok := orbits[c.Automorphisms]
		if !ok {
			orbit = Orbit(s, c.Automorphisms).String()
			orbits[c.Automorphisms] = orbit
		}
		solution := c.Solution()
		solution.Verdict = verdicts[c.Verdict]
		return visit(&single.ClassRow{Game: c.Game(), Orbit: orbit, Automorphisms: strconv.FormatUint(c.Automorphisms, 10), Solution: &solution})
	})
}
