package search_test

import (
	"context"
	"fmt"

	"enumerate/games/col/search"
)

// The tree of this example is o(B,o): a root with a blue and an uncoloured child.
func ExampleSolver() {
	position := []search.Vertex{{Children: 2}, {Colour: search.Blue}, {}}
	solver := search.NewSolver()
	value, err := solver.Value(context.Background(), position)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("value", solver.Arena().String(value))
	// Output:
	// value -1/2
}
