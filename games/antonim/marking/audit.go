package marking

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// Audit tries all moves of so many random subsets of {1..n}: a P-position must have none to
// a P-position, any other at least one. It shares nothing with the marking but the table.
// It returns an error that names the first set to break that, and the error of the context
// soon after it ends.
func (t *Table) Audit(ctx context.Context, random *rand.Rand, sets int) error {
	for i := range sets {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		set := random.Uint64() & (1<<t.n - 1)
		if t.P(set) == t.hasMoveToP(set) {
			return fmt.Errorf("set %b of a table up to %d: P-position %v, has a move to one %v", set, t.n, t.P(set), t.P(set))
		}
	}
	return nil
}

// hasMoveToP reports whether a move leads from a set to a P-position.
func (t *Table) hasMoveToP(set uint64) bool {
	for x := range t.n {
		if set>>x&1 == 0 {
			continue
		}
		without := set &^ (1 << x)
		if t.P(without) {
			return true
		}
		for y := range x {
			if t.P(without | 1<<y) {
				return true
			}
		}
	}
	return false
}
