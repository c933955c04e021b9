package counts_test

import (
	"context"
	"fmt"

	"enumerate/games/rotisserie/counts"
)

func Example() {
	tables, err := counts.Build(context.Background(), 3, 9) // queues of up to 3 heaps of 1 to 9
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, queue := range [][]int{{}, {5}, {2, 5}, {5, 2}, {1, 5, 2}, {4, 5, 1}} {
		fmt.Println(queue, tables.P(queue))
	}
	// Output:
	// [] true
	// [5] false
	// [2 5] true
	// [5 2] false
	// [1 5 2] true
	// [4 5 1] true
}

func ExampleWeakOrder() {
	exceptions, first, err := counts.WeakOrder(context.Background(), 4, 7, 1, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("1 anchor:", exceptions, "exceptions")
	for _, e := range first {
		fmt.Println(e)
	}
	exceptions, _, err = counts.WeakOrder(context.Background(), 4, 7, 2, 2)
	fmt.Println("2 anchors:", exceptions, "exceptions", err)
	// Output:
	// 1 anchor: 55 exceptions
	// 3,1,3,3 is N and 2,1,2,2 is P
	// 3,1,3,4 is N and 2,1,2,3 is P
	// 2 anchors: 0 exceptions <nil>
}

func ExampleSolver_Count() {
	ctx := context.Background()
	solver, err := counts.NewSolver(ctx, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := solver.Count(ctx, 4)
	fmt.Println(p.At(9), p.At(1_000_000), err)
	// Output: 3441 500000333331833337999997 <nil>
}
