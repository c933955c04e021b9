package thesis

import (
	"context"
	"io"
	"slices"
	"strings"

	"enumerate/internal/lists"
	"enumerate/solver/betweenness"
)

// A teller writes the lines of a trace, the reasoning of an algorithm as text.
type teller betweenness.Trace

// tell writes the line of a step, which `step` returns. A nil teller writes nothing and does not call `step`.
func (t *teller) tell(depth int, step func() string) error {
	if t == nil {
		return nil
	}
	_, err := io.WriteString(t.W, strings.Repeat("    ", depth)+step()+"\n")
	return err
}

func (t *teller) suppose(depth int, players ...int) error {
	return t.tell(depth, func() string { return "Suppose " + t.names(" -> ", players...) + ":" })
}

func (t *teller) follow(depth int, premise arc, p int, c betweenness.Choice, implied []arc) error {
	return t.tell(depth, func() string {
		return "We know " + t.arcs(premise) + ", and (" + t.names(",", p, c.Wonderwall, c.Ninja) + ") is a triplet, so " + t.arcs(implied...) + "."
	})
}

// cycle writes that an assumption was wrong, because each of these players would stand before the next one, and the
// last before the first.
func (t *teller) cycle(depth int, players []int) error {
	return t.tell(depth, func() string {
		arcs := make([]arc, len(players))
		for i, p := range players {
			arcs[i] = arc{p, players[(i+1)%len(players)]}
		}
		last := len(arcs) - 1
		return t.arcs(arcs[:last]...) + " and " + t.arcs(arcs[last]) + " form a cycle, so our assumption was wrong."
	})
}

func (t *teller) reverse(depth int, players ...int) error {
	return t.tell(depth, func() string {
		return "The reverse of a solution is a solution, so " + t.names(" -> ", players...) + " is wrong as well."
	})
}

func (t *teller) success(depth int) error {
	return t.tell(depth, func() string { return "No more players to try, and there is no cycle: success." })
}

func (t *teller) arcs(arcs ...arc) string {
	return strings.Join(lists.Map(arcs, func(a arc) string { return t.names("->", a[:]...) }), ", ")
}

func (t *teller) names(separator string, players ...int) string {
	return strings.Join(lists.Map(players, func(p int) string { return t.Names[p] }), separator)
}

// stepsOfImplied is [betweenness.Algorithm.Steps] of the algorithm implied.
func stepsOfImplied(ctx context.Context, g betweenness.Game, limit int) (steps []betweenness.Step, order []int, err error) {
	order, _, err = impliedSteps(ctx, g, nil, byPair, func(s betweenness.Step) error {
		if len(steps) == limit {
			return betweenness.ErrManySteps
		}
		steps = append(steps, s)
		return nil
	})
	return steps, order, err
}

// tellStep passes a step of the algorithm to s.steps. The arcs s.arcs[before:] are an assumption and its conclusions.
func (s *implied) tellStep(depth, before int, acyclic bool) error {
	step := betweenness.Step{Depth: depth, Arcs: slices.Clone(s.arcs), New: before}
	if !acyclic {
		cycle, err := s.digraph.shortestCycle()
		if err != nil {
			return err
		}
		step.Cycle = slices.Clone(cycle)
	}
	return s.steps(step)
}
