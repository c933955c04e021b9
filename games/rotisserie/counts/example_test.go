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

func ExampleCounts() {
	values, err := counts.Counts(context.Background(), 6, 9)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("P-positions of 6 heaps of 1 to M, M = 1 to 9:", values)
	fmt.Println("a polynomial of degree", counts.Interpolate(1, values).Degree())
	// Output:
	// P-positions of 6 heaps of 1 to M, M = 1 to 9: [1 43 406 2186 8213 24347 61134 135822 274737]
	// a polynomial of degree 6
}

func ExampleWeakOrder() {
	law, err := counts.WeakOrder(context.Background(), 4, 7, 1, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("1 anchor:", law.Exceptions, "exceptions of", law.Positions)
	for _, e := range law.First {
		fmt.Println(e)
	}
	law, err = counts.WeakOrder(context.Background(), 4, 7, 2, 2)
	fmt.Println("2 anchors:", law.Exceptions, "exceptions, complete:", law.Complete(), err)
	// Output:
	// 1 anchor: 55 exceptions of 2401
	// 3,1,3,3 is N and 2,1,2,2 is P
	// 3,1,3,4 is N and 2,1,2,3 is P
	// 2 anchors: 0 exceptions, complete: true <nil>
}

func ExampleSolver_Count() {
	ctx := context.Background()
	solver, err := counts.NewSolver(ctx, 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	for heaps := 1; heaps <= 7; heaps++ {
		p, err := solver.Count(ctx, heaps)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d: %v\n", heaps, p)
	}
	// Output:
	// 1: 0
	// 2: (M^2 + M)/2
	// 3: (3 M^2 - 5 M + 2)/2
	// 4: (3 M^4 + 2 M^3 - 9 M^2 + 28 M - 18)/6
	// 5: (6 M^4 - 16 M^3 + 30 M^2 - 38 M + 18)/3
	// 6: (30 M^6 + 18 M^5 - 135 M^4 + 640 M^3 - 1485 M^2 + 2072 M - 1080)/60
	// 7: (150 M^6 - 533 M^5 + 1450 M^4 - 3085 M^3 + 4610 M^2 - 4392 M + 1800)/60
}
