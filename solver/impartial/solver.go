// Package impartial solves impartial games: two players move in turns, both have the
// same moves, every play ends, and a player who cannot move loses.
//
// The Grundy value of a position is the least number that is not the Grundy value of a
// position that a move leads to: the mex, or minimal excludant, of their values. The next
// player wins iff the value is not 0, and the value of a sum of games is the exclusive or
// of their values (Sprague, 1935; Grundy, 1939). The smallest example: a heap of 2 from
// which 1 or 2 may be taken has moves to 1 and to 0, whose values are 1 and 0. So its own
// value is 2, and the next player wins by taking both.
package impartial

import (
	"context"
	"fmt"
	"slices"
)

// A Solver finds Grundy values of positions of a game and remembers them. It must not be
// used by several goroutines at once.
type Solver[P comparable] struct {
	moves  func(p P, to []P) []P
	values map[P]int32 // Grundy values, or open
	steps  uint
}

// open stands for the value of a position that is being found.
const open = -1

// NewSolver returns a solver of a game. Moves appends the positions that p has a move to,
// and returns the extended slice. A position may occur more than once.
func NewSolver[P comparable](moves func(p P, to []P) []P) *Solver[P] {
	return &Solver[P]{moves: moves, values: make(map[P]int32)}
}

// Grundy returns the Grundy value of p. The first time, it visits each position that play
// can reach once: it takes a step for each of their moves, and memory for each of them. It
// is an error if play can come back to a position. It returns the context's error soon
// after the context ends. The values found before an error are remembered.
func (s *Solver[P]) Grundy(ctx context.Context, p P) (int, error) {
	switch v, ok := s.values[p]; {
	case v == open:
		return 0, fmt.Errorf("play can come back to the position %v, want a game that ends", p)
	case ok:
		return int(v), nil
	}
	if s.steps++; s.steps%1024 == 0 && ctx.Err() != nil {
		return 0, ctx.Err()
	}
	s.values[p] = open
	var seen []bool // by value: whether a move leads to it
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
	v := slices.Index(append(seen, false), false)
	s.values[p] = int32(v)
	return v, nil
}
