package wonderwall

import (
	"context"
	"fmt"
	"io"

	"enumerate/games/wonderwall/draw"
	"enumerate/solver/betweenness"
)

// MaxDrawn is the most players of a game that is drawn: in a picture of more
// nobody finds anybody.
const MaxDrawn = 200

// Pictures names the formats of Draw: SVG, and the DOT language of Graphviz.
func (t Table) Pictures() []string { return []string{"svg", "dot"} }

// Draw writes a picture of the game and its certificate, as SVG or as a graph in the
// DOT language; see package draw. It writes nothing and reports an error if t is not
// valid or has more than MaxDrawn players, or if the context ends before the game is
// solved.
func (t Table) Draw(ctx context.Context, w io.Writer, format string) error {
	pictureOf := draw.SVG
	if format == "dot" {
		pictureOf = draw.DOT
	}
	if err := t.Validate(); err != nil {
		return err
	}
	if n := len(t.Game); n > MaxDrawn {
		return fmt.Errorf("a drawing takes at most %d players, this game has %d", MaxDrawn, n)
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
