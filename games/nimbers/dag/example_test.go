package dag_test

import (
	"fmt"

	"enumerate/games/nimbers/dag"
)

// The DAG with the arcs 1-2, 1-3 and 2-3, made and read.
func Example() {
	made, err := dag.New(3, []dag.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}})
	fmt.Println(made, err)
	read, err := dag.Parse("3 3\n1 2\n1 3\n2 3\n")
	fmt.Println(read, err)
	fmt.Println("nimbers:", read.Nimbers())
	_, err = dag.Parse("3.1-2.2-3.3-1")
	fmt.Println(err)
	// Output:
	// 3.1-2.1-3.2-3 <nil>
	// 3.1-2.1-3.2-3 <nil>
	// nimbers: [2 1 0]
	// line 1, column 11: the arc 3 1 closes the cycle 3 -> 1 -> 2 -> 3; want a graph without cycles
}
