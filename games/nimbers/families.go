package nimbers

import (
	"fmt"
	"math/rand/v2"

	"enumerate/enum/single"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
)

// farthest is the largest length of an arc of sparse DAGs, small so that the method frontier has few live vertices.
const farthest = 3

// families returns the families of DAGs of which users can generate examples.
func families() []single.Family {
	// family returns a family of DAGs with 2 to last vertices. If fixed is set, there is only one DAG of each size.
	family := func(name, summary string, last int, fixed bool, made func(vertices int, random *rand.Rand) *dag.DAG) single.Family {
		return single.Family{Name: name, Summary: summary, Fixed: fixed, Formats: dag.Formats(), Generate: func(size int, random *rand.Rand) (single.Answer, error) {
			if size < 2 || size > last {
				return nil, fmt.Errorf("n = %d: for the family %s, expected 2 to %d vertices", size, name, last)
			}
			return made(size, random), nil
		}}
	}
	return []single.Family{
		family("complete", "an arc from every vertex to every later one", maxComplete, true,
			func(vertices int, _ *rand.Rand) *dag.DAG { return chance(vertices, vertices, nil) }),
		family("random", "each arc from a vertex to a later one with probability 1/2", maxComplete, false,
			func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, vertices, random) }),
		family("sparse", "each arc from a vertex to one of the next three with probability 1/2", dag.MaxVertices, false,
			func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, farthest, random) }),
	}
}

// chance returns a DAG in which a fair coin decides whether a vertex has an arc to each of the next `reach` vertices.
// If random is nil, all of these arcs exist.
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
