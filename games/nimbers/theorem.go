package nimbers

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
	"enumerate/solver/impartial"
)

const (
	// maxChecked bounds the classes of a size that a theorem is compared with: a second.
	maxChecked = 50_000
	// usualVertices is the default size of a check: a fraction of a second.
	usualVertices = 5
)

// theorems lists what is stated of two chips. The source decides games by the first
// statement, and counts by it.
func (s settings) theorems(sizes enum.Range) []enum.Theorem {
	usual := max(min(usualVertices, sizes.Last), sizes.First)
	add := func(name, statement string, wrong func(value, chip, other int) string) enum.Theorem {
		return enum.Theorem{Name: name, Statement: statement, Holds: true, Usual: usual, Check: func(ctx context.Context, size int) (enum.Finding, error) {
			return s.check(ctx, sizes.First, size, wrong)
		}}
	}
	return []enum.Theorem{
		add("winner", "the first player wins if and only if the chips' vertices have different nimbers", func(value, chip, other int) string {
			if (value > 0) == (chip != other) {
				return ""
			}
			return fmt.Sprintf("the Grundy value %d, and the nimbers %d and %d", value, chip, other)
		}),
		add("sum", "the Grundy value of two chips is the exclusive or of their vertices' nimbers", func(value, chip, other int) string {
			if value == chip^other {
				return ""
			}
			return fmt.Sprintf("the Grundy value %d, stated is %d", value, chip^other)
		}),
	}
}

// check compares a statement with the Grundy values of all games up to a size, which are found
// by the moves of both chips together.
func (s settings) check(ctx context.Context, first, size int, wrong func(value, chip, other int) string) (enum.Finding, error) {
	finding := enum.Finding{Positions: new(big.Int)}
	for n := first; n <= size; n++ {
		g, err := s.walkable(n)
		if err != nil {
			return finding, err
		}
		if classes := g.Classes(); classes == nil || classes.Cmp(big.NewInt(maxChecked)) > 0 {
			finding.UpTo = n - 1
			finding.Details = fmt.Sprintf("up to %d classes of a size", maxChecked)
			break
		}
		var failed error
		err = enum.List(ctx, g, g.Lister(), enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
			var d *dag.DAG
			var value int
			if d, failed = dag.Parse(c.Game()); failed == nil {
				value, failed = byMoves(ctx, d)
			}
			if failed != nil {
				return false
			}
			finding.Positions.Add(finding.Positions, big.NewInt(1))
			nimbers := d.Nimbers()
			if text := wrong(value, nimbers[0], nimbers[1]); text != "" {
				finding.Counterexample = c.Game() + " has " + text
			}
			return finding.Counterexample == ""
		})
		if err == nil {
			err = failed
		}
		if err != nil || finding.Counterexample != "" {
			return finding, err
		}
	}
	return finding, nil
}

// byMoves returns the Grundy value of the chips on the first two vertices, by their moves.
func byMoves(ctx context.Context, d *dag.DAG) (int, error) {
	type pair struct{ chip, other int }
	return impartial.NewSolver(func(p pair, moves []pair) []pair {
		for _, to := range d.Out(p.chip) {
			moves = append(moves, pair{to, p.other})
		}
		for _, to := range d.Out(p.other) {
			moves = append(moves, pair{p.chip, to})
		}
		return moves
	}).Grundy(ctx, pair{0, 1})
}
