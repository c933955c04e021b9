package betweenness_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"enumerate/solver/betweenness"
)

// The thesis begins with two games of four players, which differ in what player 1
// chose. A game that was read from somewhere is validated first. Solve returns what
// proves its verdict: an order of all players, or players whose choices contradict
// each other. Check accepts the proof by other means.
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

// Some algorithms tell their reasoning.
func ExampleAlgorithm_Solve() {
	implied, err := betweenness.Named("implied")
	if err != nil {
		fmt.Println(err)
		return
	}
	trace := &betweenness.Trace{W: os.Stdout, Names: []string{"A", "B", "C", "D"}}
	for _, game := range []betweenness.Game{
		{{1, 2}, {2, 3}, {1, 0}, {1, 0}}, // A: B C, B: C D, C: B A, D: B A
		{{1, 2}, {3, 0}, {1, 0}, {1, 0}}, // A: B C, B: D A, C: B A, D: B A
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

// Algorithms that try everything take small games only, and say so.
func ExampleAlgorithm_Solve_tooLarge() {
	orders, err := betweenness.Named("orders")
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
	// too many players for the algorithm orders: it takes up to 12, the game has 40
	// true
}

// Solutions come in pairs, each the reverse of the other.
func ExampleCountOrders() {
	for _, game := range []betweenness.Game{
		{{1, 2}, {2, 3}, {1, 0}, {1, 0}}, // A: B C, B: C D, C: B A, D: B A
		{{1, 2}, {3, 0}, {1, 0}, {1, 0}}, // A: B C, B: D A, C: B A, D: B A
	} {
		count, err := betweenness.CountOrders(context.Background(), game)
		fmt.Println(count, err)
	}
	// Output:
	// 2 <nil>
	// 0 <nil>
}

func ExampleOrders() {
	game := betweenness.Game{{1, 2}, {2, 3}, {1, 0}, {1, 0}, {2, 3}} // ABCD as above, E: C D
	for order, err := range betweenness.Orders(context.Background(), game) {
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
