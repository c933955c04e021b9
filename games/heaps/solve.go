package heaps

import (
	"context"
	"fmt"
	"math"
	"strings"

	"enumerate/enum"
	"enumerate/internal/wide"
)

// The algorithms that solve a position.
const (
	auto       = "auto"
	exhaustive = "exhaustive"
	formula    = "formula"
)

// Algorithms lists the ways to solve a position.
func (r Ruleset) Algorithms() []enum.Algorithm {
	list := []enum.Algorithm{
		{Name: auto, Summary: "by the formula if it says everything, exhaustively if that is quick, and otherwise by whatever there is"},
		{Name: exhaustive, Summary: fmt.Sprintf("by all positions with no more and no larger heaps, at most %d, or by all that play can reach, at most %d", MaxTable, MaxReached)},
		{Name: formula, Summary: "by what is known in closed form; positions of any size"},
	}
	if d, ok := r.rules.(Decider); ok {
		list = append(list, d.Way())
	}
	return list
}

// quick is how many moves the table may look at before it is slower than anybody likes to
// wait who could have had less at once.
const quick = 1 << 24

// maxListed bounds the heaps of all winning moves that an answer lists, unless there is
// one.
const maxListed = 100_000

// Solve returns an Answer. A position that no formula knows, and that has too many
// positions below it, is an error.
func (g Game) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	answer, err := g.solve(ctx, how, max(maxListed/max(len(g.Position), 1), 1))
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// solve returns an answer that lists no more winning moves than that.
func (g Game) solve(ctx context.Context, how enum.How, listed int) (Answer, error) {
	if err := g.validate(); err != nil {
		return Answer{}, err
	}
	if how.Trace != nil {
		return Answer{}, enum.ErrNoTrace
	}
	_, known := g.Rules.Outcome(g.Position)
	decider, decided := g.decider()
	switch how.Algorithm {
	case "", auto:
		_, valued := g.Rules.(Valued)
		switch quickly := min(g.tableCost(), g.searchCost()) <= quick; {
		case known && (valued || !quickly):
			return g.byFormula(listed), nil
		case decided && !quickly:
			return g.byDecision(ctx, decider, listed)
		}
		return g.exhaust(ctx, listed, true)
	case exhaustive:
		return g.exhaust(ctx, listed, false)
	case formula:
		if !known {
			return Answer{}, fmt.Errorf("no formula is known for %.60s", g.Position)
		}
		return g.byFormula(listed), nil
	}
	d, ok := g.Rules.(Decider)
	switch {
	case !ok || how.Algorithm != d.Way().Name:
		return Answer{}, fmt.Errorf("there is no algorithm %q; there is: %s", how.Algorithm, strings.Join(New(g.Rules).algorithmNames(), ", "))
	case !decided:
		return Answer{}, fmt.Errorf("the algorithm %s does not reach %d heaps of up to %d sticks", how.Algorithm, len(g.Position), g.Position.Largest())
	}
	return g.byDecision(ctx, decider, listed)
}

// algorithmNames names the algorithms.
func (r Ruleset) algorithmNames() []string {
	var names []string
	for _, a := range r.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// tableCost returns about how many moves a table looks at, or the greatest uint64 if that
// is less or there is no table.
func (g Game) tableCost() uint64 {
	positions := g.Rules.Kind().numbered(len(g.Position), g.Position.Largest())
	if positions > MaxTable {
		return math.MaxUint64
	}
	if _, ok := g.Rules.(Bulk); ok {
		return positions
	}
	return wide.SaturatingMul(positions, moves(g.Rules, g.Position))
}

// searchCost returns about how many moves a search looks at. Each heap has so many sticks
// as it has now, or fewer, or none, and any of them may be in front of a queue. Far from
// all of this can be reached, but a move takes longer than in a table.
func (g Game) searchCost() uint64 {
	cost := moves(g.Rules, g.Position)
	if g.Rules.Kind() == Queue {
		cost = wide.SaturatingMul(cost, uint64(len(g.Position)))
	}
	for _, heap := range g.Position {
		cost = wide.SaturatingMul(cost, heap+1)
	}
	return cost
}

// byFormula returns what is known in closed form of a position of which something is.
func (g Game) byFormula(listed int) Answer {
	next, _ := g.Rules.Outcome(g.Position)
	a := Answer{Next: next, Valued: !next, All: true}
	if valued, ok := g.Rules.(Valued); ok {
		a.Value, a.Valued = valued.Value(g.Position), true
	}
	if !next {
		return a
	}
	var winning []Reduction
	winning, a.All = g.Rules.Winning(g.Position)
	a.listReductions(g, winning, listed)
	return a
}

// listReductions lists what moves lead to.
func (a *Answer) listReductions(g Game, moves []Reduction, listed int) {
	for _, r := range moves {
		for size := r.Least; size <= r.Most; size++ {
			if len(a.Winning) == listed {
				a.Unlisted = wide.SaturatingAdd(a.Unlisted, r.Most-size+1)
				break
			}
			a.Winning = append(a.Winning, g.Rules.Kind().Reduce(nil, g.Position, r.Heap, size))
		}
	}
}

// exhaust returns what all positions say that matter, by a table of them or a search,
// whichever is likely to be faster and is not too large. The table is filled by the
// definition or, if fast is set and there is a faster way, by that.
func (g Game) exhaust(ctx context.Context, listed int, fast bool) (Answer, error) {
	if g.tableCost() <= g.searchCost() && fits(g.Rules.Kind(), len(g.Position), g.Position.Largest()) == nil {
		return g.byTable(ctx, listed, fast)
	}
	return g.bySearch(ctx, listed)
}

// byTable returns what the table of all positions says.
func (g Game) byTable(ctx context.Context, listed int, fast bool) (Answer, error) {
	var table *Table
	var err error
	heaps, largest := len(g.Position), g.Position.Largest()
	if bulk, ok := g.Rules.(Bulk); ok && fast {
		table, err = FillFast(ctx, bulk, heaps, largest)
	} else {
		table, err = Fill(ctx, g.Rules, Grundy, heaps, largest)
	}
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Value: table.Value(g.Position), Valued: true, All: true}
	a.Next = a.Value > 0
	return a, a.listWinning(g, listed, func(p Position) (uint64, error) { return table.Value(p), nil })
}
