package search_test

import (
	"context"
	"fmt"

	"enumerate/games/spies/search"
)

func ExampleBoard() {
	columns, err := search.Board(context.Background(), 8)
	fmt.Println(columns, err)
	// Output:
	// [4 6 0 3 1 7 5 2] <nil>
}
