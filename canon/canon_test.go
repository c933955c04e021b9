package canon

import (
	"context"
	"math/rand/v2"
	"slices"
)

// wonderwall returns the game in which player p names the wonderwall
// choices[p][0] and the ninja choices[p][1].
func wonderwall(choices ...[2]int) Graph {
	g := Graph{Points: len(choices)}
	for p, c := range choices {
		g.Arcs = append(g.Arcs, Arc{p, c[0], 0}, Arc{p, c[1], 1})
	}
	return g
}

// eachWonderwall calls visit with every game of n players in which the first players choose as the argument `fixed`
// says. All calls get the same graph, whose arcs change.
func eachWonderwall(n int, visit func(g Graph), fixed ...[2]int) {
	g := wonderwall(make([][2]int, n)...)
	var choose func(p int)
	choose = func(p int) {
		if p == n {
			visit(g)
			return
		}
		for w := range n {
			for x := range n {
				if w == p || x == p || w == x || p < len(fixed) && fixed[p] != [2]int{w, x} {
					continue
				}
				g.Arcs[2*p].To, g.Arcs[2*p+1].To = w, x
				choose(p + 1)
			}
		}
	}
	choose(0)
}

func randomWonderwall(rng *rand.Rand, n int) Graph {
	choices := make([][2]int, n)
	for p := range choices {
		w, x := 1+rng.IntN(n-1), 1+rng.IntN(n-2)
		if x >= w {
			x++
		}
		choices[p] = [2]int{(p + w) % n, (p + x) % n}
	}
	return wonderwall(choices...)
}

func permutations(n int) []Relabeling {
	if n == 0 {
		return []Relabeling{{}}
	}
	var all []Relabeling
	for _, r := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(r), i, n-1))
		}
	}
	return all
}

// plain is an oracle: it tries all relabelings of g, and returns the least graph among them and the number of
// automorphisms.
func plain(g Graph) (least Graph, automorphisms int) {
	for i, r := range permutations(g.Points) {
		h := g.Relabel(r)
		if i == 0 || h.compare(least) < 0 {
			least = h
		}
		if h.Equal(g) {
			automorphisms++
		}
	}
	return least, automorphisms
}

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

func canonical(t tester, g Graph) Form {
	t.Helper()
	f, err := Canonical(context.Background(), g)
	if err != nil {
		t.Fatalf("Canonical(%v): %v", g, err)
	}
	return f
}

// checkForm checks that the relabeling in f takes g to the graph in f, whose points must be sorted by colour.
func checkForm(t tester, g Graph, f Form) {
	t.Helper()
	if err := f.Relabeling.Validate(); err != nil || len(f.Relabeling) != g.Points {
		t.Fatalf("Canonical(%v).Relabeling = %v, which is none of %d points: %v", g, f.Relabeling, g.Points, err)
	}
	if got := g.Relabel(f.Relabeling); got.compare(f.Graph) != 0 {
		t.Fatalf("Canonical(%v).Relabeling leads to %v, want the form %v", g, got, f.Graph)
	}
	if !slices.IsSorted(f.Graph.Colors) {
		t.Fatalf("Canonical(%v).Graph has colors %v, want them sorted", g, f.Graph.Colors)
	}
}

// checkSame checks that g relabeled by r has the same canonical form f.
func checkSame(t tester, g Graph, f Form, r Relabeling) {
	t.Helper()
	h := g.Relabel(r)
	e := canonical(t, h)
	checkForm(t, h, e)
	if e.Graph.compare(f.Graph) != 0 || e.Automorphisms.Cmp(f.Automorphisms) != 0 {
		t.Fatalf("relabeling %v takes %v from form %v, |Aut| %v, to form %v, |Aut| %v",
			r, g, f.Graph, f.Automorphisms, e.Graph, e.Automorphisms)
	}
}

func key(g Graph) string {
	k := make([]byte, 0, 3*len(g.Arcs))
	for _, a := range g.Arcs {
		k = append(k, byte(a.From), byte(a.To), byte(a.Kind))
	}
	return string(k)
}

// circulant returns the graph of n points in which, for each step, an arc leads from every point p to p+step mod n. If
// `both` is false, the arcs of the i-th step have kind i. If it is true, all arcs have kind 0, and lead in both
// directions.
func circulant(n int, both bool, steps ...int) Graph {
	g := Graph{Points: n}
	for p := range n {
		for kind, step := range steps {
			q := (p + step) % n
			if both {
				g.Arcs = append(g.Arcs, Arc{p, q, 0}, Arc{q, p, 0})
			} else {
				g.Arcs = append(g.Arcs, Arc{p, q, kind})
			}
		}
	}
	return g
}

// symmetric returns the graph in which arcs lead both ways between adjacent points.
func symmetric(n int, adjacent func(p, q int) bool) Graph {
	g := Graph{Points: n}
	for p := range n {
		for q := range p {
			if adjacent(p, q) {
				g.Arcs = append(g.Arcs, Arc{p, q, 0}, Arc{q, p, 0})
			}
		}
	}
	return g
}

// union puts graphs side by side in one graph.
func union(graphs ...Graph) Graph {
	var u Graph
	for _, g := range graphs {
		for _, a := range g.Arcs {
			u.Arcs = append(u.Arcs, Arc{a.From + u.Points, a.To + u.Points, a.Kind})
		}
		u.Points += g.Points
	}
	return u
}

func copies(count int, g Graph) Graph {
	return union(slices.Repeat([]Graph{g}, count)...)
}

// ring returns a graph of `count` copies of g. Each copy has an additional point, its hub, to which all points of the
// copy have an arc. The hubs form a directed cycle.
func ring(count int, g Graph) Graph {
	u := copies(count, g)
	u.Points += count
	for i := range count {
		hub := count*g.Points + i
		u.Arcs = append(u.Arcs, Arc{hub, count*g.Points + (i+1)%count, 0})
		for p := range g.Points {
			u.Arcs = append(u.Arcs, Arc{i*g.Points + p, hub, 1})
		}
	}
	return u
}

// Compose returns the relabeling that takes p to s[r[p]]: g.Relabel(r).Relabel(s) and g.Relabel(r.Compose(s)) are
// equal.
func (r Relabeling) Compose(s Relabeling) Relabeling {
	both := make(Relabeling, len(r))
	for p, q := range r {
		both[p] = s[q]
	}
	return both
}

// IsIdentity reports whether every point keeps its name.
func (r Relabeling) IsIdentity() bool {
	for p, q := range r {
		if p != q {
			return false
		}
	}
	return true
}
