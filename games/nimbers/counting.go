package nimbers

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"enumerate/enum"
	"enumerate/games/nimbers/wins"
)

// The versions of the counts: of what their single shards hold.
const (
	countArcSetsVersion  = 2
	countLabelledVersion = 1
)

// A way is one to count the sets of arcs of a DAG: how package wins calls it, and its name
// as a method of a space.
type way struct {
	method        wins.Method
	name, summary string
}

// ways lists them, the default first.
func ways() []way {
	return []way{
		{wins.Auto, "count", "whichever of the others is expected to take least"},
		{wins.Subsets, "subsets", "nimber by nimber, over sets of vertices: any DAG with some 20 vertices"},
		{wins.Frontier, "frontier", "vertex by vertex, over the nimbers that still matter: sparse DAGs"},
		{wins.Sizes, "sizes", "nimber by nimber, over numbers of vertices: complete DAGs"},
	}
}

// Methods lists the ways to count: those of single DAGs for spaces of sets of arcs, one for
// labelled DAGs.
func (r Ruleset) Methods() []enum.Method {
	if r.dag() == dagAll {
		return []enum.Method{{Name: "count", Summary: "by the numbers of vertices of each nimber, over all labelled DAGs at once"}}
	}
	var list []enum.Method
	for _, w := range ways() {
		list = append(list, enum.Method{Name: w.name, Summary: w.summary})
	}
	return list
}

// Counting returns the space of a size under a method, or an error that names the limits
// if the method does not reach that size.
func (r Ruleset) Counting(name string, size int, means enum.Means) (enum.Space, error) {
	space, err := r.Space(size)
	if err != nil {
		return nil, err
	}
	if labelled, ok := space.(*Labelled); ok {
		return countingLabelled(labelled, name, means)
	}
	return countingArcSets(space.(*ArcSets), name, means)
}

// countingArcSets returns the space of the sets of arcs of a DAG under a method. The sets
// of the second player are what the first player's leave: no method counts both.
func countingArcSets(s *ArcSets, name string, means enum.Means) (enum.Space, error) {
	var names []string
	for _, w := range ways() {
		names = append(names, w.name)
		if w.name != name {
			continue
		}
		job, err := wins.Prepare(context.Background(), s.dag, wins.Options{Method: w.method, Workers: means.Workers, Memory: means.Memory})
		if err != nil {
			return nil, err
		}
		return enum.Direct{Of: s, Method: name, Version: countArcSetsVersion, Count: func(ctx context.Context) ([]*big.Int, error) {
			count, err := job.Count(ctx)
			return []*big.Int{first: count, second: nil}, err
		}}, nil
	}
	return nil, fmt.Errorf("there is no method %q; there is: %s", name, strings.Join(names, ", "))
}

// countingLabelled returns the space of labelled DAGs under the only method. It counts all
// DAGs as well as those with the chips on like nimbers, and proves the number of all.
func countingLabelled(s *Labelled, name string, means enum.Means) (enum.Space, error) {
	switch {
	case name != "count":
		return nil, fmt.Errorf("there is no method %q for labelled DAGs; there is: count", name)
	case s.vertices > wins.MostLabelled:
		return nil, fmt.Errorf("labelled DAGs can be counted from 2 to %d vertices, not %d", wins.MostLabelled, s.vertices)
	}
	return enum.Direct{Of: s, Method: name, Version: countLabelledVersion, Count: func(ctx context.Context) ([]*big.Int, error) {
		count, all, err := wins.Labelled(ctx, s.vertices, means.Workers)
		if err != nil {
			return nil, err
		}
		return []*big.Int{first: count, second: all.Sub(all, count)}, nil
	}}, nil
}
