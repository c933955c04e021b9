package col

import (
	"context"
	"fmt"
	"testing"

	"enumerate/enum/playing"
	"enumerate/games/col/digraph"
	"enumerate/solver/partizan"
)

// A graphCheck says whether a statement is about a digraph (speaks) and, if the statement fails there, how (wrong).
type graphCheck func(c *graphChecker, g graph, value partizan.Value) (speaks bool, wrong string, err error)

type graphChecker struct {
	ctx    context.Context
	solver *digraph.Solver
}

// TestTheoremsHoldOnDigraphs checks the theorems on all 1, 4, 64 and 4096 digraphs of 1 to 4 vertices without loops,
// each in 3, 9, 27 and 81 colourings.
func TestTheoremsHoldOnDigraphs(t *testing.T) {
	most, all := 4, int64(3+36+1728+331776)
	if testing.Short() {
		most, all = 3, 3+36+1728
	}
	checks := map[string]graphCheck{"root": (*graphChecker).root, "star": (*graphChecker).star, "numbers": (*graphChecker).numbers}
	spoken := make(map[string]int64)
	for n := 1; n <= most; n++ {
		for arcs := range uint64(1) << (n * (n - 1)) {
			out := outOf(n, arcs)
			c := &graphChecker{t.Context(), digraph.NewExhaustive(out)}
			for g := range colourings(out) {
				value, err := c.solver.Value(t.Context(), g.Position)
				if err != nil {
					t.Fatal(err)
				}
				for name, holds := range checks {
					speaks, wrong, err := holds(c, g, value)
					if wrong != "" || err != nil {
						t.Errorf("%s, %v: %s, %v", name, g, wrong, err)
					}
					if speaks {
						spoken[name]++
					}
				}
			}
		}
	}
	if spoken["root"] == 0 || spoken["star"] != all || spoken["numbers"] != all {
		t.Errorf("the statements speak of %v positions, want of all %d but root", spoken, all)
	}
}

// outOf returns the digraph on n vertices that a number stands for. Each bit is a possible arc; the arcs out of the
// first vertex are the lowest bits.
func outOf(n int, arcs uint64) []uint64 {
	out := make([]uint64, n)
	for v := range out {
		row := arcs >> (v * (n - 1)) & (1<<(n-1) - 1)
		low := uint64(1)<<v - 1
		out[v] = row&low | row&^low<<1 // without a bit for an arc to itself
	}
	return out
}

// colourings yields the digraph with all colourings of its vertices.
func colourings(out []uint64) func(yield func(graph) bool) {
	return func(yield func(graph) bool) {
		all := uint64(1)<<len(out) - 1
		for blue := range all + 1 {
			for rest, red := all&^blue, uint64(0); ; red = (red - rest) & rest {
				if !yield(graph{digraph.Position{Out: out, ColourClasses: [2]uint64{blue, red}}, nil}) {
					return
				}
				if red == rest {
					break
				}
			}
		}
	}
}

// root checks the theorem Root for each vertex to which it applies.
func (c *graphChecker) root(g graph, value partizan.Value) (speaks bool, wrong string, err error) {
	coloured := g.ColourClasses[playing.Left] | g.ColourClasses[playing.Right]
vertices:
	for v, out := range g.Out {
		if (coloured>>v&1)|(out&coloured) != 0 {
			continue
		}
		for _, other := range g.Out {
			if other>>v&1 != 0 {
				continue vertices
			}
		}
		speaks = true
		solver := digraph.NewExhaustive(g.without(v))
		rest := digraph.Position{Out: g.without(v)}
		low := uint64(1)<<v - 1
		for side, set := range g.ColourClasses {
			rest.ColourClasses[side] = set&low | set>>1&^low
		}
		below, err := solver.Value(c.ctx, rest)
		if err != nil {
			return false, "", err
		}
		arena := solver.Arena()
		if want, got := arena.String(arena.Add(below, arena.Star(1))), c.solver.Arena().String(value); got != want {
			return true, fmt.Sprintf("%s, and not %s, the value without vertex %d and a star", got, want, v+1), nil
		}
	}
	return speaks, "", nil
}

// without returns the digraph without a vertex. The vertices after it get numbers that are one less.
func (g graph) without(v int) []uint64 {
	low := uint64(1)<<v - 1
	var out []uint64
	for w, to := range g.Out {
		if w != v {
			out = append(out, to&low|to>>1&^low)
		}
	}
	return out
}

func (c *graphChecker) star(g graph, value partizan.Value) (speaks bool, wrong string, err error) {
	for side := range g.ColourClasses {
		options, err := g.options(c.ctx, c.solver, side)
		if err != nil {
			return false, "", err
		}
		if wrong := beyondStar(c.solver.Arena(), value, options, g, side); wrong != "" {
			return true, wrong, nil
		}
	}
	return true, "", nil
}

func (c *graphChecker) numbers(_ graph, value partizan.Value) (speaks bool, wrong string, err error) {
	return true, noNumber(c.solver.Arena(), value), nil
}

func TestDigraphTheoremsSeeWrongValues(t *testing.T) {
	g := one(t, "ooB: 1-2 2-1 2-3").(graph)
	free := one(t, "oo: 1-2").(graph)
	for _, c := range []struct {
		check graphCheck
		g     graph
		value func(a *partizan.Arena) partizan.Value
		wrong bool
	}{
		{(*graphChecker).numbers, g, func(a *partizan.Arena) partizan.Value { return a.Star(2) }, true},
		{(*graphChecker).numbers, g, func(a *partizan.Arena) partizan.Value { return a.Dyadic(3, 3) }, false},
		{(*graphChecker).star, g, func(a *partizan.Arena) partizan.Value { return a.Integer(-9) }, true},
		{(*graphChecker).star, g, func(a *partizan.Arena) partizan.Value { return a.Integer(9) }, true},
		{(*graphChecker).root, free, func(a *partizan.Arena) partizan.Value { return a.Star(1) }, true},
		{(*graphChecker).root, free, func(a *partizan.Arena) partizan.Value { return partizan.Zero }, false},
	} {
		checker := &graphChecker{context.Background(), digraph.NewExhaustive(c.g.Out)}
		speaks, wrong, err := c.check(checker, c.g, c.value(checker.solver.Arena()))
		if !speaks || (wrong != "") != c.wrong || err != nil {
			t.Errorf("%v: speaks %t, %q, %v, want it wrong: %t", c.g, speaks, wrong, err, c.wrong)
		}
	}
}
