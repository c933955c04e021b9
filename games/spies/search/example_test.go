package search_test

import (
	"context"
	"errors"
	"fmt"

	"enumerate/games/spies/search"
)

func ExampleBoard() {
	columns, err := search.Board(context.Background(), 4)
	fmt.Println(columns, err)
	_, err = search.Board(context.Background(), 5)
	fmt.Println(err, errors.Is(err, search.ErrNone))
	// Output:
	// [1 3 0 2] <nil>
	// no board exists of size 5 true
}
