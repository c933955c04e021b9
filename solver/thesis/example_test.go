package thesis_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"enumerate/solver/betweenness"
	"enumerate/solver/thesis"
)

// Some algorithms record their reasoning.
func ExampleAlgorithms() {
	implied, err := betweenness.Named(thesis.Algorithms(), "implied")
	if err != nil {
		fmt.Println(err)
		return
	}
	trace := &betweenness.Trace{W: os.Stdout, Names: []string{"A", "B", "C", "D"}}
	for _, game := range []betweenness.Game{
		{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 2, Ninja: 3}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}, // A: B C, B: C D, C: B A, D: B A
		{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}, // A: B C, B: D A, C: B A, D: B A
	} {
		proof, work, err := implied.Solve(context.Background(), game, betweenness.How{Trace: trace})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("solvable:", proof.Solvable(), "after", work.Decisions, "assumption")
	}
	// Output:
	// Suppose B -> C:
	//     We know B->C, and (A,B,C) is a triplet, so A->B, A->C.
	//     We know B->C, and (B,C,D) is a triplet, so C->D, B->D.
	//     We know A->B, and (D,B,A) is a triplet, so A->D.
	//     No more players to try, and there is no cycle: success.
	// solvable: true after 1 assumption
	// Suppose A -> B:
	//     We know A->B, and (A,B,C) is a triplet, so B->C, A->C.
	//     We know A->B, and (B,D,A) is a triplet, so D->B, A->D.
	//     We know A->B, and (D,B,A) is a triplet, so B->D.
	//     B->D and D->B form a cycle, so our assumption was wrong.
	// The reverse of a solution is a solution, so B -> A is wrong as well.
	// solvable: false after 1 assumption
}

// Algorithms that try everything accept small games only.
func ExampleAlgorithms_tooLarge() {
	orders, err := betweenness.Named(thesis.Algorithms(), "orders")
	if err != nil {
		fmt.Println(err)
		return
	}
	game := make(betweenness.Game, 40)
	for p := range game {
		game[p] = betweenness.Choice{Wonderwall: (p + 1) % 40, Ninja: (p + 2) % 40}
	}
	_, _, err = orders.Solve(context.Background(), game, betweenness.How{})
	fmt.Println(err)
	fmt.Println(errors.Is(err, betweenness.ErrTooLarge))
	// Output:
	// too many players for the algorithm orders: the game has 40; choose another algorithm, or a game of at most 12
	// true
}
