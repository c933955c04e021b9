package rotisserie

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// byThreshold counts P-positions with the tables of package counts.
func byThreshold(ctx context.Context, s heaps.Span, largest int, _ enum.Means) (*big.Int, error) {
	tables, err := counts.Build(ctx, s.Most, largest)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for n := s.Least; n <= s.Most; n++ {
		upTo, err := tables.Counts(ctx, n)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, upTo[largest-1])
	}
	return sum, nil
}

// byOrder counts P-positions with the polynomials of package counts. A polynomial does not hold for the smallest heaps,
// so it counts these with tables.
func byOrder(ctx context.Context, s heaps.Span, largest int, _ enum.Means) (*big.Int, error) {
	solver, err := counts.NewSolver(ctx, s.Most)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for n := s.Least; n <= s.Most; n++ {
		if largest < solver.Anchors(n) {
			p, err := byThreshold(ctx, heaps.Span{Least: n, Most: n}, largest, enum.Means{})
			if err != nil {
				return nil, err
			}
			sum.Add(sum, p)
			continue
		}
		polynomial, err := solver.Count(ctx, n)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, polynomial.At(int64(largest)))
	}
	return sum, nil
}
