package nimbers

import (
	"fmt"
	"math/rand/v2"

	"enumerate/enum/single"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
)

// farthest is how far arcs of sparse DAGs lead: so a frontier has few vertices.
const farthest = 3

// families lists the kinds of DAGs that can be made.
func families() []single.Family {
	family := func(name, summary string, last int, fixed bool, made func(vertices int, random *rand.Rand) *dag.DAG) single.Family {
		return single.Family{Name: name, Summary: summary, Fixed: fixed, Formats: dag.Formats(), Generate: func(size int, random *rand.Rand) (single.Answer, error) {
			if size < 2 || size > last {
				return nil, fmt.Errorf("DAGs of the family %s have from 2 to %d vertices, not %d", name, last, size)
			}
			return made(size, random), nil
		}}
	}
	return []single.Family{
		family("complete", "an arc from every vertex to every later one", maxComplete, true,
			func(vertices int, _ *rand.Rand) *dag.DAG { return chance(vertices, vertices, nil) }),
		family("random", "each arc from a vertex to a later one with a chance of 1/2", maxComplete, false,
			func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, vertices, random) }),
		family("sparse", "each arc from a vertex to one of the next three with a chance of 1/2", dag.MaxVertices, false,
			func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, farthest, random) }),
	}
}

// chance returns a DAG with arcs from every vertex to the next reach vertices. If random is not nil, a fair coin decides
// whether the DAG has an arc.
func chance(vertices, reach int, random *rand.Rand) *dag.DAG {
	toss := chip.Coins{Random: random}
	var arcs []dag.Arc
	for v := range vertices {
		for w := v + 1; w < vertices && w-v <= reach; w++ {
			if random == nil || toss.Toss() {
				arcs = append(arcs, dag.Arc{From: v, To: w})
			}
		}
	}
	return dag.Must(vertices, arcs)
}
