package rotisserie

import (
	"context"
	"math/big"
	"slices"

	"enumerate/enum"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

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

// decide asks for the outcome of the weak order of a position; and of what each move
// leaves, but only once for all sizes that lie between the same two of the other heaps and
// the anchors.
func decide(ctx context.Context, p heaps.Position) (winning []heaps.Reduction, err error) {
	if len(p) == 0 {
		return nil, nil
	}
	solver, err := counts.NewSolver(ctx, len(p), 1)
	if err != nil {
		return nil, err
	}
	for _, moves := range alike(p, solver.Anchors(len(p))) {
		option := heaps.Queue.Reduce(nil, p, 0, moves.Least)
		queue := make([]int, len(option))
		for i, heap := range option {
			queue[i] = int(heap)
		}
		if solver.P(queue) {
			winning = append(winning, moves)
		}
	}
	return winning, nil
}

// alike returns all moves, those together that leave the same weak order with so many
// anchors.
func alike(p heaps.Position, anchors int) []heaps.Reduction {
	marks := slices.Clone(p[1:])
	for anchor := range anchors + 1 { // and 0, to remove the heap
		marks = append(marks, uint64(anchor))
	}
	slices.Sort(marks)
	var moves []heaps.Reduction
	add := func(least, end uint64) {
		if end = min(end, p[0]); least < end {
			moves = append(moves, heaps.Reduction{Heap: 0, Least: least, Most: end - 1})
		}
	}
	following := uint64(0) // the least size not among the moves
	for _, mark := range slices.Compact(marks) {
		add(following, mark)
		add(mark, mark+1)
		following = mark + 1
	}
	add(following, p[0])
	return moves
}
