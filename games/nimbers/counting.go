package nimbers

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/enum"
	"enumerate/games/nimbers/wins"
)

// countVersion is the version of the counts: of what their single shard holds.
const countVersion = 1

// A method is a way to count the sets of arcs of a DAG: its name on the command line, for
// single DAGs and for spaces.
type method struct {
	method         wins.Method
	count, summary string
}

// methods lists them, the default first.
func methods() []method {
	return []method{
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
	for _, m := range methods() {
		list = append(list, enum.Method{Name: m.count, Summary: m.summary})
	}
	return list
}

// Counting returns the space of a size under a method.
func (r Ruleset) Counting(name string, size int, means enum.Means) (enum.Space, error) {
	space, err := r.Space(size)
	if err != nil {
		return nil, err
	}
	direct := enum.Direct{Of: space, Method: name, Version: countVersion}
	d, err := r.dagOf(size)
	if err != nil {
		return nil, err
	}
	switch {
	case d != nil:
		found := false
		for _, m := range methods() {
			if m.count == name {
				found = true
				direct.Count = countArcSets(d, wins.Options{Method: m.method, Workers: means.Workers, Memory: means.Memory})
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no method %q; there is: count, subsets, frontier, sizes", name)
		}
	case name != "count":
		return nil, fmt.Errorf("there is no method %q for labelled DAGs; there is: count", name)
	case size > wins.MostLabelled:
		return nil, fmt.Errorf("labelled DAGs can be counted from 2 to %d vertices, not %d", wins.MostLabelled, size)
	default:
		direct.Count = countLabelled(size, means.Workers)
	}
	return direct, nil
}

// countArcSets counts the sets of arcs of a DAG.
func countArcSets(d *DAG, options wins.Options) func(context.Context) ([]*big.Int, error) {
	return func(ctx context.Context) ([]*big.Int, error) {
		count, _, err := wins.Count(ctx, d.wins(), options)
		if err != nil {
			return nil, err
		}
		all := new(big.Int).Lsh(big.NewInt(1), uint(d.Arcs()))
		return []*big.Int{first: count, second: all.Sub(all, count)}, nil
	}
}

// countLabelled counts all labelled DAGs.
func countLabelled(vertices, workers int) func(context.Context) ([]*big.Int, error) {
	return func(ctx context.Context) ([]*big.Int, error) {
		count, all, err := wins.Labelled(ctx, vertices, workers)
		if err != nil {
			return nil, err
		}
		return []*big.Int{first: count, second: all.Sub(all, count)}, nil
	}
}
