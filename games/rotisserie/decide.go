package rotisserie

import (
	"context"
	"slices"

	"enumerate/enum"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// Way names the weak-order law.
func (Rules) Way() enum.Algorithm {
	return enum.Algorithm{Name: "order", Summary: "outcomes alone, by the weak order of up to 7 heaps of any size"}
}

// Decides reports whether there are at most seven heaps.
func (Rules) Decides(n int, _ uint64) bool { return n <= maxOrdered }

// Decide asks for the outcome of the weak order of a position; and of what each move
// leaves, but only once for all sizes that lie between the same two of the other heaps and
// the anchors.
func (Rules) Decide(ctx context.Context, p heaps.Position) (next bool, winning []heaps.Reduction, err error) {
	if len(p) == 0 {
		return false, nil, nil
	}
	solver, err := counts.NewSolver(ctx, len(p), 1)
	if err != nil {
		return false, nil, err
	}
	for _, moves := range alike(p, solver.Anchors(len(p))) {
		option := heaps.Queue.Reduce(nil, p, 0, moves.Least)
		queue := make([]int, len(option))
		for i, heap := range option {
			queue[i] = int(heap)
		}
		previous, err := solver.P(queue)
		if err != nil {
			return false, nil, err
		}
		if previous {
			winning = append(winning, moves)
		}
	}
	return len(winning) > 0, winning, nil
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
