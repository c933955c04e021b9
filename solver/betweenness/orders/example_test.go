package orders_test

import (
	"context"
	"fmt"

	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/orders"
)

// Solutions come in pairs, each the reverse of the other.
func ExampleCount() {
	for _, game := range []betweenness.Game{
		{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 2, Ninja: 3}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}, // A: B C, B: C D, C: B A, D: B A
		{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}, // A: B C, B: D A, C: B A, D: B A
	} {
		count, err := orders.Count(context.Background(), game)
		fmt.Println(count, err)
	}
	// Output:
	// 2 <nil>
	// 0 <nil>
}

func ExampleAll() {
	game := betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 2, Ninja: 3}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 2, Ninja: 3}} // ABCD as above, E: C D
	for order, err := range orders.All(context.Background(), game) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(order)
	}
	// Output:
	// [0 1 4 2 3]
	// [0 4 1 2 3]
	// [3 2 1 0 4]
	// [3 2 1 4 0]
	// [3 2 4 1 0]
	// [4 0 1 2 3]
}
