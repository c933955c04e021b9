package rotisserie_test

import (
	"fmt"

	"enumerate/games/heaps"
	"enumerate/games/rotisserie"
)

// A queue is written with the front first.
func ExampleRules() {
	for _, p := range []heaps.Position{{2, 1}, {1, 2}, {5, 4, 4, 4}, {4, 5, 4, 4}, {1, 5, 4, 4, 4}, {5, 1, 4, 4}} {
		next, known := rotisserie.Rules().Outcome(p)
		if !known { // no formula covers the queue
			fmt.Println(p, "unknown")
			continue
		}
		fmt.Println(p, "next player wins:", next)
	}
	// Output:
	// 2,1 next player wins: true
	// 1,2 next player wins: false
	// 5,4,4,4 next player wins: true
	// 4,5,4,4 next player wins: false
	// 1,5,4,4,4 next player wins: false
	// 5,1,4,4 unknown
}
