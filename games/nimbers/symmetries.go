package nimbers

import (
	"fmt"
	"math/big"

	"enumerate/canon"
	"enumerate/games/nimbers/dag"
)

// Limits of a group whose members are listed.
const (
	maxGroup = 40_320 // members
	maxBase  = 100    // vertices that they permute
)

// graphOf returns the DAG as a graph whose automorphisms leave the chips where they are, or
// exchange them at most if they are unordered.
func graphOf(d *dag.DAG, unordered bool) canon.Graph {
	g := canon.Graph{Points: d.Vertices(), Colors: make([]int, d.Vertices()), Arcs: make([]canon.Arc, 0, d.Arcs())}
	g.Colors[0], g.Colors[1] = 1, 2
	if unordered {
		g.Colors[1] = 1
	}
	for a := range d.All() {
		g.Arcs = append(g.Arcs, canon.Arc{From: a.From, To: a.To})
	}
	return g
}

// exchangeable reports whether some automorphism exchanges the chips. Of a DAG with more
// than maxBase vertices it says so also if that would take long to find out.
func exchangeable(d *dag.DAG) bool {
	if len(d.Out(0)) != len(d.Out(1)) {
		return false
	}
	if d.Vertices() > maxBase {
		return true
	}
	one := graphOf(d, false)
	other := graphOf(d, false)
	other.Colors[0], other.Colors[1] = other.Colors[1], other.Colors[0]
	_, ok, err := canon.Isomorphic(one, other)
	return ok || err != nil
}

// symmetriesOf lists the automorphisms of a graph of the given number of them, the
// identity first, or returns an error if there are more than maxGroup or points than
// maxBase.
//
// It fixes points one by one. Let v be the next that is not fixed, and take for every w an
// automorphism, if there is one, that leaves those fixed before as they are and takes v to
// w. Then each automorphism is one of these after one that leaves v, too, as it is, in one
// way.
func symmetriesOf(g canon.Graph, order *big.Int) ([]canon.Relabeling, error) {
	if isOne(order) {
		return []canon.Relabeling{identity(g.Points)}, nil
	}
	if order.Cmp(big.NewInt(maxGroup)) > 0 {
		return nil, fmt.Errorf("a DAG with more than %d automorphisms, which cannot be gone through", maxGroup)
	}
	if g.Points > maxBase {
		return nil, fmt.Errorf("a DAG with automorphisms on %d vertices; up to %d vertices they can be gone through", g.Points, maxBase)
	}
	var steps [][]canon.Relabeling
	left := new(big.Int).Set(order)
	for v := 0; !isOne(left); v++ {
		fixed := withColor(g, v)
		var to []canon.Relabeling
		for w := range g.Points {
			r, ok, err := canon.Isomorphic(fixed, withColor(g, w))
			if err != nil {
				return nil, err
			}
			if ok {
				to = append(to, r)
			}
		}
		left.Quo(left, big.NewInt(int64(len(to))))
		steps = append(steps, to)
		g = fixed
	}
	members := []canon.Relabeling{identity(g.Points)}
	for i := len(steps) - 1; i >= 0; i-- {
		var more []canon.Relabeling
		for _, r := range steps[i] {
			for _, h := range members {
				more = append(more, h.Compose(r))
			}
		}
		members = more
	}
	return identityFirst(members), nil
}

// withColor returns a graph with a point in a colour of its own, the same for all points
// of one colour.
func withColor(g canon.Graph, point int) canon.Graph {
	colors := make([]int, len(g.Colors))
	for p, c := range g.Colors {
		colors[p] = 2 * c
	}
	colors[point]++
	g.Colors = colors
	return g
}

func identity(points int) canon.Relabeling {
	r := make(canon.Relabeling, points)
	for p := range r {
		r[p] = p
	}
	return r
}

// identityFirst exchanges the identity with the first member.
func identityFirst(members []canon.Relabeling) []canon.Relabeling {
	for i, r := range members {
		if r.IsIdentity() {
			members[0], members[i] = r, members[0]
		}
	}
	return members
}

func isOne(x *big.Int) bool { return x.IsInt64() && x.Int64() == 1 }

// arcCycles returns the number of cycles of a permutation of the arcs.
func arcCycles(arcs []int) int {
	seen := make([]bool, len(arcs))
	cycles := 0
	for a := range arcs {
		if !seen[a] {
			cycles++
		}
		for b := a; !seen[b]; b = arcs[b] {
			seen[b] = true
		}
	}
	return cycles
}
