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
	"math/bits"

	"github.com/bits-and-blooms/bitset"
)

// A Solver finds Grundy values of positions of a game and remembers them. It must not be
// used by several goroutines at once.
type Solver[P comparable] struct {
	next   func(p P, moves []P) []P
	values map[P]int32 // Grundy values, or open
	path   []frame[P]  // from the position that was asked for down to the current one
	moves  []P         // of all positions of the path
	steps  uint
}

// open stands for the value of a position that is on the path.
const open = -1

// A frame is a position on the path. Its moves are moves[start:end] of the solver. Those
// before next have been looked at; the moves of the next position on the path begin at end.
type frame[P comparable] struct {
	position         P
	start, next, end int
	seen             mex // the values of the moves that have been looked at
}

// NewSolver returns a solver of a game. Moves appends the positions that p has a move to,
// and returns the extended slice. A position may occur more than once.
func NewSolver[P comparable](moves func(p P, to []P) []P) *Solver[P] {
	return &Solver[P]{next: moves, values: make(map[P]int32)}
}

// Grundy returns the Grundy value of p. The first time, it visits each position that play
// can reach once: it takes a step for each of their moves, and memory for each of them. It
// is an error if play can come back to a position. It returns the context's error soon
// after the context ends. The values found before an error are remembered.
func (s *Solver[P]) Grundy(ctx context.Context, p P) (int, error) {
	if v, ok := s.values[p]; ok {
		return int(v), nil
	}
	defer s.abandon()
	if err := s.push(ctx, p); err != nil {
		return 0, err
	}
	for {
		f := s.top()
		if f.next == f.end {
			v := f.seen.least()
			s.values[f.position] = v
			s.moves = s.moves[:f.start]
			s.path = s.path[:len(s.path)-1]
			if len(s.path) == 0 {
				return int(v), nil
			}
			s.top().seen.add(v)
			continue
		}
		q := s.moves[f.next]
		f.next++
		switch v, ok := s.values[q]; {
		case !ok:
			if err := s.push(ctx, q); err != nil {
				return 0, err
			}
		case v == open:
			return 0, fmt.Errorf("play can come back to the position %v, want a game that ends", q)
		default:
			f.seen.add(v)
		}
	}
}

// push puts a position at the end of the path. Every 1024 calls it asks whether the context
// has ended.
func (s *Solver[P]) push(ctx context.Context, p P) error {
	s.steps++
	if s.steps%1024 == 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	start := len(s.moves)
	s.moves = s.next(p, s.moves)
	if n := len(s.path); n < cap(s.path) {
		s.path = s.path[:n+1] // an older frame has left its set here
	} else {
		s.path = append(s.path, frame[P]{})
	}
	f := s.top()
	f.position, f.start, f.next, f.end = p, start, start, len(s.moves)
	f.seen.clear()
	s.values[p] = open
	return nil
}

// top returns the last position of the path.
func (s *Solver[P]) top() *frame[P] { return &s.path[len(s.path)-1] }

// abandon forgets the positions that are on the path: none unless there was an error.
func (s *Solver[P]) abandon() {
	for _, f := range s.path {
		delete(s.values, f.position)
	}
	s.path, s.moves = s.path[:0], s.moves[:0]
}

// A mex is a set of numbers that knows the least number it does not hold. Numbers below 64
// are bits of a word, which is all that most positions need.
type mex struct {
	small uint64
	large *bitset.BitSet // of the numbers less 64, if there were any
}

func (m *mex) clear() {
	m.small = 0
	if m.large != nil {
		m.large.ClearAll()
	}
}

func (m *mex) add(v int32) {
	if v < 64 {
		m.small |= 1 << v
		return
	}
	if m.large == nil {
		m.large = new(bitset.BitSet)
	}
	m.large.Set(uint(v - 64))
}

func (m *mex) least() int32 {
	if v := bits.TrailingZeros64(^m.small); v < 64 || m.large == nil {
		return int32(v)
	}
	v, ok := m.large.NextClear(0)
	if !ok {
		v = m.large.Len()
	}
	return int32(64 + v)
}
