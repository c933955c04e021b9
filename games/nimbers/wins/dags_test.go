package wins

import (
	"pgregory.net/rapid"

	"enumerate/games/nimbers/dag"
)

// fromEnds returns the DAG in which each vertex v has arcs to the vertices of out[v].
func fromEnds(out [][]int) *dag.DAG {
	var arcs []dag.Arc
	for v, ends := range out {
		for _, u := range ends {
			arcs = append(arcs, dag.Arc{From: v, To: u})
		}
	}
	return dag.Must(len(out), arcs)
}

func complete(n int) *dag.DAG {
	return dag.Complete(n)
}

// anyDAG draws a random DAG with at most the given numbers of vertices and arcs: sparse or dense, numbered in any
// order, and with arcs to near vertices only or to all.
func anyDAG(t *rapid.T, most, mostArcs int) *dag.DAG {
	n := rapid.IntRange(2, most).Draw(t, "n")
	span := rapid.IntRange(1, n).Draw(t, "span")
	density := rapid.IntRange(1, 8).Draw(t, "density")
	number := rapid.Permutation(ascending(n)).Draw(t, "numbers")
	out := make([][]int, n)
	arcs := 0
	for v := range n {
		for u := v + 1; u < min(n, v+1+span); u++ {
			if arcs < mostArcs && rapid.IntRange(1, 8).Draw(t, "arc") <= density {
				out[number[v]] = append(out[number[v]], number[u])
				arcs++
			}
		}
	}
	return fromEnds(out)
}

func ascending(n int) []int {
	a := make([]int, n)
	for i := range a {
		a[i] = i
	}
	return a
}
