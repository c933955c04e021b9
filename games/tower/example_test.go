package tower_test

import (
	"fmt"

	"enumerate/games/heaps"
	"enumerate/games/tower"
)

// A stack is written with the top last.
func ExampleRules() {
	for _, p := range []heaps.Position{{3}, {3, 1}, {3, 1, 1}, {3, 1, 1, 9}, {3, 1, 9}} {
		fmt.Println(p, tower.Rules().Value(p))
	}
	// Output:
	// 3 3
	// 3,1 0
	// 3,1,1 1
	// 3,1,1,9 9
	// 3,1,9 9
}
