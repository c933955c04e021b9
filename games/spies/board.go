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

// A board has the queen of row r in column b[r], both counted from 0. In texts, rows and columns count from 1.
type board []int

// String returns the columns of the queens, row by row and counted from 1, as in "2 4 1 3".
func (b board) String() string {
	var text []byte
	for row, column := range b {
		if row > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(column)+1, 10)
	}
	return string(text)
}

func (b board) cells(rows []int) []string {
	return lists.Map(rows, func(r int) string { return cellName(r, b[r]) })
}

// cellName returns the name of a cell, row and column from 1: "3,2".
func cellName(row, column int) string { return strconv.Itoa(row+1) + "," + strconv.Itoa(column+1) }

const symmetries = 8

// image writes the image of a board under a symmetry of the square, numbered as in move, into another board of the same
// size.
func (b board) image(s int, into board) {
	for r, c := range b {
		r, c = move(s, len(b)-1, r, c)
		into[r] = c
	}
}

// move returns the cell to which a symmetry, from 0 to 7, takes a cell. Rows and columns are numbered from 0 to last.
// Bit 1 of the symmetry reflects the column, bit 2 reflects the row, and bit 4 then swaps row and column.
func move(symmetry, last, row, column int) (r, c int) {
	if symmetry&1 != 0 {
		column = last - column
	}
	if symmetry&2 != 0 {
		row = last - row
	}
	if symmetry&4 != 0 {
		row, column = column, row
	}
	return row, column
}

// least reports whether a board is the least of its eight images in lexicographic order. If so, it also returns the
// number of automorphisms. The buffer is a board of the same size for the images.
func (b board) least(buffer board) (least bool, automorphisms uint64) {
	for symmetry := range symmetries {
		b.image(symmetry, buffer)
		switch slices.Compare(buffer, b) {
		case -1:
			return false, 0
		case 0:
			automorphisms++
		}
	}
	return true, automorphisms
}

// A conflict has the rows of two queens that attack each other, or of three queens in line, ascending. The conflict of
// a valid board is nil.
type conflict []int

func (f conflict) proof() string {
	if len(f) == 2 {
		return "attack"
	}
	return "line"
}

func (f conflict) verdict() int {
	if f == nil {
		return valid
	}
	return invalid
}

// solution returns the verdict of a board whose first conflict is f, with the proof.
func (b board) solution(f conflict) single.Solution {
	if f == nil {
		return single.Solution{Verdict: verdicts[valid], Proof: "queens", Names: strings.Fields(b.String())}
	}
	return single.Solution{Verdict: verdicts[invalid], Proof: f.proof(), Names: b.cells(b.through(f))}
}

// through returns the rows of the queens that an answer lists as the reason why a board is invalid: the two of an
// attack, even if more queens are on the diagonal, or for three queens in line all queens on their line.
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

// conflict returns the first conflict of a board, nil if the board is valid, or the context's error. The first conflict
// is the one whose last queen is highest on the board; then an attack comes before a line, and then the conflict whose
// first and second queens are higher. The columns of b need not be different: two queens in one column are an attack.
//
// A third queen in line is looked for on the cells between two queens. Queens that are x rows and y columns apart have
// g-1 cells between them, where g is the greatest common divisor of x and y. On average, g-1 is less than log n, so a
// valid board takes about n^2 log n steps.
func (b board) conflict(ctx context.Context) (conflict, error) {
	for last := range b {
		// Looking at the context takes little of the time of a row beyond 1000, but much of the time of the first rows.
		if (last%64 == 0 || last > 1000) && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for first := range last {
			if b.attack(first, last) {
				return conflict{first, last}, nil
			}
		}
		for first := range last {
			if between := b.queenBetween(first, last); between > 0 {
				return conflict{first, between, last}, nil
			}
		}
	}
	return nil, nil
}

func (b board) attack(r, s int) bool {
	across := b[s] - b[r]
	return across == 0 || across == s-r || across == r-s
}

// queenBetween returns the first row between rows r < s whose queen stands on the straight line between the queens of r
// and s, or 0 if there is none.
func (b board) queenBetween(r, s int) int {
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
