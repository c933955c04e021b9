package counts

import (
	"context"
	"fmt"
)

// MaxSolved is the largest number of heaps of the queues that a Solver can count. Nine heaps need a table of 13^8
// bytes, and a table for ten would exceed maxBytes.
const MaxSolved = 9

// A Solver counts the P-positions, the queues that the player who moves loses, with up to a largest number of heaps.
// The heaps may be of any size, because outcomes depend only on how heaps compare with one another and with a few small
// numbers, the anchors (the weak-order law of the package documentation). It is safe for use by several goroutines.
type Solver struct {
	tables  *Tables
	anchors []int // anchors[k]: the number of anchors with which the law holds for k heaps; it does not fall as k grows
}

// NewSolver returns a Solver for queues of up to the given number of heaps. For every number of heaps k it finds the
// least number of anchors, not below that for k-1 heaps, with which the weak-order law holds: outcomes depend only on
// how the heaps compare with one another and with the numbers 1 to anchors. It proves the law by testing heaps of 1 to
// k+anchors+1, which is enough by the theorem in the package documentation. Up to seven heaps take a fraction of a
// second, eight a few seconds, and nine half a minute and 900 million bytes. NewSolver returns an error if heaps is not
// from 0 to MaxSolved, or when the context ends.
func NewSolver(ctx context.Context, heaps int) (*Solver, error) {
	if heaps < 0 || heaps > MaxSolved {
		return nil, fmt.Errorf("a queue of %d heaps; expected 0 to %d heaps", heaps, MaxSolved)
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

// prove reports whether the weak-order law (outcomes depend only on how heaps compare with one another and with the
// anchors, the numbers 1 to `anchors`) holds for queues of the given number of heaps of any size. By the theorem in the
// package documentation, it is enough to test queues with at most one gap: a number above the anchors and below the
// largest heap that is not the size of a heap. The ranker counts only the gaps of the heaps after the front (the first
// heap). They may have two, because the front can fill one, so `missing` is 2.
func (t *Tables) prove(ctx context.Context, heaps, anchors int) (bool, error) {
	exceptions, err := t.exceptions(ctx, heaps, ranker{anchors: anchors, missing: 2})
	return exceptions == 0, err
}

// Anchors returns a number c such that the outcome of a queue of the given number of heaps depends only on how its
// heaps compare with one another and with the anchors, the numbers 1, 2, …, c. The argument `heaps` must not exceed the
// number given to NewSolver.
func (s *Solver) Anchors(heaps int) int { return s.anchors[heaps] }

// Count returns the number of P-positions with the given number of heaps, each of 1 to M, as a polynomial in M. The
// polynomial holds for all M >= 1 that are at least Anchors(heaps). The argument `heaps` must not exceed the number
// given to NewSolver.
//
// The anchors are the numbers 1 to Anchors(heaps). All queues whose heaps compare in the same ways with one another and
// with the anchors have the same outcome. If such queues have j different sizes above the anchors, there are
// C(M-anchors, j) of them, one for each choice of these sizes. So the count is a sum of multiples of C(M-anchors, j),
// which is a polynomial in M.
func (s *Solver) Count(ctx context.Context, heaps int) (Polynomial, error) {
	values, err := s.tables.Counts(ctx, heaps)
	if err != nil {
		return Polynomial{}, err
	}
	start := max(s.anchors[heaps], 1)
	return Interpolate(start, values[start-1:start+heaps]), nil
}
