package impartial

import "context"

// Wins reports whether the next player wins p: whether it is N. It looks at the moves of
// a position only until one wins, so it sees fewer positions than Grundy does, and
// need not notice every cycle. Errors are those of Grundy.
func (s *Solver[P]) Wins(ctx context.Context, p P) (bool, error) {
	p = s.rules.canonical(p)
	if wins, ok := s.outcome(p); ok {
		return wins == 1, nil
	}
	defer s.abandon(func(p P) { delete(s.outcomes, p) })
	if err := s.push(ctx, p); err != nil {
		return false, err
	}
	s.outcomes[p] = open
	won := false // whether the current position has a winning move
	for {
		f := s.top()
		if won || f.next == f.end {
			wins := int8(0)
			if won {
				wins = 1
			}
			s.outcomes[f.position] = wins
			s.pop()
			if len(s.path) == 0 {
				return won, nil
			}
			won = !won
			continue
		}
		q := s.moves[f.next]
		f.next++
		switch wins, ok := s.outcome(q); {
		case !ok:
			if err := s.push(ctx, q); err != nil {
				return false, err
			}
			s.outcomes[q] = open
		case wins == open:
			return false, Cycle[P]{q}
		default:
			won = wins == 0
		}
	}
}

// outcome returns what is known of a canonical position.
func (s *Solver[P]) outcome(p P) (wins int8, ok bool) {
	if wins, ok := s.outcomes[p]; ok {
		return wins, true
	}
	v, ok := s.values[p]
	return int8(min(v, 1)), ok
}
