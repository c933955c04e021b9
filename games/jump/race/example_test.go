package race_test

import (
	"context"
	"fmt"

	"enumerate/games/jump/race"
)

func ExampleSolver_Solve() {
	board := race.Board{Rows: 1, Columns: 9, Lengths: []int32{4, 1, 3, 2, 2, 1, 2, 1, 0}}
	var solver race.Solver
	result, err := solver.Solve(context.Background(), board, []int32{0, 1, 2}, race.Rules{Move: race.Straight, Tie: race.Initial})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("player %d wins in round %d: %v\n", result.Winner, result.Round, solver.Path())
	// Output:
	// player 2 wins in round 3: [2 5 6 8]
}
