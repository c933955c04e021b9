package nimbers_test

import (
	"context"
	"fmt"
	"os"

	"enumerate/enum"
	"enumerate/games/nimbers"
	"enumerate/games/nimbers/dag"
)

// The three DAGs on two vertices.
func ExampleNewLabelled() {
	space, err := nimbers.NewLabelled(2, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space.Games(), "labelled DAGs in", space.Classes(), "classes")
	err = enum.List(context.Background(), space, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		fmt.Printf("%v: ", c.Representative)
		return c.Representative.Solution().WriteFormat(os.Stdout, "table") == nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3 labelled DAGs in 3 classes
	// 2.1-2: first  nimbers: 1 0
	// 2: second  nimbers: 0 0
	// 2.2-1: first  nimbers: 0 1
}

// A set of arcs of the DAG with the arcs from 1 to 3 and from 2 to 4 is won by the first
// player if it has one of them and not both.
func ExampleGame() {
	dag, err := dag.Parse("4.1-3.2-4")
	if err != nil {
		fmt.Println(err)
		return
	}
	game := nimbers.Game{DAG: dag}
	answer, err := game.Solve(context.Background(), enum.How{})
	if err != nil {
		fmt.Println(err)
		return
	}
	wins := answer.(nimbers.Wins)
	fmt.Println("first player:", wins.First, "second player:", wins.Second)

	// If the chips are unordered the sets {1-3} and {2-4} are one class.
	space := nimbers.NewArcSets("example", dag, true)
	fmt.Println(space.Games(), "sets of arcs in", space.Classes(), "classes")
	// Output:
	// first player: 2 second player: 2
	// 4 sets of arcs in 3 classes
}
