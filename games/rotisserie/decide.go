package rotisserie

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// A decider knows the outcome of every queue of up to counts.MaxSolved heaps. It proves the
// weak-order law when a queue first asks for it, and keeps the proof: that of nine heaps takes
// half a minute and 900 million bytes. It is safe for use by many goroutines.
type decider struct {
	mutex  sync.Mutex
	heaps  int // that the solver knows, if there is one
	solver *counts.Solver
}

// reaches reports whether the decider knows queues of so many heaps.
func (d *decider) reaches(n int, _ uint64) bool { return n <= counts.MaxSolved }

// solverOf returns a solver that knows so many heaps.
func (d *decider) solverOf(ctx context.Context, n int) (*counts.Solver, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.solver == nil || d.heaps < n {
		solver, err := counts.NewSolver(ctx, n, runtime.GOMAXPROCS(0))
		if err != nil {
			return nil, err
		}
		d.solver, d.heaps = solver, n
	}
	return d.solver, nil
}

// winning asks for the outcome of the weak order of what each move leaves, but only once for all
// sizes that lie between the same two of the other heaps and the anchors.
func (d *decider) winning(ctx context.Context, p heaps.Position) (winning []heaps.Reduction, err error) {
	if len(p) == 0 {
		return nil, nil
	}
	solver, err := d.solverOf(ctx, len(p))
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
