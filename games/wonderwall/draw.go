package wonderwall

import (
	"context"
	"fmt"
	"io"

	"enumerate/games/wonderwall/draw"
	"enumerate/solver"
)

// MaxDrawn is the most players of a game that is drawn: in a picture of more
// nobody finds anybody.
const MaxDrawn = 200

// DrawSVG writes a picture of the game and its certificate as SVG; see package
// draw. It writes nothing and reports an error if t is not valid or has more
// than MaxDrawn players, or if the context ends before the game is solved.
func (t Table) DrawSVG(ctx context.Context, w io.Writer) error {
	return t.picture(ctx, w, draw.SVG)
}

// DrawDOT writes the game and its certificate in the DOT language, as a graph for
// the programs of Graphviz; see package draw. Its errors are those of DrawSVG.
func (t Table) DrawDOT(ctx context.Context, w io.Writer) error {
	return t.picture(ctx, w, draw.DOT)
}

func (t Table) picture(ctx context.Context, w io.Writer, pictureOf func([]string, solver.Game, solver.Certificate) []byte) error {
	if err := t.Validate(); err != nil {
		return err
	}
	if n := len(t.Game); n > MaxDrawn {
		return fmt.Errorf("a drawing takes at most %d players, this game has %d", MaxDrawn, n)
	}
	algorithm, err := solver.Named("")
	if err != nil {
		return err
	}
	certificate, _, err := algorithm.Solve(ctx, t.Game, nil)
	if err != nil {
		return err
	}
	_, err = w.Write(pictureOf(t.Names, t.Game, certificate))
	return err
}
