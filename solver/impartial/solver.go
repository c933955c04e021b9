package impartial

import "context"

// A Solver answers questions about positions of a game, and remembers the answers. It is
// not for several goroutines at once.
type Solver[P comparable] struct {
	rules    Rules[P]
	values   map[P]int32 // Grundy values by canonical position, or open
	outcomes map[P]int8  // 1 if the next player wins, 0 if not, or open
	path     []frame[P]  // from the position that was asked for down to the current one
	moves    []P         // those of all positions of the path, canonical
	buffer   []P         // moves as they come from the rules
	steps    uint
}

// open stands for the answer of a position that is on the path.
const open = -1

// A frame is a position on the path. Its moves are moves[start:end] of the solver, those
// before next are looked at; the moves of the position after it begin at end.
type frame[P comparable] struct {
	position         P
	start, next, end int
	seen             mex // of the moves looked at
}

// NewSolver returns a solver of a game.
func NewSolver[P comparable](rules Rules[P]) *Solver[P] {
	return &Solver[P]{rules: rules, values: make(map[P]int32), outcomes: make(map[P]int8)}
}

// Len returns how many Grundy values and how many outcomes the solver remembers.
func (s *Solver[P]) Len() (values, outcomes int) { return len(s.values), len(s.outcomes) }

// push puts a position at the end of the path. Now and then it looks whether the context
// has ended.
func (s *Solver[P]) push(ctx context.Context, p P) error {
	s.steps++
	if s.steps%1024 == 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	start := len(s.moves)
	s.buffer = s.rules.Moves(p, s.buffer[:0])
	for _, q := range s.buffer {
		s.moves = append(s.moves, s.rules.canonical(q))
	}
	if n := len(s.path); n < cap(s.path) {
		s.path = s.path[:n+1] // where an older frame has left its set
	} else {
		s.path = append(s.path, frame[P]{})
	}
	f := s.top()
	f.position, f.start, f.next, f.end = p, start, start, len(s.moves)
	f.seen.clear()
	return nil
}

// pop drops the last position of the path.
func (s *Solver[P]) pop() {
	s.moves = s.moves[:s.top().start]
	s.path = s.path[:len(s.path)-1]
}

// top returns the last position of the path.
func (s *Solver[P]) top() *frame[P] { return &s.path[len(s.path)-1] }

// Winning returns the moves of p that win: those to P-positions, in the order of Rules.Moves
// and as that returns them, not made canonical. There are none iff p is P. Errors are
// those of Wins.
func (s *Solver[P]) Winning(ctx context.Context, p P) ([]P, error) {
	var winning []P
	for _, q := range s.rules.Moves(p, nil) {
		wins, err := s.Wins(ctx, q)
		if err != nil {
			return nil, err
		}
		if !wins {
			winning = append(winning, q)
		}
	}
	return winning, nil
}
