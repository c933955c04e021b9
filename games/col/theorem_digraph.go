package col

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/enum"
	"enumerate/games/col/digraph"
	"enumerate/solver/partizan"
)

const (
	// usualDigraphs is the most vertices of the digraphs whose theorems are checked where nobody
	// asks for more, and maxDigraphs the most that can be: of 4 there are 331,776, coloured in
	// all ways, which take some seconds.
	usualDigraphs = 3
	maxDigraphs   = 4
)

// A graphCheck says whether a theorem speaks of a digraph, which has a value, and if it is wrong,
// how.
type graphCheck func(c *graphChecker, g graph, value partizan.Value) (speaks bool, wrong string, err error)

// A graphChecker compares positions of one digraph with the theorems, by looking at all moves.
type graphChecker struct {
	ctx    context.Context
	solver *digraph.Solver
}

// checkedOnDigraphs returns the check of a theorem on all digraphs without loops up to a size,
// coloured in all ways.
func checkedOnDigraphs(holds graphCheck) func(context.Context, int) (enum.Finding, error) {
	return func(ctx context.Context, size int) (enum.Finding, error) {
		finding := enum.Finding{}
		if size > maxDigraphs {
			size, finding.UpTo = maxDigraphs, maxDigraphs
		}
		finding.Details = fmt.Sprintf("all digraphs up to %d vertices, coloured in all ways", size)
		spoken := int64(0)
		for n := 1; n <= size; n++ {
			for arcs := range uint64(1) << (n * (n - 1)) {
				out := outOf(n, arcs)
				c := &graphChecker{ctx, digraph.NewExhaustive(out)}
				for g := range colourings(out) {
					value, err := c.solver.Value(ctx, g.Position)
					if err != nil {
						return finding, err
					}
					speaks, wrong, err := holds(c, g, value)
					if err != nil {
						return finding, err
					}
					if speaks {
						spoken++
					}
					if speaks && wrong != "" {
						finding.Counterexample = fmt.Sprintf("%v: %s", g, wrong)
						finding.Positions = big.NewInt(spoken)
						return finding, nil
					}
				}
			}
		}
		finding.Positions = big.NewInt(spoken)
		return finding, nil
	}
}

// outOf returns the digraph on n vertices whose arcs are the bits of a number, those out of the
// first vertex lowest.
func outOf(n int, arcs uint64) []uint64 {
	out := make([]uint64, n)
	for v := range out {
		row := arcs >> (v * (n - 1)) & (1<<(n-1) - 1)
		low := uint64(1)<<v - 1
		out[v] = row&low | row&^low<<1 // none to itself
	}
	return out
}

// colourings yields a digraph coloured in all ways.
func colourings(out []uint64) func(yield func(graph) bool) {
	return func(yield func(graph) bool) {
		all := uint64(1)<<len(out) - 1
		for blue := range all + 1 {
			for rest, red := all&^blue, uint64(0); ; red = (red - rest) & rest {
				if !yield(graph{digraph.Position{Out: out, Coloured: [2]uint64{blue, red}}, nil}) {
					return
				}
				if red == rest {
					break
				}
			}
		}
	}
}

// root compares the value with that without each vertex of which the theorem speaks, and a star.
func (c *graphChecker) root(g graph, value partizan.Value) (speaks bool, wrong string, err error) {
	coloured := g.Coloured[enum.Left] | g.Coloured[enum.Right]
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
		// To no other vertex does it matter what colour v has: without it is as with any.
		solver := digraph.NewExhaustive(g.without(v))
		rest := digraph.Position{Out: g.without(v)}
		low := uint64(1)<<v - 1
		for side, set := range g.Coloured {
			rest.Coloured[side] = set&low | set>>1&^low
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

// without returns the digraph without a vertex. Those behind it are numbered one less.
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
	for side := range g.Coloured {
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
