package wins_test

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/games/nimbers/dag"
	"enumerate/games/nimbers/wins"
)

// Example counts for three vertices and all three arcs: the first player wins with 6 of the 8 sets of arcs.
func Example() {
	d, err := dag.New(3, []dag.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _, err := wins.Count(context.Background(), d, wins.Options{})
	fmt.Println(first, err)
	// Output: 6 <nil>
}

// ExampleCount counts for a complete DAG. Auto chooses the method sizes, and any method finds the same number.
func ExampleCount() {
	d := dag.Complete(8)
	for _, m := range []wins.Method{wins.Auto, wins.Subsets, wins.Frontier, wins.Sizes} {
		first, used, err := wins.Count(context.Background(), d, wins.Options{Method: m})
		fmt.Println(m, used, first, err)
	}
	// Output:
	// auto sizes 226198640 <nil>
	// subsets subsets 226198640 <nil>
	// frontier frontier 226198640 <nil>
	// sizes sizes 226198640 <nil>
}

// ExamplePrepare shows that a DAG that is too large is rejected before anything is counted.
func ExamplePrepare() {
	for _, n := range []int{500, 501} {
		d := dag.Complete(n)
		_, err := wins.Prepare(context.Background(), d, wins.Options{Method: wins.Sizes})
		fmt.Println(n, err)
	}
	// Output:
	// 500 <nil>
	// 501 sizes: 501 vertices, expected at most 500
}

// ExampleCount_modulo asks for a remainder, since the number itself has up to 4950 bits.
func ExampleCount_modulo() {
	d := dag.Complete(100)
	first, _, err := wins.Count(context.Background(), d, wins.Options{Modulus: big.NewInt(1_000_000_007)})
	fmt.Println(first, err)
	// Output: 219690991 <nil>
}

// ExampleLabelled shows that the first player wins on 18 of the 25 DAGs on three labelled vertices.
func ExampleLabelled() {
	first, err := wins.Labelled(context.Background(), 3, big.NewInt(25), wins.Options{Workers: 1})
	fmt.Println(first, err)
	// Output: 18 <nil>
}
