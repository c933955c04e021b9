package antonim_test

import (
	"fmt"

	"enumerate/games/antonim"
	"enumerate/games/heaps"
)

// Up to three heaps are decided like Nim with one more stick in each heap. For four heaps no formula is known.
func ExampleRules() {
	for _, p := range []heaps.Position{{}, {5}, {1, 2}, {2, 3}, {3, 8, 12}, {3, 5, 6, 9}} {
		next, known := antonim.Rules().Outcome(p)
		if known {
			fmt.Println(p, "next player wins:", next)
		} else {
			fmt.Println(p, "outcome unknown")
		}
	}
	// Output:
	// 0 next player wins: false
	// 5 next player wins: true
	// 1,2 next player wins: false
	// 2,3 next player wins: true
	// 3,8,12 next player wins: false
	// 3,5,6,9 outcome unknown
}
