package heaps

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"enumerate/enum/single"
	"enumerate/internal/bounded"
	"enumerate/internal/ints"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/solver/impartial"
)

const (
	auto       = "auto"
	exhaustive = "exhaustive"
	formula    = "formula"
)

const (
	// quick is the largest number of moves that the algorithm auto examines to find the Grundy value of a position
	// whose outcome a formula gives. Above this limit the answer has only the outcome.
	quick = 1 << 24
	// maxListed limits how many winning moves an answer lists: the positions that these moves lead to may have this
	// many heaps in total. One winning move is always listed.
	maxListed = 100_000
	// maxReached is the largest number of positions that a search visits. maxTried is the largest number of moves that
	// it tries; the limit is lower for positions with many heaps.
	maxReached = 1 << 21
	maxTried   = 1 << 24
)

func (r *Rules) algorithms() []single.Algorithm {
	list := []single.Algorithm{
		{Name: auto, Summary: r.autoSummary()},
		{Name: exhaustive, Summary: fmt.Sprintf("computes all positions with no more heaps and no larger heap (up to %s positions), or all reachable positions (up to %s)", rows.Count(maxTable), rows.Count(maxReached))},
		{Name: formula, Summary: "the known formula; positions of any size"},
	}
	if r.Decider != nil {
		list = append(list, r.Decider.Algorithm)
	}
	return list
}

// autoSummary describes which of the other algorithms auto takes; see [game.solve].
func (r *Rules) autoSummary() string {
	if r.Value != nil {
		return "the formula"
	}
	summary := "exhaustive search if it is quick; otherwise the formula, which finds the outcome"
	if r.Decider != nil {
		summary += ", or " + r.Decider.Name + " if no formula is known"
	}
	return summary
}

// Solve returns the outcome of a position, and its Grundy value and winning moves if they can be found. It returns an
// error if no formula gives the outcome and play can reach too many positions.
func (g game) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	a, err := g.solve(ctx, how, max(maxListed/max(len(g.Position), 1), 1))
	if err != nil {
		return nil, err
	}
	return a, nil
}

// solve returns the answer that the algorithm how.Algorithm finds, with at most `listed` winning moves.
//
// The algorithm auto, the default, takes the formulas if they give the outcome and the Grundy value. Otherwise it
// solves the position exhaustively if this is quick. If it is not, auto takes a formula for the outcome or else the
// decider of the rules, and the exhaustive solution only if neither knows the position.
func (g game) solve(ctx context.Context, how single.How, listed int) (answer, error) {
	_, known := g.Rules.Outcome(g.Position)
	decider := g.Rules.Decider
	decided := decider != nil && decider.Reaches(len(g.Position), g.Position.Largest())

	const fast, byDefinition = true, false // how exhaust fills a table
	switch {
	case how.Algorithm == "" || how.Algorithm == auto:
		switch quickly := min(g.tableCost(), g.searchCost()) <= quick; {
		case known && (g.Rules.Value != nil || !quickly):
			return g.byFormula(listed), nil
		case decided && !quickly:
			return g.byDecision(ctx, listed)
		}
		return g.exhaust(ctx, listed, fast)
	case how.Algorithm == exhaustive:
		return g.exhaust(ctx, listed, byDefinition)
	case how.Algorithm == formula && known:
		return g.byFormula(listed), nil
	case how.Algorithm == formula:
		return answer{}, fmt.Errorf("no formula is known for %.60s", g.Position)
	case decider != nil && how.Algorithm == decider.Name && decided:
		return g.byDecision(ctx, listed)
	case decider != nil && how.Algorithm == decider.Name:
		return answer{}, fmt.Errorf("the algorithm %s cannot solve %d heaps of up to %d sticks: choose another algorithm", how.Algorithm, len(g.Position), g.Position.Largest())
	}

	names := lists.Map(g.Rules.algorithms(), func(a single.Algorithm) string { return a.Name })
	return answer{}, single.Unknown("algorithm", how.Algorithm, names)
}

// tableCost estimates how many moves are examined to fill a table of all positions with no more and no larger heaps. It
// returns the greatest uint64 if the table would be too large.
func (g game) tableCost() uint64 {
	positions := g.Rules.Kind.positions(len(g.Position), g.Position.Largest())
	if positions > maxTable {
		return math.MaxUint64
	}
	if g.Rules.FillBulk != nil {
		return positions // a recurrence takes about one step for each position
	}
	return ints.SaturatingMul(positions, g.Rules.moves(g.Position))
}

// searchCost estimates the number of moves that a search from this position examines, for comparison with tableCost:
// the number of moves of the position, times the number of positions with no more sticks in any heap (for a queue, also
// with any of the heaps at the front). Many of these cannot be reached, but a move takes longer in a search than in a
// table.
func (g game) searchCost() uint64 {
	cost := g.Rules.moves(g.Position)
	if g.Rules.Kind == Queue {
		cost = ints.SaturatingMul(cost, uint64(len(g.Position)))
	}
	for _, heap := range g.Position {
		cost = ints.SaturatingMul(cost, heap+1)
	}
	return cost
}

// byFormula answers by the formulas of the rules, one of which must give the outcome.
func (g game) byFormula(listed int) answer {
	next, _ := g.Rules.Outcome(g.Position)
	a := answer{nextWins: next, valued: !next, all: true} // if the next player loses, the value is 0
	if g.Rules.Value != nil {
		a.value, a.valued = g.Rules.Value(g.Position), true
	}
	if next {
		var winning []Reduction
		winning, a.all = g.Rules.Winning(g.Position)
		a.listReductions(g, winning, listed)
	}
	return a
}

// byDecision answers by the Decider of the rules. The Grundy value is 0 if no move wins, and otherwise not known.
func (g game) byDecision(ctx context.Context, listed int) (answer, error) {
	winning, err := g.Rules.Decider.Winning(ctx, g.Position)
	if err != nil {
		return answer{}, err
	}
	a := answer{nextWins: len(winning) > 0, valued: len(winning) == 0, all: true}
	a.listReductions(g, winning, listed)
	return a, nil
}

// listReductions adds the positions that winning moves lead to, until a.winning has `listed` positions, and counts the
// other moves in a.unlistedMoves.
func (a *answer) listReductions(g game, moves []Reduction, listed int) {
	for _, r := range moves {
		for size := r.Least; size <= r.Most; size++ {
			if len(a.winning) == listed {
				a.unlistedMoves = ints.SaturatingAdd(a.unlistedMoves, r.Most-size+1)
				break
			}
			a.winning = append(a.winning, g.Rules.Kind.Reduce(nil, g.Position, r.Heap, size))
		}
	}
}

// exhaust answers by byTable or bySearch, whichever is probably faster and not too large.
func (g game) exhaust(ctx context.Context, listed int, fast bool) (answer, error) {
	if g.tableCost() <= g.searchCost() && fits(g.Rules.Kind, len(g.Position), g.Position.Largest()) == nil {
		return g.byTable(ctx, listed, fast)
	}
	return g.bySearch(ctx, listed)
}

// byTable answers from a table of the Grundy values of all positions with no more and no larger heaps. If fast is set,
// it fills the table by the recurrence of the rules if there is one; otherwise by the definition.
func (g game) byTable(ctx context.Context, listed int, fast bool) (answer, error) {
	heaps, largest := len(g.Position), g.Position.Largest()
	fill := func() (*Table, error) { return Fill(ctx, g.Rules, Grundy, heaps, largest) }
	if fast && g.Rules.FillBulk != nil {
		fill = func() (*Table, error) { return FillFast(ctx, g.Rules, heaps, largest) }
	}
	table, err := fill()
	if err != nil {
		return answer{}, err
	}
	return g.byValues(listed, func(p Position) (uint64, error) { return table.Value(p), nil })
}

// byValues answers from the function `value`, which returns the Grundy value of the position, and of each position
// after one move.
func (g game) byValues(listed int, value func(Position) (uint64, error)) (answer, error) {
	a := answer{valued: true, all: true}
	var err error
	if a.value, err = value(g.Position); err != nil {
		return answer{}, err
	}
	a.nextWins = a.value > 0
	g.Rules.eachMove(g.Position, make(Position, len(g.Position)), func(p Position) bool {
		var v uint64
		switch v, err = value(p); {
		case v != 0 || err != nil: // not a winning move
		case len(a.winning) == listed:
			a.unlistedMoves++
		default:
			a.winning = append(a.winning, append(Position{}, p...))
		}
		return err == nil
	})
	return a, err
}

// bySearch answers by the Grundy values of all positions that play can reach.
//
// The search is given up if it visits too many positions or tries too many moves, or immediately if a lower bound of
// the number of positions is too large. The solver stops when its context ends, so it gets a context, here inner, that
// also ends when one of these limits is exceeded.
func (g game) bySearch(ctx context.Context, listed int) (answer, error) {
	tooMany := fmt.Errorf("the game from %.60s is too large for the exhaustive solver: it takes at most %s positions and %s moves", g.Position, rows.Count(maxReached), rows.Count(uint64(g.moveLimit())))
	if g.reaches() > maxReached {
		return answer{}, tooMany
	}
	s := newSearch(g)
	inner := bounded.Asked{Context: ctx, Ask: func() error {
		if s.exceeded() {
			return tooMany
		}
		return nil
	}}
	return g.byValues(listed, func(p Position) (uint64, error) {
		v, err := s.solver.Grundy(inner, key(p))
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case s.exceeded():
			return 0, tooMany
		}
		return uint64(v), err
	})
}

// moveLimit returns the largest number of moves that a search tries. Moves of many heaps take longer and more memory.
func (g game) moveLimit() int { return maxTried / max(len(g.Position)/16, 1) }

// reaches returns a lower limit of the number of positions that play can reach. It is far below the true number, but it
// rules out most searches that would fail.
//
//   - From a queue, one move with each heap reaches every queue in which each heap of at least two sticks is replaced
//     by a smaller heap, and each heap of one stick is removed.
//   - If p has n heaps in ascending order, and each may be reduced, play reaches every ascending list q of n sizes with
//     q[i] <= p[i], where 0 is a removed heap and the heaps of a Set differ. Play reaches q by reducing the smallest
//     heap first, so that no two heaps of a Set become equal. To count the lists q, the code multiplies the numbers of
//     sizes that each heap can get. It divides by n!, because at most n! choices of sizes are the same list after
//     sorting.
func (g game) reaches() float64 {
	p := g.Position
	positions := 1.0
	if g.Rules.Kind == Queue {
		for _, heap := range p {
			positions *= float64(max(heap, 2) - 1)
		}
		return positions
	}
	if len(p) == 0 || g.Rules.Kind == Stack {
		return positions
	}
	if first, end := g.Rules.Reach(len(p)); first > 0 || end < len(p) {
		return positions // some heaps may not be reduced
	}
	for i, heap := range p {
		sizes := float64(heap) + 1 // the choices for this heap: 0 to heap sticks, in a Set without those taken before
		if g.Rules.Kind == Set {
			sizes -= float64(i)
		}
		positions *= sizes / float64(i+1) // at the end, the product is divided by n!
	}
	return max(positions, 1)
}

type search struct {
	rules                *Rules
	p, option            Position // buffers for a position and one of its options
	positions, moveCount int      // the numbers of positions visited and of moves tried
	moveLimit            int      // the limit of moveCount
	solver               *impartial.Solver[string]
}

func newSearch(g game) *search {
	heaps := len(g.Position)
	s := &search{rules: g.Rules, p: make(Position, 0, heaps), option: make(Position, heaps), moveLimit: g.moveLimit()}
	s.solver = impartial.NewSolver(s.moves)
	return s
}

// key encodes the heaps of a position as a string.
func key(p Position) string {
	var data []byte
	for _, heap := range p {
		data = binary.AppendUvarint(data, heap)
	}
	return string(data)
}

func (s *search) exceeded() bool { return s.positions > maxReached || s.moveCount > s.moveLimit }

// moves appends to list the keys of the positions that one move leads to. Once the number of positions visited or of
// moves tried exceeds its limit, it appends nothing more, so that the search ends soon.
func (s *search) moves(from string, list []string) []string {
	s.p = s.p[:0]
	for data := []byte(from); len(data) > 0; {
		heap, length := binary.Uvarint(data)
		s.p = append(s.p, heap)
		data = data[length:]
	}

	s.positions++
	s.moveCount += int(min(s.rules.moves(s.p), maxTried+1))
	if s.exceeded() {
		return list
	}

	s.rules.eachMove(s.p, s.option, func(p Position) bool {
		list = append(list, key(p))
		return true
	})
	return list
}
