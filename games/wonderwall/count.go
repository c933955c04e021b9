package wonderwall

import (
	"context"
	"iter"
	"math/big"

	"enumerate/solver"
)

// Count returns the number of solutions of a valid table; see solver.CountOrders.
func (t Table) Count(ctx context.Context) (*big.Int, error) {
	return solver.CountOrders(ctx, t.Game)
}

// All yields all solutions of a valid table, in the players' names and in
// lexicographic order of their rows; see solver.Orders.
func (t Table) All(ctx context.Context) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for order, err := range solver.Orders(ctx, t.Game) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(t.names(order), nil) {
				return
			}
		}
	}
}
