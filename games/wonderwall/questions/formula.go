package questions

import (
	"context"
	"errors"
	"io"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/solver/betweenness/formula"
)

// formula returns the game's propositional form, its variables explained in the players'
// names; see formula.WriteDIMACS.
func (t table) formula(context.Context, enum.How) (enum.Answer, error) {
	return t.dimacs(false), nil
}

// relaxed returns the same without what makes the players an order.
func (t table) relaxed(context.Context, enum.How) (enum.Answer, error) {
	return t.dimacs(true), nil
}

func (t table) dimacs(relaxed bool) enum.Answer {
	return kit.AnswerFunc(func(w io.Writer, _ string) error {
		return formula.WriteDIMACS(w, t.Game, enum.Words(t.Names), relaxed)
	})
}

// refute refutes the choices of a core of the game; see formula.Refute.
func (t table) refute(ctx context.Context, how enum.How) (enum.Answer, error) {
	c, err := t.Certificate(ctx, how)
	switch {
	case err != nil:
		return nil, err
	case c.Solvable():
		return nil, errors.New("the game has a solution, so there is nothing to refute")
	}
	r, err := formula.Refute(ctx, t.Game, c.Core)
	if err != nil {
		return nil, err
	}
	return kit.AnswerFunc(func(w io.Writer, format string) error {
		if format == "lrat" {
			return r.WriteLRAT(w)
		}
		return r.WriteDIMACS(w, enum.Words(t.Names))
	}), nil
}

// readModel reads the answer of a SAT solver to either form of the game and
// returns it as a solution, in the players' names; see formula.ReadModel.
func (t table) readModel(ctx context.Context, how enum.How) (enum.Answer, error) {
	c, err := formula.ReadModel(ctx, how.Input, t.Game, enum.Words(t.Names))
	if errors.Is(err, formula.ErrRefuted) {
		return nil, enum.Wrong{Err: err}
	}
	if err != nil {
		return nil, err
	}
	return t.Solution(c), nil
}
