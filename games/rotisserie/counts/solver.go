package counts

import (
	"context"
	"fmt"
)

// MaxSolved is the most heaps of a queue that a Solver takes: nine heaps need a table of
// 13^8 bytes, and a table for ten would exceed maxBytes.
const MaxSolved = 9

// A Solver counts the P-positions of queues of up to a number of heaps, with heaps of any size. It has
// tables of the queues of small heaps, and has proved the weak-order law (see the package
// documentation) with enough anchors. So a queue has the outcome of its ranked queue, which is in
// the tables. A Solver is safe for use by many goroutines at a time.
type Solver struct {
	tables  *Tables
	anchors []int // by number of heaps: the number of anchors with which the law holds; never falls
}

// NewSolver proves the weak-order law for queues of k heaps, for every k up to the given number. For
// each k it uses the least number of anchors with which the law holds, but at least as many as for
// k-1. It tests the law on queues of k heaps of 1 to k+anchors+1, as the theorem in the package
// documentation requires. Up to seven heaps take a fraction of a second, eight a few seconds, and
// nine half a minute and 900 million bytes. NewSolver returns an error if heaps is not from 0 to
// MaxSolved, or when the context ends.
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

// prove tests the weak-order law on the queues that the proof of the theorem uses. A queue lacks a number if it has no heap
// of this number, but has a larger heap, and the number is above the anchors. A ranked queue lacks no number. prove tests the
// ranked queues and the queues that lack one number. The heaps after the front may lack two, because the front can be one of
// the two numbers.
func (t *Tables) prove(ctx context.Context, heaps, anchors int) (bool, error) {
	exceptions, err := t.exceptions(ctx, heaps, ranker{anchors: anchors, missing: 2})
	return exceptions == 0, err
}

// Anchors returns the number of anchors for queues with a number of heaps, which the solver must have solved: the outcome is
// the same for all queues with the same weak order of the heaps and 1, 2, …, Anchors(heaps).
func (s *Solver) Anchors(heaps int) int { return s.anchors[heaps] }

// Count returns how many queues of the given number of heaps, of 1 to M each, are P-positions. The
// number of heaps must be at most that of NewSolver. The count is a polynomial in M that holds for all
// M >= Anchors(heaps), M >= 1. The law proves it: C(M-anchors, j) queues have the same weak order with
// j different heaps above the anchors, and one of these queues is ranked.
func (s *Solver) Count(ctx context.Context, heaps int) (Polynomial, error) {
	values, err := s.tables.Counts(ctx, heaps)
	if err != nil {
		return Polynomial{}, err
	}
	start := max(s.anchors[heaps], 1)
	return Interpolate(start, values[start-1:start+heaps]), nil
}
