package spies

import (
	"fmt"
	"slices"
)

// The oracles in this file share no code with the package except the type board. They judge a board by all pairs and
// all triples of queens. A class is found by turning and reflecting the cells of the queens one at a time.

// conflictsOf returns all conflicts of a board, in the order that the method conflict describes.
func conflictsOf(b board) []conflict {
	var conflicts []conflict
	for k := range b {
		for i := range k {
			if x := b[i] - b[k]; x == 0 || x*x == (k-i)*(k-i) {
				conflicts = append(conflicts, conflict{i, k})
			}
		}
		for i := range k {
			for j := i + 1; j < k; j++ {
				if (j-i)*(b[k]-b[i]) == (k-i)*(b[j]-b[i]) {
					conflicts = append(conflicts, conflict{i, j, k})
				}
			}
		}
	}
	return conflicts
}

// eachBoard calls visit with all boards of n queens, in lexicographic order. A board is valid until visit returns.
func eachBoard(n int, visit func(board)) {
	b := make(board, 0, n)
	var extend func()
	extend = func() {
		if len(b) == n {
			visit(b)
			return
		}
		for c := range n {
			if !slices.Contains(b, c) {
				b = append(b, c)
				extend()
				b = b[:len(b)-1]
			}
		}
	}
	extend()
}

// turned turns a board by 90 degrees: the cell in row r, column c goes to row c, column n-1-r.
func turned(b board) board {
	image := make(board, len(b))
	for r, c := range b {
		image[c] = len(b) - 1 - r
	}
	return image
}

func reflected(b board) board {
	image := slices.Clone(b)
	slices.Reverse(image)
	return image
}

// orbitOf returns the eight images of a board; some may be equal.
func orbitOf(b board) []board {
	var orbit []board
	for range 2 {
		for range 4 {
			orbit = append(orbit, b)
			b = turned(b)
		}
		b = reflected(b)
	}
	return orbit
}

type census struct {
	boards  map[int]uint64            // the number of boards of each verdict
	classes map[int]map[uint64]uint64 // the number of classes of each verdict and number of automorphisms
	least   []string                  // "verdict automorphisms board" for the least board of each class, in lexicographic order
}

// takeCensus judges all boards of n queens, and counts boards and classes. A class is counted at its least board.
func takeCensus(n int) census {
	found := census{boards: make(map[int]uint64), classes: map[int]map[uint64]uint64{valid: {}, invalid: {}}}
	eachBoard(n, func(b board) {
		verdict := valid
		if len(conflictsOf(b)) > 0 {
			verdict = invalid
		}
		found.boards[verdict]++
		automorphisms := uint64(0)
		for _, image := range orbitOf(b) {
			switch slices.Compare(image, b) {
			case -1:
				return
			case 0:
				automorphisms++
			}
		}
		found.classes[verdict][automorphisms]++
		found.least = append(found.least, fmt.Sprintf("%s %d %v", verdicts[verdict], automorphisms, b))
	})
	return found
}
