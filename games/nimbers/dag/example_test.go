package dag_test

import (
	"fmt"
	"strings"

	"enumerate/games/nimbers/dag"
)

// Example makes and reads the DAG with the arcs 1-2, 1-3 and 2-3.
func Example() {
	made, err := dag.New(3, []dag.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}})
	fmt.Println(made, err)
	for read, err := range dag.Read(strings.NewReader("3 3\n1 2\n1 3\n2 3\n\n3.1-2.2-3.3-1\n")) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(read, "nimbers:", read.Nimbers())
	}
	// Output:
	// 3.1-2.1-3.2-3 <nil>
	// 3.1-2.1-3.2-3 nimbers: [2 1 0]
	// line 6, column 11: the arc 3 1 closes the cycle 3 -> 1 -> 2 -> 3; expected a graph without cycles
}
