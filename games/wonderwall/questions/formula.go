package questions

import (
	"context"
	"errors"
	"io"

	"enumerate/enum/single"
	"enumerate/solver/betweenness/formula"
)

// dimacs answers a question with the game as a formula in the format DIMACS. If relaxed is set, the formula leaves out
// the clauses that make the players an order; see formula.WriteDIMACS.
func dimacs(relaxed bool) func(table, context.Context, single.How) (single.Answer, error) {
	return func(t table, _ context.Context, _ single.How) (single.Answer, error) {
		return single.Contents{Others: []single.Format{{Name: "dimacs", Write: func(w io.Writer) error {
			return formula.WriteDIMACS(w, t.Game, single.Words(t.Names), relaxed)
		}}}}, nil
	}
}

// refute returns a proof that the game has no solution, which other programs can check: a formula in the format DIMACS,
// and its refutation in the format LRAT.
func (t table) refute(ctx context.Context, how single.How) (single.Answer, error) {
	c, err := t.Proof(ctx, how)
	switch {
	case err != nil:
		return nil, err
	case c.Solvable():
		return nil, errors.New("the game has a solution, so it has no refutation: leave out --proof")
	}
	r, err := formula.Refute(ctx, t.Game, c.Core)
	if err != nil {
		return nil, err
	}
	dimacs := func(w io.Writer) error { return r.WriteDIMACS(w, single.Words(t.Names)) }
	return single.Contents{Others: []single.Format{{Name: "dimacs", Write: dimacs}, {Name: "lrat", Write: r.WriteLRAT}}}, nil
}

// readModel reads the answer of a SAT solver to the formula of the game from how.Input, and returns the solution of the
// game. If the answer does not solve the game, it returns an error of the type single.Wrong.
func (t table) readModel(ctx context.Context, how single.How) (single.Answer, error) {
	c, err := formula.ReadModel(ctx, how.Input, t.Game, single.Words(t.Names))
	if errors.Is(err, formula.ErrRefuted) {
		return nil, single.Wrong{Err: err}
	}
	if err != nil {
		return nil, err
	}
	return t.Solution(c), nil
}
