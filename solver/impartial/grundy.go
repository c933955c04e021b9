package impartial

import "context"

// Grundy returns the Grundy value of p. The first time, it goes through all positions that
// can follow, each once: a step for each of their moves, and memory for each of them. It
// returns a [Cycle] if one of them can come back, and the context's error soon after
// the context ends. What was solved by then is remembered.
func (s *Solver[P]) Grundy(ctx context.Context, p P) (int, error) {
	p = s.rules.canonical(p)
	if v, ok := s.values[p]; ok {
		return int(v), nil
	}
	defer s.abandon(func(p P) { delete(s.values, p) })
	if err := s.push(ctx, p); err != nil {
		return 0, err
	}
	s.values[p] = open
	for {
		f := s.top()
		if f.next == f.end {
			v := f.seen.least()
			s.values[f.position] = v
			s.pop()
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
			s.values[q] = open
		case v == open:
			return 0, Cycle[P]{q}
		default:
			f.seen.add(v)
		}
	}
}

// abandon forgets the positions that are on the path: none if all went well.
func (s *Solver[P]) abandon(forget func(p P)) {
	for _, f := range s.path {
		forget(f.position)
	}
	s.path, s.moves = s.path[:0], s.moves[:0]
}
