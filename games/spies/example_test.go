package spies_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/spies"
)

// Example counts the boards of size 12 by a walk.
func Example() {
	space, err := spies.New().Space(12)
	if err != nil {
		fmt.Println(err)
		return
	}
	totals, err := enum.Count(context.Background(), space, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for v, verdict := range space.Verdicts() {
		fmt.Println(verdict, totals.Verdicts[v].Games, totals.Verdicts[v].Classes)
	}
	fmt.Println("covered", totals.Coverage, "of", totals.Whole)
	// Output:
	// valid 410 53
	// invalid 479001190 59915975
	// covered 479001600 of 479001600
}

// ExampleNew_read reads sizes and boards, and solves them. For a size, a walk looks for the first valid board. It
// extends prefixes, the queens of the first rows, and gives up those that no such board begins with.
func ExampleNew_read() {
	input := strings.NewReader("3\n4\n2 4 1 3\n\n1 3 5 7 2 4 6\n2 4 4 1\n")
	for game, err := range spies.New().Read(input) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		answer, err := game.Solve(context.Background(), single.How{})
		if err != nil {
			fmt.Println(err)
			continue
		}
		if err := single.Write(os.Stdout, answer, "table"); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// none exists  walk of size 3: prefixes followed: 1; given up: 4; each of the 3! = 6 boards begins with a prefix that was given up
	// valid  queens: 2 4 1 3
	// invalid  line: 1,1 2,3 3,5 4,7
	// line 6, column 5: the queens of rows 2 and 3 are both in column 4; each column has one queen
}
