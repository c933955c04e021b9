package nimbers_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/nimbers"
)

// Example lists the three DAGs on two vertices.
func Example() {
	r := nimbers.New()
	space, err := r.Space(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := r.Lister(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space.Games(), "labelled DAGs in", space.Classes(), "classes")
	err = enum.List(context.Background(), space, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		fmt.Printf("%s: ", c.Game())
		return single.Write(os.Stdout, c.Solution(), "table") == nil
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

// ExampleNew_read counts the sets of arcs of a DAG with which the first player wins. The DAG has two arcs, from 1 to 3
// and from 2 to 4. The first player wins if the set has exactly one of the two.
func ExampleNew_read() {
	for game, err := range nimbers.New().Read(strings.NewReader("4.1-3.2-4")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		answer, err := game.Solve(context.Background(), single.How{})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := single.Write(os.Stdout, answer, "json"); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// {"first":"2","second":"2","arcs":"2","method":"subsets"}
}
