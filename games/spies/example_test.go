package spies_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"enumerate/enum"
	"enumerate/games/spies"
)

// A walk counts the valid boards of a size, and their classes under the symmetries of
// the square.
func Example() {
	space, err := spies.NewSpace(12)
	if err != nil {
		fmt.Println(err)
		return
	}
	tally := enum.NewTally(2)
	err = enum.Run(context.Background(), space, enum.Plan{Workers: 2}, func(r enum.Result) error {
		tally.Merge(r.Tally)
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	totals, err := space.Totals(tally)
	if err != nil {
		fmt.Println(err)
		return
	}
	for v, verdict := range space.Verdicts() {
		fmt.Println(verdict, totals[v].Games, totals[v].Classes)
	}
	covered, whole, err := space.Coverage(tally)
	fmt.Println("covered", covered, "of", whole, err)
	// Output:
	// valid 410 53
	// invalid 479001190 59915975
	// covered 479001600 of 479001600 <nil>
}

// A board is judged by its first fault.
func ExampleBoard_Fault() {
	board := spies.Board{3, 6, 0, 5, 1, 9, 7, 2, 4, 8, 10}
	fault, err := board.Fault(context.Background())
	fmt.Println(board)
	fmt.Println(fault, err)
	// Output:
	// 4 7 1 6 2 10 8 3 5 9 11
	// [0 3 6] <nil>
}

// Sizes and boards are read together; a size is answered with a board, in the contest's
// format, and a board with its verdict.
func ExampleRuleset_Read() {
	input := strings.NewReader("3\n4\n2 4 1 3\n\n1 3 5 7 2 4 6\n2 4 4 1\n")
	for game, err := range (spies.Ruleset{}).Read(input) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		answer, err := game.Solve(context.Background(), enum.How{})
		if err != nil {
			fmt.Println(err)
			continue
		}
		if err := answer.WriteFormat(os.Stdout, "table"); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// none exists  walk of size 3: prefixes followed: 1; given up: 4, with which all 3! = 6 boards begin
	// valid  queens: 2 4 1 3
	// invalid  line: 1,1 2,3 3,5
	// line 6, column 5: the queens of rows 2 and 3 are both in column 4; want one in each column
}
