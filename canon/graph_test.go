package canon

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestRelabelingsAreAGroup(t *testing.T) {
	g := Graph{Points: 4, Colors: []int{0, 0, 1, 2}, Arcs: []Arc{{3, 0, 1}, {0, 1, 0}, {1, 1, 0}, {1, 2, 0}}}
	all := permutations(4)
	for _, r := range all {
		if err := r.Validate(); err != nil {
			t.Errorf("%v.Validate() = %v", r, err)
		}
		if got := r.Compose(r.Inverse()); !slices.IsSorted(got) {
			t.Errorf("%v.Compose(%v) = %v, want the identity", r, r.Inverse(), got)
		}
		for _, s := range all {
			one, two := g.Relabel(r.Compose(s)), g.Relabel(r).Relabel(s)
			if !one.Equal(two) {
				t.Errorf("g relabeled by %v.Compose(%v) = %v, by one after the other %v", r, s, one, two)
			}
		}
	}
}

func TestInvalidRelabelingsAreRefused(t *testing.T) {
	for _, c := range []struct {
		r    Relabeling
		want string
	}{
		{Relabeling{1}, "canon: relabeling takes 0 to 1, outside the points 0 to 0"},
		{Relabeling{-1}, "canon: relabeling takes 0 to -1, outside the points 0 to 0"},
		{Relabeling{0, 0}, "canon: relabeling takes a second point, 1, to 0"},
		{Relabeling{0, 2}, "canon: relabeling takes 1 to 2, outside the points 0 to 1"},
		{Relabeling{1, 2, 1}, "canon: relabeling takes a second point, 2, to 1"},
	} {
		if err := c.r.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%v.Validate() = %v, want %s", c.r, err, c.want)
		}
	}
}

func TestEqualIgnoresTheNotationOfAGraph(t *testing.T) {
	a, b := Arc{0, 1, 0}, Arc{1, 0, 0}
	for _, c := range []struct {
		g, h Graph
		want bool
	}{
		{Graph{}, Graph{}, true},
		{Graph{Points: 1}, Graph{Points: 2}, false},
		{Graph{Points: 2, Colors: []int{0, 0}}, Graph{Points: 2}, true},
		{Graph{Points: 2, Colors: []int{0, 1}}, Graph{Points: 2}, false},
		{Graph{Points: 2, Arcs: []Arc{a, b}}, Graph{Points: 2, Arcs: []Arc{b, a, b}}, true},
		{Graph{Points: 2, Arcs: []Arc{a}}, Graph{Points: 2, Arcs: []Arc{b}}, false},
		{Graph{Points: 2, Arcs: []Arc{a}}, Graph{Points: 2, Arcs: []Arc{{0, 1, 1}}}, false},
	} {
		if got := c.g.Equal(c.h); got != c.want {
			t.Errorf("%v.Equal(%v) = %v, want %v", c.g, c.h, got, c.want)
		}
		if got := c.h.Equal(c.g); got != c.want {
			t.Errorf("%v.Equal(%v) = %v, want %v", c.h, c.g, got, c.want)
		}
	}
}

func TestUndoRestoresThePartition(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 100 {
		g := randomWonderwall(rng, 3+rng.IntN(10))
		p := newPartition(g)
		before := make([]int, g.Points)
		copy(before, p.start)
		for p.pending = p.pending[:0]; !p.discrete(); p.refine() {
			for v := range p.points {
				if p.size[p.start[v]] > 1 {
					p.individualize(v)
					break
				}
			}
		}
		p.undo(0)
		for v, s := range p.start {
			if s != before[v] || p.cells != 1 || p.size[0] != g.Points || p.points[p.where[v]] != v {
				t.Fatalf("after undo point %d of %v is in the cell at %d, want %d", v, g, s, before[v])
			}
		}
	}
}
