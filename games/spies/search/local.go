package search

import "context"

// fill gives a queen to each row that has a free cell in an empty column when its
// turn comes. It starts with an empty board. It costs O(n² log n).
func (s *searcher) fill(ctx context.Context) error {
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
			column++
			if column == n {
				column = 0
			}
		}
	}
	return nil
}

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
func (s *searcher) plant() {
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

// extend adds a queen to the board by a shortest augmenting path. It returns false if there is no path, and leaves the board
// unchanged; the forest then has all rows and columns that can be reached, unless too many paths failed.
//
// A row looks only at columns whose row has not been reached yet, so that a forest
// that grows fast costs much less than the n² cells it has at most.
func (s *searcher) extend() bool {
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
				failed++
				if failed == tries {
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

// trace sets the path to the moves that end with a row of the forest taking a column. Each row above it in the forest
// takes the column of its child.
func (s *searcher) trace(end cell) {
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
func (s *searcher) lift() {
	for _, c := range s.forest.from {
		s.remove(c.row)
	}
}

// try makes the moves of the path if they leave the board legal, and reports
// whether they do.
func (s *searcher) try() bool {
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

// A bar keeps a queen that was taken off the board from coming back to its column
// by force before a time, counted in forced moves.
type bar struct {
	column int32
	until  int
}

// wander is one in how many forced moves takes any cell.
const wander = 32

// force moves the queen of a row of the forest to a cell that is not free. It moves the queens of the path to the row, and
// removes all queens in conflict from the board.
//
// The cell is one with few closed lines. With even odds it is sought among the
// roots, in any column, or among all rows that the forest reached, in the empty
// columns. With the roots alone, sizes near 1000 take some ten times as many forced
// moves. With the empty columns alone, small boards go round in circles. Bars do not
// rule out all circles, since a row is barred from one column only: two rows of size
// 10 can go round for ever. So now and then any cell of a root is taken.
func (s *searcher) force() {
	s.time++
	f := &s.forest
	rows, columns := f.rows[:f.roots], f.columns
	if s.random.below(2) == 0 {
		rows, columns = f.rows, s.emptyFirst()
	}
	end, ok := s.cheapest(rows, columns)
	if !ok || s.random.below(wander) == 0 {
		end = cell{f.rows[s.random.below(f.roots)], int32(s.random.below(s.n))}
	}
	s.trace(end)
	s.lift()
	for _, move := range f.path {
		if owner := s.row[move.column]; owner != none {
			s.evict(owner)
		}
		for s.at(move) != 0 {
			s.evict(s.closer(move, &s.random))
		}
		s.add(move)
	}
}

// emptyFirst moves the empty columns to the front and returns them.
func (s *searcher) emptyFirst() []int32 {
	columns := s.forest.columns
	count := 0
	for i, c := range columns {
		if s.row[c] == none {
			columns[i], columns[count] = columns[count], c
			count++
		}
	}
	return columns[:count]
}

// cheapest returns a cell of some rows and columns, which is not barred, with the
// fewest closed lines, its column among them if it has a queen. All such cells have
// the same odds. It reports whether there is one.
func (s *searcher) cheapest(rows, columns []int32) (best cell, ok bool) {
	least, count := 0, 0
	for _, row := range rows {
		line := s.attacks[int(row)*s.n:][:s.n]
		barred := s.barred[row]
		for _, column := range columns {
			cost := int(line[column])
			if s.row[column] != none {
				cost++
			}
			if count > 0 && cost > least || column == barred.column && s.time < barred.until {
				continue
			}
			if count == 0 || cost < least {
				least, count = cost, 0
			}
			count++
			if s.random.below(count) == 0 {
				best = cell{row, column}
			}
		}
	}
	return best, count > 0
}

// evict takes the queen of a row off the board and bars its cell for a while: the
// longer, the more rows have no queen, as Blöchliger and Zufferey do with the
// vertices of a partial colouring (A graph coloring heuristic using partial
// solutions and a reactive tabu scheme, 2008).
func (s *searcher) evict(row int32) {
	missing := s.n - len(s.queens)
	s.barred[row] = bar{s.column[row], s.time + 1 + missing*6/10 + s.random.below(10)}
	s.remove(row)
}
