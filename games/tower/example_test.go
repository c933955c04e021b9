package tower_test

import (
	"context"
	"fmt"

	"enumerate/games/heaps"
	"enumerate/games/tower"
)

// The top is last.
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

// A theorem that does not hold is shown by its first counterexample.
func ExampleNew() {
	for _, theorem := range tower.New().Theorems {
		finding, err := theorem.Check(context.Background(), 5)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %v positions, counterexample %q\n", theorem.Name, finding.Positions, finding.Counterexample)
	}
	// Output:
	// recurrence: 156 positions, counterexample ""
	// outcome: 156 positions, counterexample ""
	// ones: 4 positions, counterexample ""
	// parity: 1 positions, counterexample "2,1 has the Grundy value 0, stated is 1"
	// parity-corrected: 28 positions, counterexample ""
}
