package search_test

import (
	"context"
	"fmt"

	"enumerate/games/col/search"
)

// The tree o(B,o): a root with a blue and an uncoloured child.
func ExampleSolver() {
	position := []search.Vertex{{Children: 2}, {Colour: search.Blue}, {}}
	solver := search.NewExhaustive()
	value, err := solver.Value(context.Background(), position)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("value", solver.Arena().String(value))
	for side, name := range []string{"Left", "Right"} {
		options, err := solver.Options(context.Background(), position, side)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, o := range options {
			fmt.Println(name, "colours", o.Vertex, "and leaves", solver.Arena().String(o.Value))
		}
	}
	// Output:
	// value -1/2
	// Left colours 2 and leaves -1
	// Right colours 0 and leaves *
	// Right colours 2 and leaves 0
}
