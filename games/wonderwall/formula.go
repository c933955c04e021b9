package wonderwall

import (
	"context"
	"errors"
	"io"

	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// WriteDIMACS writes the game's propositional form, its variables explained in
// the players' names; see betweenness.WriteDIMACS.
func (t Table) WriteDIMACS(w io.Writer, relaxed bool) error {
	return betweenness.WriteDIMACS(w, t.Game, enum.Words(t.Names), relaxed)
}

// ReadModel reads the answer of a SAT solver to either form of the game and
// returns it as a solution, in the players' names; see betweenness.ReadModel.
func (t Table) ReadModel(ctx context.Context, r io.Reader) (enum.Solution, error) {
	c, err := betweenness.ReadModel(ctx, r, t.Game, enum.Words(t.Names))
	if errors.Is(err, betweenness.ErrRefuted) {
		return enum.Solution{}, enum.Refutation{Err: err}
	}
	if err != nil {
		return enum.Solution{}, err
	}
	return t.solution(c), nil
}
