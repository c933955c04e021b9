package enum

import (
	"context"
	"math/big"
)

// A Valued is a Ruleset whose positions have values that are more than a verdict.
type Valued interface {
	Ruleset
	// Values returns the values that occur among the games of a size, in a fixed
	// order. When the context ends it returns the context's error, soon.
	Values(ctx context.Context, size int) ([]ValueCount, error)
}

// A ValueCount says how often a value occurs among the games of a size.
type ValueCount struct {
	Value   string // in standard notation
	Verdict string // that follows from it
	Games   *big.Int
	Classes *big.Int
	First   string // a game of the first class that has the value
}
