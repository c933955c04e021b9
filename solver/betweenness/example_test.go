package betweenness_test

import (
	"fmt"

	"enumerate/solver/betweenness"
)

// The thesis begins with two games of four players, which differ in the choice of player 1. Solve returns a proof of a
// game's verdict: an order of all players that satisfies every choice, or a core, players whose choices contradict each
// other.
func Example() {
	for _, game := range []betweenness.Game{
		{{1, 2}, {2, 3}, {1, 0}, {1, 0}}, // A: B C, B: C D, C: B A, D: B A
		{{1, 2}, {3, 0}, {1, 0}, {1, 0}}, // A: B C, B: D A, C: B A, D: B A
	} {
		if err := game.Validate(); err != nil {
			fmt.Println(err)
			continue
		}
		proof := betweenness.Solve(game)
		if proof.Solvable() {
			fmt.Println("solvable: the order", proof.Order)
		} else {
			fmt.Println("unsolvable: the core", proof.Core)
		}
		fmt.Println("error of the proof:", proof.Check(game))
	}
	// Output:
	// solvable: the order [0 1 2 3]
	// error of the proof: <nil>
	// unsolvable: the core [1 3]
	// error of the proof: <nil>
}
