package marking_test

import (
	"context"
	"fmt"

	"enumerate/games/antonim/marking"
)

// Four sets of heaps up to 4 are P-positions: {}, {1,2}, {3,4} and {1,2,3,4}.
func Example() {
	table, err := marking.Mark(context.Background(), 4, 0, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.P(0b0000), table.P(0b0011), table.P(0b1100), table.P(0b1111), table.P(0b0110))
	fmt.Println(table.Counts()[4])
	// Output:
	// true true true true false
	// 4
}

// ExampleMark makes one table, for heaps up to n = 20, which has the numbers of P-positions for all smaller n, too.
func ExampleMark() {
	table, err := marking.Mark(context.Background(), 20, 0, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Counts())
	// Output: [1 1 2 2 4 6 12 16 28 48 91 165 309 566 1051 1900 3498 6468 12058 22454 42092]
}

func ExampleMarkFew() {
	table, err := marking.MarkFew(context.Background(), 4, 200, 0, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for largest := 50; largest <= 200; largest += 50 {
		fmt.Println(largest, table.Count(4, largest))
	}
	fmt.Println(table.P(1, 2, 3, 4))
	// Output:
	// 50 3970
	// 100 33497
	// 150 116353
	// 200 274813
	// true
}
