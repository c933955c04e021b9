// Package values counts and lists classes of isomorphic games for rulesets that can visit all classes of a size one by
// one. For games that are played in turns, it also lists the values of the positions, such as Grundy values.
package values

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/playing"
	"enumerate/internal/lists"
)

// Each visits the classes of a shard, with their verdicts and numbers of automorphisms, until visit returns false.
type Each func(ctx context.Context, shard enum.Shard, visit func(verdict int, automorphisms uint64) bool) error

// Count adds the classes of a shard to a tally, as an [enum.Walker] must.
func (each Each) Count(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	counts := make(map[pair[int]]uint64) // by verdict and automorphisms; adding to a tally each time would take longer
	err := each(ctx, shard, func(verdict int, automorphisms uint64) bool {
		counts[pair[int]{verdict, automorphisms}]++
		return true
	})
	for pair, classes := range counts {
		tally.Add(pair.of, pair.automorphisms, classes)
	}
	return err
}

// Lister returns a function that lists the classes of a shard, for [enum.List]. It passes the argument class each time,
// with only Verdict and Automorphisms set anew. So the functions class.Game and class.Solution must return the game and
// the solution of the class being visited.
func (each Each) Lister(class enum.Class) enum.Lister {
	return func(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
		return each(ctx, shard, func(verdict int, automorphisms uint64) bool {
			if only != enum.AnyVerdict && verdict != only {
				return true // continue with the next class
			}
			class.Verdict, class.Automorphisms = verdict, automorphisms
			return visit(class)
		})
	}
}

// A pair is a verdict or a value, with a number of automorphisms.
type pair[V comparable] struct {
	of            V
	automorphisms uint64
}

// Grundy is List for positions whose values are Grundy values; it lists them as nimbers, in ascending order.
func Grundy(ctx context.Context, s enum.Space, list enum.Lister, value func() int) ([]playing.ValueCount, error) {
	nimber := func(grundy int) string { return kit.Nimber(uint64(grundy)) }
	return List(ctx, s, list, value, nimber, cmp.Compare[int])
}

// List lists the combinatorial values that occur among the positions of a space, with the numbers of games and classes
// of each. The function list visits every class once, value returns the value of the class that list is visiting, name
// returns it as text, and order compares two values, to sort the list.
func List[V comparable](ctx context.Context, s enum.Space, list enum.Lister, value func() V, name func(V) string, order func(v, w V) int) ([]playing.ValueCount, error) {
	counts := make(map[pair[V]]uint64)       // the numbers of classes by value and automorphisms
	values := make(map[V]playing.ValueCount) // with the sums of their classes and games, at first 0
	verdicts := s.Verdicts()
	err := enum.List(ctx, s, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		v := value()
		if _, ok := values[v]; !ok {
			values[v] = playing.ValueCount{Value: name(v), Verdict: verdicts[c.Verdict], Games: new(big.Int), Classes: new(big.Int), First: c.Game()}
		}
		counts[pair[V]{v, c.Automorphisms}]++
		return true
	})
	if err != nil {
		return nil, err
	}

	for pair, count := range counts {
		classes := new(big.Int).SetUint64(count)
		c := values[pair.of]
		c.Classes.Add(c.Classes, classes)
		c.Games.Add(c.Games, classes.Mul(classes, enum.Orbit(s, pair.automorphisms)))
	}
	return lists.Map(slices.SortedFunc(maps.Keys(values), order), func(v V) playing.ValueCount { return values[v] }), nil
}

// Prove checks a list of combinatorial values; see List. The games and classes of all values must sum to those of the
// space, and for each verdict to the totals of a walk, the argument walked. A mismatch is an error that names both
// numbers.
func Prove(s enum.Space, walked enum.Totals, values []playing.ValueCount) error {
	// The number of all classes is that of the space's formula or, without one, of the walk.
	all := walked.All()
	all.Games = s.Games()
	if classes := s.Classes(); classes != nil {
		all.Classes = classes
	}
	if err := compare(values, "", all); err != nil {
		return err
	}

	for v, verdict := range s.Verdicts() {
		if err := compare(values, verdict, walked.Verdicts[v]); err != nil {
			return err
		}
	}
	return nil
}

// compare returns an error if the games and classes of all values with a verdict do not sum to want. The verdict ""
// stands for all values.
func compare(values []playing.ValueCount, verdict string, want enum.Total) error {
	games, classes := new(big.Int), new(big.Int)
	for _, v := range values {
		if verdict == "" || v.Verdict == verdict {
			games.Add(games, v.Games)
			classes.Add(classes, v.Classes)
		}
	}
	of := "values"
	if verdict != "" {
		of = "values of the verdict " + verdict
	}
	if games.Cmp(want.Games) != 0 || classes.Cmp(want.Classes) != 0 {
		return fmt.Errorf("the %s sum to %v games in %v classes, expected %v in %v", of, games, classes, want.Games, want.Classes)
	}
	return nil
}
