package search

// none stands for the column of an empty row, and the row of an empty column.
const none = -1

// A cell is a place on the board. It also stands for the move that puts the queen of its row there.
type cell struct{ row, column int32 }

// A board holds queens without conflicts: at most one in each row and column, no two on a diagonal and no three in
// line.
//
// attacks[row*n+column] is the number of closed lines through a cell: diagonals with a queen, and other lines with two
// queens. Rows and columns do not count, nor do lines that a queen on the cell itself closes. Each other queen is on
// only one line through the cell, so at most n lines count, and their number fits in a uint16.
type board struct {
	n       int
	attacks []uint16
	column  []int32 // column[r] is the column of the queen in row r, or none
	row     []int32 // row[c] is the row of the queen in column c, or none
	queens  []cell  // the cells of the queens, in any order
	place   []int32 // place[r] is the index in queens of the queen in row r
}

func (b *board) reset(n int) {
	b.n = n
	b.attacks = resize(b.attacks, n*n)
	b.column = resize(b.column, n)
	b.row = resize(b.row, n)
	b.place = resize(b.place, n)
	b.queens = resize(b.queens, n)[:0]
	for i := range n {
		b.column[i], b.row[i] = none, none
	}
}

// at returns the number of closed lines, on which a queen would break a rule, through a cell.
func (b *board) at(c cell) int { return int(b.attacks[int(c.row)*b.n+int(c.column)]) }

// add puts a queen on a free cell, whose row and column must be empty. It takes O(n log n) time.
func (b *board) add(c cell) {
	b.attack(c, 1)
	b.column[c.row], b.row[c.column] = c.column, c.row
	b.place[c.row] = int32(len(b.queens))
	b.queens = append(b.queens, c)
}

// remove takes the queen of a row off the board, in O(n log n) time.
func (b *board) remove(row int32) {
	c := cell{row, b.column[row]}
	last := b.queens[len(b.queens)-1]
	b.queens[b.place[row]] = last
	b.place[last.row] = b.place[row]
	b.queens = b.queens[:len(b.queens)-1]
	b.column[c.row], b.row[c.column] = none, none
	b.attack(c, ^uint16(0))
}

// attack updates b.attacks when a queen is put on a cell or taken off. It adds `change`, 1 or the largest uint16, which
// acts as -1, to the cells on the queen's diagonals, and on the lines through her and another queen. The queen herself
// must not be in b.queens.
func (b *board) attack(queen cell, change uint16) {
	n, attacks := b.n, b.attacks
	row, column := int(queen.row), int(queen.column)
	from := row*n + column

	b.ray(row, column, 1, 1, change)
	b.ray(row, column, 1, -1, change)
	b.ray(row, column, -1, 1, change)
	b.ray(row, column, -1, -1, change)

	// First the cells between the two queens, then the cells beyond each queen.
	for _, other := range b.queens {
		rows, columns := int(other.row)-row, int(other.column)-column
		g := divisor(rows, columns) // the line has g-1 cells between the queens
		if g > 1 {
			// 32 bits divide in half the time that 64 take.
			rows, columns = int(int32(rows)/int32(g)), int(int32(columns)/int32(g))
			step := rows*n + columns
			for i, k := from+step, 1; k < g; i, k = i+step, k+1 {
				attacks[i] += change
			}
		}
		b.ray(row, column, -rows, -columns, change)
		b.ray(int(other.row), int(other.column), rows, columns, change)
	}
}

// ray adds `change` to the numbers of the cells that are one or more steps away from the given cell, up to the edge of
// the board. The number of a cell counts the closed lines through it, on which another queen would break a rule. A step
// goes `rows` rows down and `columns` columns to the right.
func (b *board) ray(row, column, rows, columns int, change uint16) {
	n := uint(b.n)
	step := rows*b.n + columns
	i := row*b.n + column
	for {
		row, column, i = row+rows, column+columns, i+step
		// A negative row or column becomes a large number, so one comparison tests both edges.
		if uint(row) >= n || uint(column) >= n {
			return
		}
		b.attacks[i] += change
	}
}

// closer returns the row of a queen that must be removed before a queen can be put on the cell c, in whose row and
// column no queen stands. The cell is closed by a queen on a diagonal with it, or by two queens in line with it, each
// of which is returned with probability 1/2. closer panics if the cell is not closed.
func (b *board) closer(c cell, random *random) int32 {
	for _, q := range b.queens {
		rows, columns := int(q.row-c.row), int(q.column-c.column)
		g := divisor(rows, columns)
		rows, columns = rows/g, columns/g
		if rows*rows == 1 && columns*columns == 1 {
			return q.row // on a diagonal with the cell
		}
		other := b.firstOnRay(c, q, rows, columns)
		if other == none {
			other = b.firstOnRay(c, q, -rows, -columns)
		}
		if other != none {
			if random.below(2) == 0 {
				return q.row
			}
			return other
		}
	}
	panic("search: closer was called for a free cell, which no queen attacks")
}

// firstOnRay walks from the cell c, in steps of the given number of rows and columns, and returns the row of the first
// queen on its way, leaving out the queen on the cell q, or none if there is no other.
func (b *board) firstOnRay(c, q cell, rows, columns int) int32 {
	n := uint(b.n)
	row, column := int(c.row), int(c.column)
	for {
		row, column = row+rows, column+columns
		if uint(row) >= n || uint(column) >= n {
			return none
		}
		if int(b.column[row]) == column && row != int(q.row) {
			return int32(row)
		}
	}
}

// divisor returns the greatest common divisor of two numbers other than 0, of any sign.
func divisor(a, b int) int {
	x, y := uint32(max(a, -a)), uint32(max(b, -b)) // 32 bits divide in half the time that 64 take
	for y != 0 {
		x, y = y, x%y
	}
	return int(x)
}
