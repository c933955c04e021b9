// Package values looks at the classes of a size one by one, where all can be visited: it counts and
// lists them, lists the values that their positions have, and proves any such list by a walk.
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

// Each visits the classes of a shard, with the verdict and the automorphisms of each, until visit
// returns false.
type Each func(ctx context.Context, shard enum.Shard, visit func(verdict int, automorphisms uint64) bool) error

// Count adds the classes of a shard to a tally, as an [enum.Walker] does.
func (each Each) Count(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	counts := make(map[bar[int]]uint64)
	err := each(ctx, shard, func(verdict int, automorphisms uint64) bool {
		counts[bar[int]{verdict, automorphisms}]++
		return true
	})
	for bar, classes := range counts {
		tally.Add(bar.of, bar.automorphisms, classes)
	}
	return err
}

// Lister returns what lists them. The class has the functions that speak of the one being visited.
func (each Each) Lister(class enum.Class) enum.Lister {
	return func(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
		return each(ctx, shard, func(verdict int, automorphisms uint64) bool {
			class.Verdict, class.Automorphisms = verdict, automorphisms
			return only != enum.AnyVerdict && verdict != only || visit(class)
		})
	}
}

// A bar is classes with one verdict or value, and one number of automorphisms.
type bar[V comparable] struct {
	of            V
	automorphisms uint64
}

// Grundy lists the Grundy values that occur among the classes of a space as nimbers, least first; see
// List.
func Grundy(ctx context.Context, s enum.Space, list enum.Lister, value func() int) ([]playing.ValueCount, error) {
	nimber := func(grundy int) string { return kit.Nimber(uint64(grundy)) }
	return List(ctx, s, list, value, nimber, cmp.Compare[int])
}

// List lists the values that occur among the classes of a space by their names, in an order, each
// class being visited once. value returns that of the class that is being visited.
func List[V comparable](ctx context.Context, s enum.Space, list enum.Lister, value func() V, name func(V) string, order func(v, w V) int) ([]playing.ValueCount, error) {
	counts := make(map[bar[V]]uint64)
	values := make(map[V]playing.ValueCount)
	verdicts := s.Verdicts()
	err := enum.List(ctx, s, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		v := value()
		if _, ok := values[v]; !ok {
			values[v] = playing.ValueCount{Value: name(v), Verdict: verdicts[c.Verdict], Games: new(big.Int), Classes: new(big.Int), First: c.Game()}
		}
		counts[bar[V]{v, c.Automorphisms}]++
		return true
	})
	if err != nil {
		return nil, err
	}
	for bar, count := range counts {
		classes := new(big.Int).SetUint64(count)
		c := values[bar.of]
		c.Classes.Add(c.Classes, classes)
		c.Games.Add(c.Games, classes.Mul(classes, enum.Orbit(s, bar.automorphisms)))
	}
	return lists.Map(slices.SortedFunc(maps.Keys(values), order), func(v V) playing.ValueCount { return values[v] }), nil
}

// Prove checks the values of a space: their games and classes sum to all that
// there are, and those of each verdict to what a walk found, which asked for the verdicts
// alone. A mismatch is an error that names both numbers.
func Prove(s enum.Space, walked enum.Totals, values []playing.ValueCount) error {
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

// compare compares the sums over the values of a verdict, or of all for "", with a
// total.
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
		return fmt.Errorf("the %s sum to %v games in %v classes, there are %v in %v", of, games, classes, want.Games, want.Classes)
	}
	return nil
}
