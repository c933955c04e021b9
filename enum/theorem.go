package enum

import (
	"context"
	"math/big"
)

// A Theorem is a statement about all positions of a ruleset.
type Theorem struct {
	Name      string // one word
	Statement string // on one line
	// Holds says whether the statement is known, or believed, to be true. Of one that is
	// false, From is the least size with a counterexample, 0 if that is not known. A check
	// that finds the contrary is news.
	Holds bool
	From  int
	// Usual is the default size to check up to: it takes a second or so.
	Usual int
	// Check compares the statement with the exhaustive solution of all positions
	// that it speaks of, up to a size. When the context ends it returns the
	// context's error, soon.
	Check func(ctx context.Context, size int) (Finding, error)
}

// A Finding is the result of the check of a theorem.
type Finding struct {
	Positions *big.Int // that were compared
	// UpTo is the size up to which they were, where that is less than was asked for;
	// 0 otherwise.
	UpTo int
	// Counterexample is the smallest position that contradicts the statement, the first
	// one in a fixed order, and what it is; "" if there is none.
	Counterexample string
	// Details says more on one line, such as which range was compared; "" if
	// there is no more to say.
	Details string
}
