package dag

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A cycleError says which arc closes a cycle, and which cycle.
type cycleError struct {
	arc   Arc
	cycle []int // from the arc's end back to its beginning
}

// maxNamed is how many vertices of a cycle an error names.
const maxNamed = 12

func (e cycleError) Error() string {
	if len(e.cycle) > maxNamed {
		return fmt.Sprintf("the arc %v closes a cycle of %d vertices; want a graph without cycles", e.arc, len(e.cycle))
	}
	var names []string
	for _, v := range append([]int{e.arc.From}, e.cycle...) {
		names = append(names, strconv.Itoa(v+1))
	}
	return fmt.Sprintf("the arc %v closes the cycle %s; want a graph without cycles", e.arc, strings.Join(names, " -> "))
}

// closing returns which of the arcs, in their order, is the first to close a cycle,
// which one of them does. It looks for it by bisection, in time m log m.
func closing(vertices int, arcs []Arc) cycleError {
	i := sort.Search(len(arcs), func(i int) bool {
		return len(sinksFirst(ends(vertices, arcs[:i+1]))) < vertices
	})
	from := make([]int, vertices) // from[w]: where the way to w comes from, plus 1
	out := ends(vertices, arcs[:i])
	for todo := []int{arcs[i].To}; len(todo) > 0; todo = todo[1:] {
		for _, w := range out[todo[0]] {
			if from[w] == 0 {
				from[w] = todo[0] + 1
				todo = append(todo, w)
			}
		}
	}
	var cycle []int
	for v := arcs[i].From; v != arcs[i].To; v = from[v] - 1 {
		cycle = append(cycle, v)
	}
	cycle = append(cycle, arcs[i].To)
	slices.Reverse(cycle)
	return cycleError{arcs[i], cycle}
}
