package heaps

import (
	"context"
	"encoding/binary"
	"fmt"

	"enumerate/solver/impartial"
)

const (
	// MaxReached is the most positions that a search goes through: those that play can
	// reach.
	MaxReached = 1 << 21
	// maxTried is the most moves that it looks at.
	maxTried = 1 << 24
)

// A search goes through all positions that play can reach from one, by their texts.
type search struct {
	rules          Rules
	p, option      Position
	reached, tried int
	stop           context.CancelFunc
	solver         *impartial.Solver[string]
}

// newSearch returns a search that calls stop once it has gone too far.
func newSearch(r Rules, heaps int, stop context.CancelFunc) *search {
	s := &search{rules: r, p: make(Position, 0, heaps), option: make(Position, heaps), stop: stop}
	s.solver = impartial.NewSolver(s.moves)
	return s
}

// key returns a position as its heaps, each as an unsigned varint.
func key(p Position) string {
	var data []byte
	for _, heap := range p {
		data = binary.AppendUvarint(data, heap)
	}
	return string(data)
}

// exceeded reports whether the search has gone too far.
func (s *search) exceeded() bool { return s.reached > MaxReached || s.tried > maxTried }

// moves appends the keys of the positions that a move leads to.
func (s *search) moves(from string, list []string) []string {
	s.p = s.p[:0]
	for data := []byte(from); len(data) > 0; {
		heap, length := binary.Uvarint(data)
		s.p = append(s.p, heap)
		data = data[length:]
	}
	s.reached++
	if s.tried += int(min(moves(s.rules, s.p), maxTried+1)); s.exceeded() {
		s.stop()
		return list
	}
	eachMove(s.rules, s.p, s.option, func(p Position) bool {
		list = append(list, key(p))
		return true
	})
	return list
}

// bySearch returns what all positions say that play can reach.
func (g Game) bySearch(ctx context.Context, listed int) (Answer, error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	s := newSearch(g.Rules, len(g.Position), stop)
	value := func(p Position) (uint64, error) {
		v, err := s.solver.Grundy(inner, key(p))
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case s.exceeded():
			return 0, fmt.Errorf("play can reach more than %d positions from %.60s, or by more than %d moves, which is the limit of the exhaustive solver", MaxReached, g.Position, maxTried)
		}
		return uint64(v), err
	}
	a := Answer{Valued: true, All: true}
	var err error
	if a.Value, err = value(g.Position); err != nil {
		return Answer{}, err
	}
	a.Next = a.Value > 0
	return a, a.listWinning(g, listed, value)
}

// listWinning lists the moves to positions of the value 0.
func (a *Answer) listWinning(g Game, listed int, value func(Position) (uint64, error)) error {
	var failed error
	eachMove(g.Rules, g.Position, make(Position, len(g.Position)), func(p Position) bool {
		var v uint64
		switch v, failed = value(p); {
		case v != 0 || failed != nil:
		case len(a.Winning) == listed:
			a.Unlisted++
		default:
			a.Winning = append(a.Winning, append(Position{}, p...))
		}
		return failed == nil
	})
	return failed
}
