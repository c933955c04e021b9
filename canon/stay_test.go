package canon

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"
)

// A counter counts how often its Err is called: the search calls Err once for each node.
type counter struct {
	context.Context
	nodes int
}

func (c *counter) Err() error {
	c.nodes++
	return c.Context.Err()
}

func randomGraphs(number, points, out int) (list []Graph) {
	random := rand.New(rand.NewPCG(uint64(points), uint64(out)))
	for range number {
		g := Graph{Points: points}
		for p := range points {
			for kind, q := range random.Perm(points)[:out] {
				g.Arcs = append(g.Arcs, Arc{p, q, kind % 2})
			}
		}
		list = append(list, g)
	}
	return list
}

// regularGraphs returns random symmetric graphs whose points all have the given degree, which is even.
func regularGraphs(number, points, degree int) (list []Graph) {
	random := rand.New(rand.NewPCG(uint64(points), uint64(degree)))
	for len(list) < number {
		adjacent := make(map[[2]int]bool)
		for range degree / 2 {
			circle := random.Perm(points)
			for i, p := range circle {
				q := circle[(i+1)%points]
				adjacent[[2]int{p, q}], adjacent[[2]int{q, p}] = true, true
			}
		}
		if len(adjacent) == points*degree {
			list = append(list, symmetric(points, func(p, q int) bool { return adjacent[[2]int{p, q}] }))
		}
	}
	return list
}

// latin returns the graph of a Latin square: its points are the cells, and two cells are adjacent if they share a row,
// a column or a symbol.
func latin(side int, symbol func(row, column int) int) Graph {
	return symmetric(side*side, func(p, q int) bool {
		return p/side == q/side || p%side == q%side || symbol(p/side, p%side) == symbol(q/side, q%side)
	})
}

// switched returns a Latin square of even order in which four symbols of the table of a cyclic group are exchanged.
func switched(side int, symbol func(row, column int) int) func(row, column int) int {
	half := side / 2
	return func(r, c int) int {
		if r%half == 0 && c%half == 0 {
			return (symbol(r, c) + half) % side
		}
		return symbol(r, c)
	}
}

// kinds returns graphs with and without symmetries, by kind.
func kinds() map[string][]Graph {
	coloured := regularGraphs(6, 12, 2)
	for i := range coloured {
		coloured[i].Colors = make([]int, 12)
		for p := range 12 {
			coloured[i].Colors[p] = p * i % 3
		}
	}
	looped := randomGraphs(20, 6, 1)
	for i := range looped {
		looped[i].Arcs = append(looped[i].Arcs, Arc{0, 0, 0}, Arc{i % 6, i % 6, i % 2})
	}
	return map[string][]Graph{
		"random, one arc":    randomGraphs(40, 10, 1),
		"random, two arcs":   randomGraphs(40, 9, 2),
		"random, four arcs":  randomGraphs(20, 8, 4),
		"circles":            regularGraphs(6, 9, 2),
		"regular, degree 4":  append(regularGraphs(30, 10, 4), regularGraphs(15, 16, 4)...),
		"regular, degree 6":  regularGraphs(15, 14, 6),
		"unions of regulars": {union(regularGraphs(4, 8, 4)...), union(append(regularGraphs(2, 8, 4), copies(2, rook(3)))...)},
		"coloured":           coloured,
		"loops":              looped,
		"strongly regular":   {shrikhande(), rook(4), union(shrikhande(), rook(4)), ring(2, union(shrikhande(), rook(4)))},
		"latin squares": {
			latin(5, func(r, c int) int { return (r + c) % 5 }),
			latin(4, func(r, c int) int { return r ^ c }),
			latin(6, func(r, c int) int { return (r + c) % 6 }),
			latin(6, func(r, c int) int { // the symmetric group of three elements
				if r < 3 {
					return (r+c)%3 + c/3*3
				}
				return (r-c+6)%3 + (1-c/3)*3
			}),
		},
		"latin squares of no group": {
			latin(6, switched(6, func(r, c int) int { return (r + c) % 6 })),
			latin(8, switched(8, func(r, c int) int { return (r + c) % 8 })),
			latin(4, switched(4, func(r, c int) int { return (r + c) % 4 })),
		},
		"geometric": {kneser(5, 2), kneser(6, 2), paley(13), paley(17), plane(2), plane(3), grid(4), circulant(12, true, 1, 3), circulant(13, false, 1, 5)},
		"hubs": {
			hubs(circulant(6, true, 1), copies(2, circulant(3, true, 1)), circulant(6, true, 1)),
			hubs(rook(3), regularGraphs(1, 9, 4)[0], regularGraphs(2, 9, 4)[1]),
		},
		"chosen by few": {crowd(9), crowd(14)},
	}
}

// TestFormsStay checks that forms do not change, because users compare forms that they have stored. The number of nodes
// that the search visits is bounded so that a slower search is noticed.
func TestFormsStay(t *testing.T) {
	graphs := kinds()
	for _, c := range []struct {
		kind  string
		forms uint64 // a hash
		nodes int    // at most
	}{
		{"chosen by few", 0xb66343d195c53728, 0},
		{"circles", 0x591579323694b7a5, 60},
		{"coloured", 0xcf3cec0e30a73581, 29},
		{"geometric", 0x8eca0ab0079c0b89, 287},
		{"hubs", 0x470ab749651f1cd3, 217},
		{"latin squares", 0x520f9d1d4a6d4c67, 233},
		{"latin squares of no group", 0xc928bfbe6e6a4ed8, 280},
		{"loops", 0x630abbdf8e32646d, 0},
		{"random, four arcs", 0x6ac6d55c77ef221f, 0},
		{"random, one arc", 0x7d80fc1a8e3af2e9, 10},
		{"random, two arcs", 0x1ab8333b54dce00c, 0},
		{"regular, degree 4", 0xa5d6b4d84ba87ec8, 996},
		{"regular, degree 6", 0x2fd1d49f9047de7d, 405},
		{"strongly regular", 0x628d6020fdd1e307, 292},
		{"unions of regulars", 0x6028c2b989aa1919, 112},
	} {
		random := rand.New(rand.NewPCG(1, 1))
		hash := fnv.New64a()
		nodes := 0
		for _, g := range graphs[c.kind] {
			count := &counter{Context: t.Context()}
			f, err := Canonical(count, g)
			if err != nil {
				t.Fatal(err)
			}
			nodes += count.nodes
			fmt.Fprintln(hash, f.Graph, f.Automorphisms)
			checkForm(t, g, f)
			checkSame(t, g, f, random.Perm(g.Points))
		}
		if got := hash.Sum64(); len(graphs[c.kind]) == 0 || got != c.forms {
			t.Errorf("%s: the forms have the hash %#x, want %#x", c.kind, got, c.forms)
		}
		if nodes > c.nodes {
			t.Errorf("%s: the search visits %d nodes, want at most %d", c.kind, nodes, c.nodes)
		}
	}
}
