package spies

import "slices"

// symmetries is the order of the group of the square.
const symmetries = 8

// image puts the image of a board under one of the symmetries, 0 to 7, into another board
// of its size: 1 in s reflects the columns, 2 the rows, and 4 then swaps rows and
// columns. 0 is the identity.
func (b Board) image(s int, into Board) {
	last := len(b) - 1
	for r, c := range b {
		if s&1 != 0 {
			c = last - c
		}
		if s&2 != 0 {
			r = last - r
		}
		if s&4 != 0 {
			r, c = c, r
		}
		into[r] = c
	}
}

// least reports whether no image of a board is less, in lexicographic order, and if so
// how many of the eight are the board itself, its automorphisms. Images are written to
// the buffer, of the board's size.
func (b Board) least(buffer Board) (least bool, automorphisms uint64) {
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
