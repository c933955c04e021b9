package nimbers

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// A family is a kind of DAGs that Generate makes.
type family struct {
	enum.Family
	last int // vertices
	dag  func(vertices int, random *rand.Rand) *dag.DAG
}

// farthest is how far arcs of sparse DAGs lead: so a frontier has few vertices.
const farthest = 3

// families lists them.
func (r Ruleset) families() []family {
	return []family{
		{enum.Family{
			Name:    "complete",
			Summary: "an arc from every vertex to every later one",
			Fixed:   true,
		}, MaxComplete, func(vertices int, _ *rand.Rand) *dag.DAG { return chance(vertices, vertices, nil) }},
		{enum.Family{
			Name:    "random",
			Summary: "each arc from a vertex to a later one with a chance of 1/2",
		}, MaxComplete, func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, vertices, random) }},
		{enum.Family{
			Name:    "sparse",
			Summary: "each arc from a vertex to one of the next three with a chance of 1/2",
		}, dag.MaxVertices, func(vertices int, random *rand.Rand) *dag.DAG { return chance(vertices, farthest, random) }},
		{enum.Family{
			Name:    "labelled",
			Summary: "all labelled DAGs with equal chances",
		}, MaxLabelled, r.labelled.randomDAG},
	}
}

// Families lists the kinds of DAGs that Generate makes.
func (r Ruleset) Families() []enum.Family {
	var list []enum.Family
	for _, f := range r.families() {
		list = append(list, f.Family)
	}
	return list
}

// Generate returns a DAG of a family. It depends on nothing but its arguments.
func (r Ruleset) Generate(name string, size int, random *rand.Rand) (enum.Writable, error) {
	var names []string
	for _, f := range r.families() {
		if f.Name == name {
			if size < 2 || size > f.last {
				return nil, fmt.Errorf("DAGs of the family %s have from 2 to %d vertices, not %d", name, f.last, size)
			}
			return f.dag(size, random), nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("there is no family %q; there is: %s", name, strings.Join(names, ", "))
}

// chance returns the DAG of arcs from every vertex to each of the next ones, as far as
// reach, tossing a fair coin for each arc if there are random numbers.
func chance(vertices, reach int, random *rand.Rand) *dag.DAG {
	toss := coins{random: random}
	var arcs []dag.Arc
	for v := range vertices {
		for w := v + 1; w < vertices && w-v <= reach; w++ {
			if random == nil || toss.toss() {
				arcs = append(arcs, dag.Arc{From: v, To: w})
			}
		}
	}
	return dag.Must(vertices, arcs)
}
