package col

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
	"enumerate/games/col/search"
)

// Methods lists the ways to count. What solves positions by these names solves them all.
func (Ruleset) Methods() []enum.Method {
	return []enum.Method{
		{Name: formulaAlgorithm, Summary: "by the kinds of trees and their values, all of a size at once"},
		{Name: reduceAlgorithm, Summary: "class by class, with roots taken off that have no coloured child"},
	}
}

// Counting returns the space of one size as a method counts it.
func (r Ruleset) Counting(method string, vertices int, _ enum.Means) (enum.Space, error) {
	s, err := NewSpace(r, vertices)
	if err != nil {
		return nil, err
	}
	switch method {
	case formulaAlgorithm:
		return summed{s}, nil
	case reduceAlgorithm:
		if counted := r.reduced(); !counted.Contains(vertices) {
			return nil, fmt.Errorf("the method %s counts %s %s, not %d", method, r.Name(), verticesIn(counted), vertices)
		}
		return reduced{s}, nil
	}
	return nil, fmt.Errorf("there is no method %q; there is: %s, %s", method, formulaAlgorithm, reduceAlgorithm)
}

// reduced is a space that is walked by a reducing solver.
type reduced struct{ *Space }

// Walker returns a walker of the space.
func (s reduced) Walker() enum.Walker { return newWalker(s.Space, search.NewReducing()) }

// Fingerprint names all that the shards depend on.
func (s reduced) Fingerprint() string {
	const version = 1 // of the method
	return fmt.Sprintf("%s; %s=%d", s.Space.Fingerprint(), reduceAlgorithm, version)
}

// Walkable returns nil: Counting has no others.
func (reduced) Walkable() error { return nil }

// Keys of the tallies of a summed space.
const (
	gamesKey   = 1 // labelled games
	classesKey = 2
)

// summed is a space whose games and classes are counted by the formula, at one go. There is
// one shard.
type summed struct{ *Space }

// Fingerprint names all that the shard depends on.
func (s summed) Fingerprint() string {
	const version = 1 // of the method
	return fmt.Sprintf("%s n=%d %s=%d", s.ruleset.Name(), s.vertices, formulaAlgorithm, version)
}

// Walkable returns nil: all sizes can be counted.
func (summed) Walkable() error { return nil }

// Shards yields one shard.
func (summed) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) { yield(enum.Shard{}) }
}

// Walker returns a walker that counts.
func (s summed) Walker() enum.Walker { return s }

// Walk counts.
func (s summed) Walk(ctx context.Context, _ enum.Shard, tally *enum.Tally) error {
	counts, err := s.ruleset.count(ctx, s.vertices)
	if err != nil {
		return err
	}
	for seen, number := range counts {
		verdict := verdictOf(outcomeOf(seen.value))
		tally.AddBig(verdict, gamesKey, number.games)
		tally.AddBig(verdict, classesKey, number.classes)
	}
	return nil
}

// Totals returns what a tally comes to.
func (s summed) Totals(t *enum.Tally) ([]enum.Total, error) {
	totals := make([]enum.Total, t.Verdicts())
	for v := range totals {
		totals[v] = enum.Total{Games: t.Count(v, gamesKey), Classes: t.Count(v, classesKey)}
		others := t.Sum(v)
		others.Sub(others, totals[v].Games)
		if others.Sub(others, totals[v].Classes); others.Sign() != 0 {
			return nil, fmt.Errorf("%v are counted under other keys than %d and %d", others, gamesKey, classesKey)
		}
	}
	return totals, nil
}

// Coverage counts in labelled games and classes.
func (s summed) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	totals, err := s.Totals(t)
	if err != nil {
		return nil, nil, err
	}
	all := enum.Overall(totals)
	return all.Games.Add(all.Games, all.Classes), new(big.Int).Add(s.Games(), s.Classes()), nil
}
