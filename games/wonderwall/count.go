package wonderwall

import (
	"context"
	"iter"
	"math/big"

	"enumerate/solver/betweenness"
)

// Count returns the number of solutions of a valid table; see betweenness.CountOrders.
func (t Table) Count(ctx context.Context) (*big.Int, error) {
	return betweenness.CountOrders(ctx, t.Game)
}

// All yields all solutions of a valid table, in the players' names and in
// lexicographic order of their rows; see betweenness.Orders.
func (t Table) All(ctx context.Context) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for order, err := range betweenness.Orders(ctx, t.Game) {
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
