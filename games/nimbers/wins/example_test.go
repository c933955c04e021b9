package wins_test

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/games/nimbers/wins"
)

// Three vertices and all three arcs: of the 8 sets of arcs the first player wins 6.
func Example() {
	d := wins.DAG{N: 3, Out: [][]int{{1, 2}, {2}, {}}}
	first, _, err := wins.Count(context.Background(), d, wins.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(first)
	// Output: 6
}

// A complete DAG is counted by sizes, but any method comes to the same number.
func ExampleCount() {
	for _, m := range wins.Methods() {
		first, used, err := wins.Count(context.Background(), wins.Complete(8), wins.Options{Method: m})
		fmt.Println(m, used, first, err)
	}
	// Output:
	// auto sizes 226198640 <nil>
	// subsets subsets 226198640 <nil>
	// frontier frontier 226198640 <nil>
	// sizes sizes 226198640 <nil>
}

// The number itself has up to 4950 bits.
func ExampleModulo() {
	prime := big.NewInt(1_000_000_007)
	first, _, err := wins.Modulo(context.Background(), wins.Complete(100), prime, wins.Options{})
	fmt.Println(first, err)
	// Output: 219690991 <nil>
}

// Of the 25 DAGs on three labelled vertices the first player wins 18.
func ExampleLabelled() {
	first, all, err := wins.Labelled(context.Background(), 3, 1)
	fmt.Println(first, all, err)
	// Output: 18 25 <nil>
}

func ExampleNimbers() {
	fmt.Println(wins.Nimbers([][]int{{1, 2, 3}, {2}, {3}, {}}))
	// Output: [2 0 1 0]
}

func ExampleDAG_Check() {
	fmt.Println(wins.DAG{N: 3, Out: [][]int{{1}, {2}, {0}}}.Check())
	fmt.Println(wins.DAG{N: 3, Out: [][]int{{1}, {3}, {}}}.Check())
	// Output:
	// the arcs form a cycle: 0 -> 1 -> 2 -> 0
	// arc 1 -> 3: want vertices 0..2
}
