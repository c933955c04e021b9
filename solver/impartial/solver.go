// Package impartial solves impartial games: two players move in turns, both have the same
// moves, every play ends, and a player who cannot move loses.
//
// The options of a position are the positions after each move. The Grundy value of a position is the least number that
// is not the Grundy value of one of its options: the mex, or minimal excludant, of their values. The player to move
// wins if and only if the value is not 0, and the value of a sum of games is the exclusive or of their values (Sprague,
// 1935; Grundy, 1939). For example, a heap of 2 from which 1 or 2 may be taken has moves to heaps of 1 and 0, whose
// values are 1 and 0. So its value is 2.
package impartial

import (
	"context"
	"fmt"
	"slices"
)

// A Solver computes and caches Grundy values of positions of a game. It must not be used by several goroutines at the
// same time.
type Solver[P comparable] struct {
	moves  func(p P, to []P) []P
	values map[P]int32 // Grundy values, or open
	steps  uint
}

// open marks a position whose value is being computed.
const open = -1

// NewSolver returns a solver of a game. The function moves appends the options of a position p to a slice; an option
// may occur more than once.
func NewSolver[P comparable](moves func(p P, to []P) []P) *Solver[P] {
	return &Solver[P]{moves: moves, values: make(map[P]int32)}
}

// Grundy returns the Grundy value of position p. It takes time for each move and memory for each position that can be
// reached from p and was not visited in an earlier call. It returns an error if play can return to a position, or if
// the context ends. Values that were computed before stay cached.
func (s *Solver[P]) Grundy(ctx context.Context, p P) (int, error) {
	switch v, ok := s.values[p]; {
	case v == open:
		return 0, fmt.Errorf("play can return to the position %v; expected a game that ends", p)
	case ok:
		return int(v), nil
	}

	s.steps++
	if s.steps%1024 == 0 && ctx.Err() != nil {
		return 0, ctx.Err()
	}

	s.values[p] = open
	var seen []bool // by value: whether an option of p has this value
	for _, q := range s.moves(p, nil) {
		v, err := s.Grundy(ctx, q)
		if err != nil {
			delete(s.values, p)
			return 0, err
		}
		if v >= len(seen) {
			seen = append(seen, make([]bool, v+1-len(seen))...)
		}
		seen[v] = true
	}

	mex := slices.Index(append(seen, false), false) // the least value that no option has
	s.values[p] = int32(mex)
	return mex, nil
}
