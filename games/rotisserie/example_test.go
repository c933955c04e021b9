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
		fmt.Println(p, "next player wins:", next, "known:", known)
	}
	// Output:
	// 2,1 next player wins: true known: true
	// 1,2 next player wins: false known: true
	// 5,4,4,4 next player wins: true known: true
	// 4,5,4,4 next player wins: false known: true
	// 1,5,4,4,4 next player wins: false known: true
	// 5,1,4,4 next player wins: false known: false
}
