package enum

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
)

// A ValueCount says how often a value occurs among the games of a size.
type ValueCount struct {
	Value   string // in standard notation; a Grundy value as a number from 0
	Verdict string // of the space, that follows from it
	Games   *big.Int
	Classes *big.Int
	First   string // a game of the first class that has the value
}

// GrundyValues lists the Grundy values that occur among the classes of a space, least first,
// each class being visited once. value returns that of the class that is being visited.
func GrundyValues(ctx context.Context, s Space, list Lister, value func() int) ([]ValueCount, error) {
	type bar struct {
		value         int
		automorphisms uint64
	}
	counts := make(map[bar]uint64)
	values := make(map[int]ValueCount)
	verdicts := s.Verdicts()
	err := List(ctx, s, list, Part{}, AnyVerdict, func(c Class) bool {
		v := value()
		if _, ok := values[v]; !ok {
			values[v] = ValueCount{Value: strconv.Itoa(v), Verdict: verdicts[c.Verdict], Games: new(big.Int), Classes: new(big.Int), First: c.Game()}
		}
		counts[bar{v, c.Automorphisms}]++
		return true
	})
	if err != nil {
		return nil, err
	}
	for bar, count := range counts {
		classes := new(big.Int).SetUint64(count)
		c := values[bar.value]
		c.Classes.Add(c.Classes, classes)
		c.Games.Add(c.Games, classes.Mul(classes, Orbit(s, bar.automorphisms)))
	}
	var sorted []ValueCount
	for _, v := range slices.Sorted(maps.Keys(values)) {
		sorted = append(sorted, values[v])
	}
	return sorted, nil
}

// ProveValues checks the values of a space: their games and classes sum to all that
// there are, and those of each verdict to what a walk found, which asked for the verdicts
// alone. A mismatch is an error that names both numbers.
func ProveValues(s Space, walked Totals, values []ValueCount) error {
	all := walked.All()
	all.Games = s.Games()
	if classes := s.Classes(); classes != nil {
		all.Classes = classes
	}
	if err := compareValues(values, "", all); err != nil {
		return err
	}
	for v, verdict := range s.Verdicts() {
		if err := compareValues(values, verdict, walked.Verdicts[v]); err != nil {
			return err
		}
	}
	return nil
}

// compareValues compares the sums over the values of a verdict, or of all for "", with a
// total.
func compareValues(values []ValueCount, verdict string, want Total) error {
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
