package counts

import (
	"context"
	"fmt"
)

// MaxSolved is the largest number of heaps for a Solver. Nine heaps need a table of 13^8 bytes, and a table for ten
// would exceed maxBytes.
const MaxSolved = 9

// A Solver counts the P-positions of queues with heaps of any size, up to a largest number of heaps. It has tables of
// the queues of small heaps, and it has proved the weak-order law (see the package documentation) with enough anchors.
// So every queue has the outcome of its ranked queue, which is in the tables. A Solver is safe for use by several
// goroutines.
type Solver struct {
	tables  *Tables
	anchors []int // anchors[k]: the number of anchors with which the law holds for k heaps; it does not fall as k grows
}

// NewSolver returns a Solver for queues of up to the given number of heaps. For every number of heaps k it proves the
// weak-order law, which says that only two things decide the winner of a queue: how its heaps compare with one
// another, and how they compare with the numbers 1, 2, ... up to a number of anchors. It looks for the least number of
// anchors with which the law holds for k heaps, but no fewer than for k-1. By the theorem in the package documentation,
// the law holds for heaps of any size if it holds for heaps of 1 to k+anchors+1, which NewSolver tests. Up to seven heaps
// take a fraction of a second, eight a few seconds, and nine half a minute and 900 million bytes. NewSolver returns an
// error if heaps is not from 0 to MaxSolved, or when the context ends.
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

// prove tests the weak-order law on the queues that the proof of the theorem uses. A queue lacks a number if the number
// is above the anchors and below the queue's largest heap, and no heap has this size. A ranked queue lacks no number.
// prove tests the ranked queues and the queues that lack one number. The heaps after the front may lack two, because
// the front can be one of these two.
func (t *Tables) prove(ctx context.Context, heaps, anchors int) (bool, error) {
	exceptions, err := t.exceptions(ctx, heaps, ranker{anchors: anchors, missing: 2})
	return exceptions == 0, err
}

// Anchors returns the number of anchors for a number of heaps, at most that of NewSolver: all queues with the same weak
// order of the heaps and 1, 2, …, Anchors(heaps) have the same outcome.
func (s *Solver) Anchors(heaps int) int { return s.anchors[heaps] }

// Count returns the number of P-positions among the queues of a number of heaps of 1 to M, as a polynomial in M. The
// number of heaps must be at most that of NewSolver. The polynomial holds for all M >= Anchors(heaps), M >= 1. It
// follows from the law: C(M-anchors, j) queues have the same weak order with j different heaps above the anchors, and
// one of these queues is ranked.
func (s *Solver) Count(ctx context.Context, heaps int) (Polynomial, error) {
	values, err := s.tables.Counts(ctx, heaps)
	if err != nil {
		return Polynomial{}, err
	}
	start := max(s.anchors[heaps], 1)
	return Interpolate(start, values[start-1:start+heaps]), nil
}
