package search

import "context"

// fill goes through the rows of an empty board in random order, and puts a queen on the first free cell of an empty
// column, if any, from a random column on. It takes O(n² log n) time.
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

// A forest finds queens that must move so that a row without a queen gets one. Its nodes are rows, and its roots are
// the rows without a queen. A row y can be a child of a row x if row x has a free cell in the column of y's queen: then
// x could take this column, and y would have to find another one.
type forest struct {
	rows    []int32 // the rows of the forest, in the order in which they were reached
	roots   int     // the number of roots, which are the first rows
	parent  []int32 // parent[y] is the parent of row y, none for a root
	columns []int32 // all columns; those without a queen in a row of the forest come first
	path    []cell  // the moves of a path, from its end to its root
	from    []cell  // where the queens of the path's rows were before
}

// tries is the number of failed paths after which the search for a path gives up. A path fails if its moves cause a
// conflict. On small boards, many fail because of the same few queens.
const tries = 50

func (f *forest) reset(n int) {
	f.rows = resize(f.rows, n)[:0]
	f.parent = resize(f.parent, n)
	f.columns = resize(f.columns, n)
	for c := range f.columns {
		f.columns[c] = int32(c)
	}
}

// plant begins a new forest for an augmenting path, with the roots (the rows without a queen) in random order.
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

// extend adds a queen to the board by a shortest augmenting path. This is a list of rows, from a row without a queen:
// each row takes the column of the next row's queen, and the last row takes a column without a queen. If the moves of
// every path that extend tries cause a conflict, it returns false and leaves the board unchanged. s.forest then has all
// rows that such paths can reach, unless extend gave up after too many failed paths.
//
// A row examines only the columns of queens whose rows have not been reached yet. So if the forest grows fast, the
// search examines far fewer than n² cells.
func (s *searcher) extend() bool {
	s.plant()
	f := &s.forest

	open := f.columns // the columns whose queen's row has not been reached, and those without a queen
	failed := 0

	for head := 0; head < len(f.rows); head++ { // breadth first, so that the path is shortest
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
			last := len(open) - 1 // the column is no longer open: move it to the end and cut it off
			open[i], open[last] = open[last], column
			open = open[:last]
		}
	}
	return false
}

// trace stores in s.forest.path the moves of an augmenting path, which gives a queen to a row without one. The first
// move, `end`, puts the queen of a row into a new column. The next move puts the queen of another row, the parent of
// the first in the forest, into the column that becomes free, and so on. The last row is a root of the forest: it has
// no queen yet and gets one. trace stores in s.forest.from the cells that the moved queens leave.
func (s *searcher) trace(end cell) {
	f := &s.forest
	f.path, f.from = f.path[:0], f.from[:0]
	for move := end; ; {
		f.path = append(f.path, move)
		up := f.parent[move.row]
		if up == none {
			return // a root: it has no queen whose column another row could take
		}
		f.from = append(f.from, cell{move.row, s.column[move.row]})
		move = cell{up, s.column[move.row]}
	}
}

// lift takes some queens off the board: those that the moves of the path, which trace stored, will put into other
// columns of their rows. s.forest.from has their old cells.
func (s *searcher) lift() {
	for _, c := range s.forest.from {
		s.remove(c.row)
	}
}

// try makes the moves of the path that trace stored: the first move puts a queen into a new column of her row, and each
// further move takes the column that the move before it freed. First try lifts the queens from their old cells,
// s.forest.from. If a move causes a conflict, try puts them back and returns false.
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

// A bar keeps a queen that was taken off the board away from one column of her row, so that the search does not go in
// circles. It holds up to a time, counted in forced moves.
type bar struct {
	column int32
	until  int
}

// One in `wander` forced moves, on average, chooses its cell at random.
const wander = 32

// force is the step of the search after extend found no way to add a queen without a conflict. It chooses a cell
// that is in few conflicts, and makes the moves of the path that ends there. A path is a chain of rows: a row without a
// queen takes the column of the next row's queen, and so on, and the last row takes the chosen cell. Queens in conflict
// with these moves are taken off the board. The rows that extend has reached by paths are the forest; its roots are the
// rows without a queen.
//
// A coin decides where force looks for the cell: (1) among the rows without a queen and all columns, or (2) among all
// rows of the forest and the columns without a queen. With (1) alone, sizes near 1000 take about ten times as many
// forced moves. With (2) alone, small boards return to the same positions again and again.
//
// Even with both, on a board of size 10 two rows can exchange two columns for ever: a row is barred only from the
// column of the queen that it lost last, so it can return to the other column. So one in `wander` forced moves goes to
// a random cell of a row without a queen.
func (s *searcher) force() {
	s.time++

	f := &s.forest
	roots := f.rows[:f.roots]
	rows, columns := roots, f.columns
	if s.random.below(2) == 0 {
		rows, columns = f.rows, s.emptyColumns()
	}
	end, ok := s.cheapest(rows, columns)
	if !ok || s.random.below(wander) == 0 {
		randomRow := roots[s.random.below(len(roots))]
		end = cell{randomRow, int32(s.random.below(s.n))}
	}

	s.trace(end) // finds the path
	s.lift()     // takes the queens of its rows off the board
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

// emptyColumns returns the columns without a queen, as the front part of s.forest.columns, which is reordered for it.
// The result is valid until the next reordering.
func (s *searcher) emptyColumns() []int32 {
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

// cheapest returns the cell, among the given rows and columns, with the fewest closed lines, on which a queen would
// break a rule. A column with a queen counts as one more. Barred cells, to which a queen may not return yet, are left
// out. All cheapest cells have the same probability: the k-th that is found replaces the choice with probability 1/k.
// The second result is false if every cell is barred.
func (s *searcher) cheapest(rows, columns []int32) (best cell, ok bool) {
	least, count := 0, 0
	for _, row := range rows {
		line := s.attacks[int(row)*s.n:][:s.n]
		barred := s.bars[row]
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

// evict takes the queen of a row off the board. Her row is barred from this column for some time, counted in calls of
// force: 0.6 for each row without a queen, and up to 9 more at random, as in Blöchliger and Zufferey, A graph coloring
// heuristic using partial solutions and a reactive tabu scheme, 2008.
func (s *searcher) evict(row int32) {
	missing := s.n - len(s.queens)
	duration := missing*6/10 + s.random.below(10)
	s.bars[row] = bar{column: s.column[row], until: s.time + 1 + duration}
	s.remove(row)
}
