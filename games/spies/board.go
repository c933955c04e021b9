package spies

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/ints"
	"enumerate/internal/lists"
)

// A board has one queen in each row and column: the queen of row r is in column b[r], both counted from 0. In texts,
// rows and columns count from 1.
type board []int

// String returns the columns from 1, row by row: "2 4 1 3".
func (b board) String() string {
	var text []byte
	for r, c := range b {
		if r > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(c)+1, 10)
	}
	return string(text)
}

// cells returns the names of the cells of the queens in the given rows: "3,2" for row 2, counted from 0, and column 1.
func (b board) cells(rows []int) []string {
	return lists.Map(rows, func(r int) string { return cellName(r, b[r]) })
}

// cellName returns the name of a cell, row and column from 1: "3,2".
func cellName(row, column int) string { return strconv.Itoa(row+1) + "," + strconv.Itoa(column+1) }

// symmetries is the order of the group of the square.
const symmetries = 8

// image writes the image of a board under one of the symmetries, 0 to 7, into another board of the same size. The
// symmetry 0 is the identity; see move.
func (b board) image(s int, into board) {
	for r, c := range b {
		r, c = move(s, len(b)-1, r, c)
		into[r] = c
	}
}

// move returns the cell to which a symmetry takes a cell of a board. The first row and column are 0, and last is the
// last one. The bits of s say what happens: 1 reflects the columns, 2 reflects the rows, and 4 then swaps rows and
// columns.
func move(s, last, row, column int) (r, c int) {
	if s&1 != 0 {
		column = last - column
	}
	if s&2 != 0 {
		row = last - row
	}
	if s&4 != 0 {
		row, column = column, row
	}
	return row, column
}

// least reports whether no image of a board is less than the board in lexicographic order. If so, it also returns the
// number of automorphisms: the number of the eight images that are the board itself. It writes the images to the
// buffer, which has the board's size.
func (b board) least(buffer board) (least bool, automorphisms uint64) {
	for s := range symmetries {
		b.image(s, buffer)
		switch slices.Compare(buffer, b) {
		case -1:
			return false, 0
		case 0:
			automorphisms++
		}
	}
	return true, automorphisms
}

// A conflict is the rows of the queens that make a board invalid, from 0 and in ascending
// order: two that attack each other, or three in line. A valid board has none.
type conflict []int

// certificate returns the name of the kind of conflict, as answers have it.
func (f conflict) certificate() string {
	if len(f) == 2 {
		return "attack"
	}
	return "line"
}

// verdict returns the verdict that a conflict gives to a board.
func (f conflict) verdict() int {
	if f == nil {
		return valid
	}
	return invalid
}

// solution returns the verdict that a conflict gives to a board, with its certificate.
func (b board) solution(f conflict) single.Solution {
	if f == nil {
		return single.Solution{Verdict: verdicts[valid], Certificate: "queens", Names: strings.Fields(b.String())}
	}
	return single.Solution{Verdict: verdicts[invalid], Certificate: f.certificate(), Names: b.cells(b.through(f))}
}

// through returns the rows of all queens on the line of a conflict. For an attack these are the two queens of the
// conflict, even if more queens are on their diagonal.
func (b board) through(f conflict) []int {
	if len(f) == 2 {
		return f
	}
	first, down, right := f[0], f[1]-f[0], b[f[1]]-b[f[0]]
	var rows []int
	for r, c := range b {
		inLine := (r-first)*right == (c-b[first])*down // equal slopes, multiplied out
		if inLine {
			rows = append(rows, r)
		}
	}
	return rows
}

// conflict returns the first conflict of a board, or nil if the board is valid. The first conflict is the one whose last
// queen is highest on the board. Among equals, an attack comes before a line, and then the one with the higher first and
// second queens. Two queens in a column are an attack, so b need not be a permutation. When the context ends, conflict
// returns the context's error.
//
// To find three queens in line, conflict looks at the cells on the line between two queens. Two queens that are a rows
// and b columns apart have g-1 cells between them, where g = ints.GCD(a, b). This is less than log n on average, so a
// valid board takes about n^2 log n steps.
func (b board) conflict(ctx context.Context) (conflict, error) {
	for last := range b {
		// A look at the context takes little of the time of a row beyond 1000, but much of the time of the first rows.
		if (last%64 == 0 || last > 1000) && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for first := range last {
			if b.attack(first, last) {
				return conflict{first, last}, nil
			}
		}
		for first := range last {
			if between := b.between(first, last); between > 0 {
				return conflict{first, between, last}, nil
			}
		}
	}
	return nil, nil
}

// attack reports whether the queens of two rows attack each other.
func (b board) attack(r, s int) bool {
	across := b[s] - b[r]
	return across == 0 || across == s-r || across == r-s
}

// between returns the first row in which a queen stands on the line between the queens of row r and row s > r, or 0 if
// there is no such row.
func (b board) between(r, s int) int {
	down, right := s-r, b[s]-b[r]
	g := ints.GCD(down, max(right, -right)) // there are g-1 cells between the queens
	down, right = down/g, right/g
	for k := 1; k < g; k++ {
		if b[r+k*down] == b[r]+k*right {
			return r + k*down
		}
	}
	return 0
}
