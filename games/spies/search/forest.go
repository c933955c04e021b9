package search

// A forest holds shortest paths from the rows without a queen, the roots, to the
// rows that could lose theirs: a row y hangs below a row x if the column of y's
// queen has a free cell in row x.
type forest struct {
	rows    []int32 // in the order they were reached
	roots   int     // how many of them have no queen
	parent  []int32 // of each row that was reached, none for a root
	columns []int32 // all columns, those first that no row of the forest owns
	path    []cell  // the moves of a path, from its end to its root
	from    []cell  // where the queens were before
}

// tries is how many paths are tried before the search gives up on a forest. Small
// boards have many paths that fail, for the same few queens.
const tries = 50

func (f *forest) reset(n int) {
	f.rows = resize(f.rows, n)[:0]
	f.parent = resize(f.parent, n)
	f.columns = resize(f.columns, n)
	for c := range f.columns {
		f.columns[c] = int32(c)
	}
}

// plant makes the forest consist of the rows without a queen, in random order.
func (s *Searcher) plant() {
	f := &s.forest
	f.rows = f.rows[:0]
	for r, c := range s.column {
		if c == none {
			f.rows = append(f.rows, int32(r))
			f.parent[r] = none
		}
	}
	f.roots = len(f.rows)
	s.random.shuffle(f.rows)
}

// extend adds one queen to the board, by a shortest path that can be had. It
// reports whether there was one. If not, the board is unchanged, and the forest
// holds all that can be reached, unless too many paths failed.
//
// A row looks only at columns whose row has not been reached yet, so that a forest
// that grows fast costs much less than the n² cells it has at most.
func (s *Searcher) extend() bool {
	s.plant()
	f := &s.forest
	open := f.columns
	failed := 0
	for head := 0; head < len(f.rows); head++ {
		row := f.rows[head]
		line := s.attacks[int(row)*s.n:][:s.n]
		for i := 0; i < len(open); {
			column := open[i]
			if line[column] != 0 {
				i++
				continue
			}
			owner := s.row[column]
			if owner == none {
				s.trace(cell{row, column})
				if s.try() {
					return true
				}
				if failed++; failed == tries {
					return false
				}
				i++
				continue
			}
			f.parent[owner] = row
			f.rows = append(f.rows, owner)
			last := len(open) - 1
			open[i], open[last] = open[last], column
			open = open[:last]
		}
	}
	return false
}

// trace sets the path to the moves that end with a row of the forest taking a
// column. Each row before takes the column of the one that hangs below it.
func (s *Searcher) trace(end cell) {
	f := &s.forest
	f.path, f.from = f.path[:0], f.from[:0]
	for move := end; ; {
		f.path = append(f.path, move)
		up := f.parent[move.row]
		if up == none {
			return
		}
		f.from = append(f.from, cell{move.row, s.column[move.row]})
		move = cell{up, s.column[move.row]}
	}
}

// lift takes the queens of the path off the board.
func (s *Searcher) lift() {
	for _, c := range s.forest.from {
		s.remove(c.row)
	}
}

// try makes the moves of the path if they leave the board legal, and reports
// whether they do.
func (s *Searcher) try() bool {
	s.lift()
	path := s.forest.path
	for i, move := range path {
		if s.at(move) == 0 {
			s.add(move)
			continue
		}
		for _, made := range path[:i] {
			s.remove(made.row)
		}
		for _, c := range s.forest.from {
			s.add(c)
		}
		return false
	}
	return true
}
