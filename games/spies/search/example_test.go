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

func ExampleSearcher() {
	var s search.Searcher
	for n := 8; n <= 10; n++ {
		columns, err := s.Board(context.Background(), n)
		fmt.Println(columns, err)
	}
	// Output:
	// [4 6 0 3 1 7 5 2] <nil>
	// [4 7 1 8 2 0 6 3 5] <nil>
	// [8 4 7 0 2 5 1 6 9 3] <nil>
}
