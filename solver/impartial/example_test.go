package impartial_test

import (
	"context"
	"fmt"

	"enumerate/solver/impartial"
)

// Two stacks of coins: take any number of coins from one of them, or equally many from
// both (Wythoff's game). It does not matter which stack is which.
type stacks [2]int

var wythoff = impartial.Rules[stacks]{
	Moves: func(p stacks, moves []stacks) []stacks {
		for n := 1; n <= p[0]; n++ {
			moves = append(moves, stacks{p[0] - n, p[1]})
		}
		for n := 1; n <= p[1]; n++ {
			moves = append(moves, stacks{p[0], p[1] - n})
		}
		for n := 1; n <= min(p[0], p[1]); n++ {
			moves = append(moves, stacks{p[0] - n, p[1] - n})
		}
		return moves
	},
	Canonical: func(p stacks) stacks { return stacks{min(p[0], p[1]), max(p[0], p[1])} },
}

func Example() {
	ctx := context.Background()
	s := impartial.NewSolver(wythoff)
	for _, p := range []stacks{{1, 2}, {2, 2}, {5, 4}} {
		value, err := s.Grundy(ctx, p)
		if err != nil {
			fmt.Println(err)
			return
		}
		winning, err := s.Winning(ctx, p)
		fmt.Println(p, value, winning, err)
	}
	// Output:
	// [1 2] 0 [] <nil>
	// [2 2] 1 [[1 2] [2 1] [0 0]] <nil>
	// [5 4] 6 [[5 3] [2 1]] <nil>
}

// The same game up to stacks of 7, all positions at once: a position is 8a + b, and moves
// lead to smaller ones.
func ExampleMark() {
	const size = 8
	set, err := impartial.Mark(context.Background(), size*size, func(p int, mark func(int)) {
		a, b := p/size, p%size
		for n := 1; n < size; n++ {
			if a+n < size {
				mark(p + size*n)
			}
			if b+n < size {
				mark(p + n)
			}
			if a+n < size && b+n < size {
				mark(p + size*n + n)
			}
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for p := range set.EachSet() {
		fmt.Print(" ", p/size, ",", p%size)
	}
	fmt.Println()
	// Output: 0,0 1,2 2,1 3,5 4,7 5,3 7,4
}
