package spies

import "strconv"

// A Board is one queen in each row and column: that of row r is in column b[r], both
// counted from 0. In texts both count from 1.
type Board []int

// String returns the columns from 1, row by row: "2 4 1 3".
func (b Board) String() string {
	var text []byte
	for r, c := range b {
		if r > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(c)+1, 10)
	}
	return string(text)
}

// columns returns the columns from 1.
func (b Board) columns() []string {
	columns := make([]string, len(b))
	for r, c := range b {
		columns[r] = strconv.Itoa(c + 1)
	}
	return columns
}

// cells returns the cells of the queens of some rows, row and column from 1: "3,2".
func (b Board) cells(rows []int) []string {
	cells := make([]string, len(rows))
	for i, r := range rows {
		cells[i] = strconv.Itoa(r+1) + "," + strconv.Itoa(b[r]+1)
	}
	return cells
}
