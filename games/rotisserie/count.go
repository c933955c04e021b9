package rotisserie

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// byThreshold counts the P-positions (the queues that the player who moves loses) of s.Least to s.Most heaps of 1 to
// `largest` sticks. The tables of package counts have a threshold for each tuple of heaps after the front: a queue is a
// P-position if and only if its front is at most the threshold.
func byThreshold(ctx context.Context, s heaps.Span, largest int, _ enum.Means) (*big.Int, error) {
	tables, err := counts.Build(ctx, s.Most, largest)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for n := s.Least; n <= s.Most; n++ {
		numbers, err := tables.Counts(ctx, n) // numbers[i] is for heaps of 1 to i+1
		if err != nil {
			return nil, err
		}
		sum.Add(sum, numbers[largest-1])
	}
	return sum, nil
}

// byOrder counts the P-positions (the queues that the player who moves loses) by the polynomials of package counts,
// whose variable is `largest`, the size of the largest possible heap. The polynomial for n heaps holds only if
// `largest` is at least solver.Anchors(n); otherwise byOrder counts with tables, as byThreshold does.
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
