package wonderwall

import (
	"context"
	"fmt"
	"io"

	"enumerate/games/wonderwall/draw"
	"enumerate/solver/betweenness"
)

// maxDrawn is the most players of a game that is drawn: in a picture of more
// nobody finds anybody.
const maxDrawn = 200

// draw writes a picture of the game and its certificate, as SVG or as a graph in the
// DOT language; see package draw. It writes nothing and reports an error if t is not
// valid or has more than maxDrawn players, or if the context ends before the game is
// solved.
func (t Table) draw(ctx context.Context, w io.Writer, format string) error {
	pictureOf := draw.SVG
	if format == "dot" {
		pictureOf = draw.DOT
	}
	if err := t.validate(); err != nil {
		return err
	}
	if n := len(t.Game); n > maxDrawn {
		return fmt.Errorf("a drawing takes at most %d players, this game has %d", maxDrawn, n)
	}
	algorithm, err := betweenness.Named("")
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
