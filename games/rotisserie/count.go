package rotisserie

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// maxOrdered is the most heaps for which the weak-order law is proved within a second.
const maxOrdered = 7

// Counts returns the two ways of package counts: by a threshold for each queue without its
// front, and by the weak orders on which outcomes depend.
func (Rules) Counts() []heaps.Count {
	return []heaps.Count{
		{
			Method:  enum.Method{Name: "count", Summary: "by the largest front with which each rest of a queue is P"},
			Version: 1,
			Reaches: func(s heaps.Span, largest int) bool {
				_, err := counts.Bytes(s.Most, largest)
				return err == nil
			},
			P: byThreshold,
		},
		{
			Method:  enum.Method{Name: "order", Summary: "by the weak orders of heaps, on which outcomes depend alone: a polynomial in the largest heap"},
			Version: 1,
			Reaches: func(s heaps.Span, _ int) bool { return s.Most <= maxOrdered },
			P:       byOrder,
		},
	}
}

// byThreshold counts P-positions by tables.
func byThreshold(ctx context.Context, s heaps.Span, largest int, m enum.Means) (*big.Int, error) {
	tables, err := counts.Build(ctx, s.Most, largest, m.Workers)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for n := s.Least; n <= s.Most; n++ {
		upTo, err := tables.Counts(ctx, n, m.Workers)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, upTo[largest-1])
	}
	return sum, nil
}

// byOrder counts P-positions by the polynomials, and those of heaps too small for these by
// tables.
func byOrder(ctx context.Context, s heaps.Span, largest int, m enum.Means) (*big.Int, error) {
	solver, err := counts.NewSolver(ctx, s.Most, m.Workers)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for n := s.Least; n <= s.Most; n++ {
		if largest < solver.Anchors(n) {
			p, err := byThreshold(ctx, heaps.Span{Least: n, Most: n}, largest, m)
			if err != nil {
				return nil, err
			}
			sum.Add(sum, p)
			continue
		}
		polynomial, err := solver.Count(ctx, n, m.Workers)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, polynomial.At(int64(largest)))
	}
	return sum, nil
}
