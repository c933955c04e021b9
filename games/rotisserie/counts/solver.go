package counts

import (
	"context"
	"fmt"
)

// MaxSolved is the most heaps of a queue that a Solver knows: they take a table of
// 13^8 bytes, the most of a size that maxBytes allows.
const MaxSolved = 9

// A Solver counts the P-positions of queues of up to a number of heaps, of any size: it has tables
// for small heaps and has proved the weak-order law for the number of anchors that it takes. So the
// tables know the outcome of every queue, as that of its ranked one. It is safe for use by many
// goroutines at a time.
type Solver struct {
	tables  *Tables
	anchors []int // by number of heaps, and not falling
}

// NewSolver proves, for every number of heaps up to the given one, the weak-order law
// with as few anchors as it takes, but not fewer than for fewer heaps. It tests the law
// on queues of k heaps of 1 to k+anchors+1, as the theorem in the package's doc asks for.
// Up to seven heaps take a fraction of a second, eight some seconds and nine half a
// minute and 900 million bytes. It returns an error if heaps is not from 0 to MaxSolved,
// or when the context ends.
func NewSolver(ctx context.Context, heaps int) (*Solver, error) {
	if heaps < 0 || heaps > MaxSolved {
		return nil, fmt.Errorf("%d heaps in a queue, expected 0 to %d", heaps, MaxSolved)
	}
	s := &Solver{}
	anchors := 0
	for k := 0; k <= heaps; k++ {
		for {
			tables, err := Build(ctx, k, k+anchors+1)
			if err != nil {
				return nil, err
			}
			holds, err := tables.prove(ctx, k, anchors)
			if err != nil {
				return nil, err
			}
			if holds {
				s.tables = tables
				break
			}
			anchors++
		}
		s.anchors = append(s.anchors, anchors)
	}
	return s, nil
}

// prove tests the weak-order law on the queues that the proof of the theorem uses: ranked queues, and queues that lack one
// heap to be ranked. The heaps after the front may lack two, because the front can be one of them.
func (t *Tables) prove(ctx context.Context, heaps, anchors int) (bool, error) {
	exceptions, err := t.exceptions(ctx, heaps, ranker{anchors: anchors, missing: 2})
	return exceptions == 0, err
}

// Anchors returns the number of anchors for queues with a number of heaps, which the solver must have solved: the outcome is
// the same for all queues with the same weak order of the heaps and 1, 2, …, Anchors(heaps).
func (s *Solver) Anchors(heaps int) int { return s.anchors[heaps] }

// Count returns how many queues of the given number of heaps, of 1 to M each, are P-positions. The
// solver must know queues of that number. The count is a polynomial in M that holds for all M >=
// Anchors(heaps), M >= 1. It is proved with the law: the queues of one weak order with j heaps
// above the anchors are C(M-anchors, j), and one of them is their ranked queue.
func (s *Solver) Count(ctx context.Context, heaps int) (Polynomial, error) {
	values, err := s.tables.Counts(ctx, heaps)
	if err != nil {
		return Polynomial{}, err
	}
	start := max(s.anchors[heaps], 1)
	return Interpolate(start, values[start-1:start+heaps]), nil
}
