package search

import "context"

// fill gives a queen to each row that has a free cell in an empty column when its
// turn comes. It starts with an empty board. It costs O(n² log n).
func (s *Searcher) fill(ctx context.Context) error {
	n := s.n
	s.empty = resize(s.empty, n)
	for r := range s.empty {
		s.empty[r] = int32(r)
	}
	s.random.shuffle(s.empty)
	for _, row := range s.empty {
		if err := ctx.Err(); err != nil {
			return err
		}
		line := s.attacks[int(row)*n:][:n]
		column := s.random.below(n)
		for range n {
			if line[column] == 0 && s.row[column] == none {
				s.add(cell{row, int32(column)})
				break
			}
			if column++; column == n {
				column = 0
			}
		}
	}
	return nil
}
