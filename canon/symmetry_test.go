package canon

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func product(factors ...*big.Int) *big.Int {
	p := big.NewInt(1)
	for _, f := range factors {
		p.Mul(p, f)
	}
	return p
}

func raise(base int64, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(exponent)), nil)
}

// crowd returns the game in which players 0, 1 and 2 choose one another in a circle and every other player chooses 0
// and 1.
func crowd(n int) Graph {
	choices := [][2]int{{1, 2}, {2, 0}, {0, 1}}
	for len(choices) < n {
		choices = append(choices, [2]int{0, 1})
	}
	return wonderwall(choices...)
}

// grid returns a graph of the points of a square grid, and a point for each row and column, to which the points of the
// row or column have arcs.
func grid(side int) Graph {
	g := Graph{Points: side * (side + 2)}
	for p := range side * side {
		g.Arcs = append(g.Arcs, Arc{p, side*side + p/side, 0}, Arc{p, side*side + side + p%side, 1})
	}
	return g
}

// rook returns the graph of the squares of a chess board, adjacent if a rook can move from one to the other.
func rook(side int) Graph {
	return symmetric(side*side, func(p, q int) bool { return p/side == q/side || p%side == q%side })
}

// shrikhande returns the Shrikhande graph. It is strongly regular with the same parameters as rook(4), so refinement
// cannot distinguish the two, even with one point fixed.
func shrikhande() Graph {
	return symmetric(16, func(p, q int) bool {
		x, y := (p/4-q/4+4)%4, (p%4-q%4+4)%4
		return x == 0 && y%2 == 1 || y == 0 && x%2 == 1 || x == y && x%2 == 1
	})
}

// kneser returns the graph of the subsets of a given size, adjacent if
// disjoint.
func kneser(elements, size int) Graph {
	var sets []uint
	for set := range uint(1) << elements {
		if bits.OnesCount(set) == size {
			sets = append(sets, set)
		}
	}
	return symmetric(len(sets), func(p, q int) bool { return sets[p]&sets[q] == 0 })
}

// paley returns the graph of the residues modulo a prime, adjacent if they
// differ by a square.
func paley(prime int) Graph {
	square := make([]bool, prime)
	for i := 1; i < prime; i++ {
		square[i*i%prime] = true
	}
	return symmetric(prime, func(p, q int) bool { return square[p-q] })
}

// plane returns the incidence graph of the points and lines of the projective plane over a prime field.
func plane(prime int) Graph {
	var vectors [][3]int // one for each point, and one for each line
	for x := range prime {
		for y := range prime {
			vectors = append(vectors, [3]int{x, y, 1})
		}
		vectors = append(vectors, [3]int{x, 1, 0})
	}
	vectors = append(vectors, [3]int{1, 0, 0})
	n := len(vectors)
	return symmetric(2*n, func(p, q int) bool {
		v, w := vectors[p%n], vectors[q%n]
		return p >= n && q < n && (v[0]*w[0]+v[1]*w[1]+v[2]*w[2])%prime == 0
	})
}

func TestAutomorphismsOfSymmetricGraphs(t *testing.T) {
	f := factorial
	tree := Graph{Points: 1023}
	for p := 1; p < tree.Points; p++ {
		tree.Arcs = append(tree.Arcs, Arc{p, (p - 1) / 2, 0})
	}
	var chain Graph
	chain.Points = 1000
	for p := range 999 {
		chain.Arcs = append(chain.Arcs, Arc{p, p + 1, 0})
	}
	mixed := union(copies(20, circulant(3, false, 1)), copies(15, circulant(4, false, 1)),
		copies(10, circulant(7, false, 1)), copies(9, circulant(12, false, 1)))
	mixedAut := product(raise(3, 20), f(20), raise(4, 15), f(15), raise(7, 10), f(10), raise(12, 9), f(9))

	for _, c := range []struct {
		name string
		g    Graph
		want *big.Int
	}{
		{"no point", Graph{}, f(0)},
		{"one point", Graph{Points: 1}, f(1)},
		{"one point, arc to itself", Graph{Points: 1, Arcs: []Arc{{0, 0, 0}}}, f(1)},
		{"1000 points, no arc", Graph{Points: 1000}, f(1000)},
		{"1000 points, one arc", Graph{Points: 1000, Arcs: []Arc{{0, 1, 0}}}, f(998)},
		{"1000 points, one with an arc to itself", Graph{Points: 1000, Arcs: []Arc{{5, 5, 0}}}, f(999)},
		{"complete graph", symmetric(150, func(p, q int) bool { return true }), f(150)},
		{"complete bipartite graph", symmetric(100, func(p, q int) bool { return (p-q)%2 != 0 }), product(f(50), f(50), f(2))},

		{"997 players who choose alike", crowd(1000), f(997)},
		{"250 rings of 4 players", copies(250, circulant(4, false, 1, 2)), product(raise(4, 250), f(250))},
		{"250 games of 4 players", copies(250, wonderwall([2]int{1, 2}, [2]int{0, 2}, [2]int{0, 1}, [2]int{0, 1})), f(250)},
		{"everybody chooses the next two", circulant(1000, false, 1, 2), raise(1000, 1)},
		{"everybody chooses both neighbours", circulant(1000, false, 1, 999), raise(1000, 1)},
		{"one cycle", circulant(1000, false, 1), raise(1000, 1)},
		{"one cycle both ways", circulant(1000, true, 1), raise(2000, 1)},
		{"the two nearest both ways", circulant(500, true, 1, 2), raise(1000, 1)},
		{"one path", chain, f(1)},
		{"binary tree", tree, raise(2, 511)},

		{"cycles of several lengths", mixed, mixedAut},
		{"three hubs, cycles of several lengths", ring(3, mixed), product(raise(3, 1), mixedAut, mixedAut, mixedAut)},
		{"three hubs, 80 cycles each", ring(3, copies(80, circulant(4, false, 1))), product(raise(3, 1), raise(4, 240), f(80), f(80), f(80))},
		{"three hubs, 330 points each", ring(3, Graph{Points: 330}), product(raise(3, 1), f(330), f(330), f(330))},
		{"rows and columns", grid(20), product(f(20), f(20))},

		{"Petersen graph", kneser(5, 2), f(5)},
		{"Kneser graph", kneser(9, 3), f(9)},
		{"cube of 8 dimensions", symmetric(256, func(p, q int) bool { return bits.OnesCount(uint(p^q)) == 1 }), product(raise(2, 8), f(8))},
		{"rook on 10 x 10", rook(10), product(f(10), f(10), f(2))},
		{"Shrikhande graph", shrikhande(), raise(192, 1)},
		{"Shrikhande graph and rook graph", union(shrikhande(), rook(4)), product(raise(192, 1), f(4), f(4), f(2))},
		{"hub, Shrikhande graphs and rook graphs", ring(3, union(copies(2, shrikhande()), copies(3, rook(4)))),
			product(raise(3, 1), raise(192, 6), raise(2, 3), raise(1152, 9), raise(6, 3))},
		// Twice the order of PGL(3, 7).
		{"points and lines", plane(7), big.NewInt(2 * (343 - 1) * (343 - 7) * (343 - 49) / (7 - 1))},
		{"Paley graph", paley(101), raise(101*50, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			form := canonical(t, c.g)
			checkForm(t, c.g, form)
			if form.Automorphisms.Cmp(c.want) != 0 {
				t.Fatalf("Canonical(g).Automorphisms = %v, want %v", form.Automorphisms, c.want)
			}
			if testing.Short() && c.g.Points > 200 {
				return
			}
			rng := rand.New(rand.NewPCG(4, 4))
			for range 2 {
				checkSame(t, c.g, form, rng.Perm(c.g.Points))
			}
		})
	}
}

func TestGraphsThatLookAlikeAreNotIsomorphic(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Graph
	}{
		{"one cycle of 6, two of 3", circulant(6, false, 1), copies(2, circulant(3, false, 1))},
		{"Shrikhande graph, rook graph", shrikhande(), rook(4)},
		{"one of three under hubs differs", ring(3, union(shrikhande(), shrikhande(), rook(4))), ring(3, union(shrikhande(), rook(4), rook(4)))},
		{"wonderwall and ninja exchanged", circulant(5, false, 1, 2), circulant(5, false, 2, 1)},
		{"an arc turned", union(circulant(3, false, 1), Graph{Points: 2, Arcs: []Arc{{0, 1, 0}}}),
			union(circulant(3, false, 1), Graph{Points: 2, Arcs: []Arc{{0, 1, 1}}})},
	} {
		if r, same, err := Isomorphic(c.a, c.b); same || err != nil {
			t.Errorf("%s: Isomorphic(a, b) = %v, %v, %v, want false", c.name, r, same, err)
		}
	}
}

// The context must end the search both of a graph in one piece, none of whose points refinement distinguishes, and of a
// graph of many pieces.
func TestCanonicalEndsWithItsContext(t *testing.T) {
	for name, g := range map[string]Graph{
		"one piece":   plane(13),
		"many pieces": union(copies(20, rook(5)), copies(20, paley(29))),
	} {
		ctx, end := context.WithCancel(t.Context())
		if f, err := Canonical(ctx, g); err != nil || !f.Graph.Equal(canonical(t, g).Graph) {
			t.Errorf("%s: Canonical = %v with a context that goes on, want the canonical form", name, err)
		}
		end()
		if _, err := Canonical(ctx, g); err != context.Canceled {
			t.Errorf("%s: Canonical = %v with a context that has ended, want %v", name, err, context.Canceled)
		}
	}
}

// TestSearchWorksWithoutShortcuts calls the search directly, even on graphs for which Canonical needs no search.
func TestSearchWorksWithoutShortcuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	bare := func(g Graph) (Graph, *big.Int) {
		p := newPartition(g)
		p.refine()
		s, err := newSearch(t.Context(), g, p).run()
		if err != nil {
			t.Fatal(err)
		}
		return g.Relabel(s.relabeling), s.automorphisms
	}
	check := func(g Graph) {
		g = g.normal()
		form, automorphisms := bare(g)
		if want := canonical(t, g).Automorphisms; automorphisms.Cmp(want) != 0 {
			t.Fatalf("search finds %v automorphisms of %v, want %v", automorphisms, g, want)
		}
		h := g.Relabel(rng.Perm(g.Points))
		if other, _ := bare(h); other.compare(form) != 0 {
			t.Fatalf("search finds form %v of %v, but %v of %v", form, g, other, h)
		}
	}
	for range 300 {
		// Few arcs, so that many points are alike.
		g := Graph{Points: 1 + rng.IntN(12)}
		for range rng.IntN(g.Points + 3) {
			g.Arcs = append(g.Arcs, Arc{rng.IntN(g.Points), rng.IntN(g.Points), 0})
		}
		check(g)
	}
	for _, g := range []Graph{
		circulant(1, false), Graph{Points: 30}, crowd(20), grid(5), kneser(6, 2),
		copies(10, circulant(4, false, 1, 2)),
		union(circulant(3, false, 1), circulant(5, false, 1), circulant(4, false, 1), circulant(3, false, 1)),
		union(shrikhande(), rook(4)),
		union(rook(4), shrikhande(), shrikhande(), rook(4)),
		ring(2, union(shrikhande(), rook(4))),
		ring(4, union(circulant(5, true, 1), circulant(6, true, 1), circulant(5, true, 1))),
	} {
		for range 5 {
			check(g)
		}
	}
}

// hubs returns a graph with one point, a hub, for each of the given graphs. The hubs form a directed cycle, and each
// hub has arcs to all points of its graph.
func hubs(under ...Graph) Graph {
	g := union(append([]Graph{circulant(len(under), false, 1)}, under...)...)
	p := len(under)
	for hub, u := range under {
		for range u.Points {
			g.Arcs = append(g.Arcs, Arc{hub, p, 0})
			p++
		}
	}
	return g
}

// Each graph has a cycle of hubs, points with arcs to all points of a graph of their own. Refinement cannot distinguish
// the hubs. Whichever of them the search individualizes first, the leaf that it then reaches has the same traces
// (hashes of the refinements), but often another graph. The form must be the least of these graphs.
func TestFormIsTheLeastGraphOfTheLeaves(t *testing.T) {
	one, two := circulant(6, true, 1), copies(2, circulant(3, true, 1))
	rng := rand.New(rand.NewPCG(7, 7))
	forms := make(map[string][]string)
	for _, under := range [][]Graph{
		{one, one, one}, {one, one, two}, {one, two, two}, {two, two, two},
		{one, one, two, two}, {one, two, one, two}, {one, two, two, two}, {one, one, two, one, two, two}, {one, one, two, two, one, two},
	} {
		name := ""
		for _, g := range under {
			name += map[bool]string{true: "a", false: "b"}[g.Equal(one)]
		}
		for turn := range under {
			g := hubs(append(under[turn:len(under):len(under)], under[:turn]...)...)
			f := canonical(t, g)
			checkForm(t, g, f)
			checkSame(t, g, f, rng.Perm(g.Points))
			if k := key(f.Graph); len(forms[k]) == 0 || forms[k][0] != name {
				forms[k] = append(forms[k], name)
			}
		}
	}
	seen := 0
	for _, names := range forms {
		if seen += len(names); len(names) != 1 {
			t.Errorf("%q have one form", names)
		}
	}
	if seen != 9 {
		t.Errorf("the turns of 9 cycles have %d forms", seen)
	}
}

func TestALeafBeforeTheEndOfTheBestWayIsBetter(t *testing.T) {
	g := circulant(4, false, 1).normal()
	s := newSearch(t.Context(), g, newPartition(g))
	s.path, s.traces = []int{2}, []uint64{7, 9}
	s.best = &leaf{path: []int{1, 3}, relabeling: Relabeling{0, 1, 2, 3}, points: Relabeling{0, 1, 2, 3}}
	s.automorphisms.SetInt64(5)
	turned := Relabeling{1, 2, 3, 0}
	back := s.reach(solution{relabeling: turned, automorphisms: big.NewInt(2)})
	if back != 0 || !slices.Equal(s.traces, []uint64{7}) || !slices.Equal(s.best.path, []int{2}) || !slices.Equal(s.best.relabeling, turned) || s.automorphisms.Int64() != 2 {
		t.Errorf("reach = %d, and the best leaf is %+v with the traces %d, of %v automorphisms", back, s.best, s.traces, s.automorphisms)
	}
}

// TestTheLeastOfLeavesWithTheSameTracesIsKept reaches three leaves with the same traces in several orders.
func TestTheLeastOfLeavesWithTheSameTracesIsKept(t *testing.T) {
	g := Graph{Points: 3, Arcs: []Arc{{0, 1, 0}, {1, 2, 0}}}.normal()
	least := Relabeling{0, 1, 2}
	for _, order := range [][]Relabeling{{least, {1, 0, 2}, {2, 1, 0}}, {{1, 0, 2}, least, {2, 1, 0}}, {{2, 1, 0}, {1, 0, 2}, least}} {
		s := newSearch(t.Context(), g, newPartition(g))
		for i, r := range order {
			s.path, s.traces = []int{i}, []uint64{7}
			if back := s.reach(solution{relabeling: r, automorphisms: big.NewInt(1)}); back != 0 {
				t.Errorf("after leaf %d of %v the search continues at level %d", i, order, back)
			}
		}
		if !slices.Equal(s.best.relabeling, least) {
			t.Errorf("of the leaves %v the best is %v, want %v", order, s.best.relabeling, least)
		}
	}
}
