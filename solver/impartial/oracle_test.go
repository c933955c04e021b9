package impartial

import "slices"

// grundy is the definition, with nothing remembered and no canonical positions.
func grundy[P comparable](r Rules[P], p P) int {
	var values []int
	for _, q := range r.Moves(p, nil) {
		values = append(values, grundy(r, q))
	}
	v := 0
	for slices.Contains(values, v) {
		v++
	}
	return v
}

// A heaps is up to four heaps.
type heaps [4]uint16

// nim is Nim: one heap gets smaller.
var nim = Rules[heaps]{
	Moves: func(p heaps, moves []heaps) []heaps {
		for i, h := range p {
			for k := range h {
				q := p
				q[i] = k
				moves = append(moves, q)
			}
		}
		return moves
	},
	Canonical: func(p heaps) heaps {
		slices.Sort(p[:])
		return p
	},
}

// subtraction is the game in which a heap gets smaller by one of some numbers.
func subtraction(numbers ...int) Rules[int] {
	return Rules[int]{Moves: func(p int, moves []int) []int {
		for _, n := range numbers {
			if n <= p {
				moves = append(moves, p-n)
			}
		}
		return moves
	}}
}

// digraph is the game of a chip that is pushed along arcs, given by the ends of each
// vertex's arcs.
func digraph(arcs [][]int) Rules[int] {
	return Rules[int]{Moves: func(p int, moves []int) []int { return append(moves, arcs[p]...) }}
}
