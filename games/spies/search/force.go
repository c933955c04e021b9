package search

// A bar keeps a queen that was taken off the board from coming back to its column
// by force before a time, counted in forced moves.
type bar struct {
	column int32
	until  int
}

// wander is one in how many forced moves takes any cell.
const wander = 32

// force makes a row of the forest take a cell that is not free, moves the queens of
// the path to it, and takes off the board whatever is in the way.
//
// The cell is one with few closed lines. With even odds it is sought among the
// roots, in any column, or among all rows that the forest reached, in the empty
// columns. With the roots alone, sizes near 1000 take some ten times as many forced
// moves. With the empty columns alone, small boards go round in circles. Bars do not
// rule out all circles, since a row is barred from one column only: two rows of size
// 10 can go round for ever. So now and then any cell of a root is taken.
func (s *Searcher) force() {
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
func (s *Searcher) emptyFirst() []int32 {
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
func (s *Searcher) cheapest(rows, columns []int32) (best cell, ok bool) {
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
			if count++; s.random.below(count) == 0 {
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
func (s *Searcher) evict(row int32) {
	missing := s.n - len(s.queens)
	s.barred[row] = bar{s.column[row], s.time + 1 + missing*6/10 + s.random.below(10)}
	s.remove(row)
}
