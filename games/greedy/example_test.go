package greedy_test

import (
	"context"
	"fmt"

	"enumerate/games/greedy"
	"enumerate/games/heaps"
)

// This example prints the Grundy values of all positions of two heaps of up to 5 sticks. The P-positions, whose value
// is 0, are those of two equal heaps.
func ExampleRules() {
	table, err := heaps.FillFast(context.Background(), greedy.Rules(), 2, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	for a := uint64(1); a <= 5; a++ {
		var row []uint64
		for b := a; b <= 5; b++ {
			row = append(row, table.Value(heaps.Position{a, b}))
		}
		fmt.Println(row)
	}
	// Output:
	// [0 2 3 4 5]
	// [0 1 3 4]
	// [0 2 4]
	// [0 1]
	// [0]
}
