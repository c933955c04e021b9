package search

import "context"

// fill starts with an empty board. It goes through the rows in random order, and puts a queen on a free cell of an
// empty column if the row has one. It takes O(n² log n) time.
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

// A forest has shortest paths from the rows without a queen, which are its roots, to the rows that could lose their
// queen. A row y is a child of a row x if the column of y's queen has a free cell in row x: then y's queen could give
// its column to x.
type forest struct {
	rows    []int32 // the rows of the forest, in the order in which they were reached
	roots   int     // the number of roots, which are the first rows
	parent  []int32 // parent[y] is the parent of row y, none for a root
	columns []int32 // all columns; those without a queen in a row of the forest come first
	path    []cell  // the moves of a path, from its end to its root
	from    []cell  // where the queens of the path's rows were before
}

// tries is the number of paths that fail before the search gives up on a forest. Small boards have many paths that fail
// because of the same few queens.
const tries = 50

func (f *forest) reset(n int) {
	f.rows = resize(f.rows, n)[:0]
	f.parent = resize(f.parent, n)
	f.columns = resize(f.columns, n)
	for c := range f.columns {
		f.columns[c] = int32(c)
	}
}

// plant makes a new forest of roots only: the rows without a queen, in random order.
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

// extend adds a queen to the board by a shortest augmenting path. If there is no path, it returns false and leaves the
// board unchanged. The forest then has all rows and columns that can be reached, unless too many paths failed.
//
// A row examines only the columns of queens whose rows have not been reached yet. So a forest that grows fast takes
// much less than the n² cells that it takes at most.
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

// trace sets the path that ends with a row of the forest taking a column. Each row above it in the forest takes the
// column of its child.
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

// lift takes the queens of the path's rows off the board.
func (s *searcher) lift() {
	for _, c := range s.forest.from {
		s.remove(c.row)
	}
}

// try makes the moves of the path if they leave the board legal, and otherwise changes nothing. It reports whether it
// made them.
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

// A bar forbids forced moves to put the queen of a row back into the column from which it was evicted. It holds until a
// time, counted in forced moves.
type bar struct {
	column int32
	until  int
}

// wander says that one in so many forced moves may take any cell.
const wander = 32

// force moves the queen of a row of the forest to a cell that is not free. It also makes the moves of the path to this
// row, and removes all queens in conflict from the board.
//
// The cell has few closed lines. With even odds, force seeks it among the roots in any column, or among all rows of the
// forest in the empty columns. Both are needed: with the roots alone, sizes near 1000 take some ten times as many
// forced moves, and with the empty columns alone, small boards go round in circles. Bars do not prevent all circles,
// because a row is barred from one column only: two rows of size 10 can go round for ever. So now and then force takes
// any cell of a root.
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

// emptyFirst moves the columns without a queen to the front, and returns them.
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

// cheapest returns a cell in the given rows and columns that is not barred and has the fewest closed lines. The column
// of a cell counts as a closed line if it has a queen. All such cells have the same odds. The second result is false if
// there is no cell.
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

// evict takes the queen of a row off the board, and bars its column to the row for a while. The more rows have no
// queen, the longer it is barred. Blöchliger and Zufferey do the same with the vertices of a partial colouring (A graph
// coloring heuristic using partial solutions and a reactive tabu scheme, 2008).
func (s *searcher) evict(row int32) {
	missing := s.n - len(s.queens)
	s.barred[row] = bar{s.column[row], s.time + 1 + missing*6/10 + s.random.below(10)}
	s.remove(row)
}
