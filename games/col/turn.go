package col

import (
	"context"
	"fmt"
	"slices"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/search"
	"enumerate/internal/lists"
	"enumerate/internal/svg"
)

// A game is a position or a graph.
type game interface {
	single.Game
	fmt.Stringer
	playable() (playing.Position, bool)
	// legal returns the vertices that a side can colour, in order. painted returns the game after a side has coloured a
	// vertex.
	legal(side int) []int
	painted(vertex, side int) game
	// answer names at least the first move of each side to each best value.
	answer(ctx context.Context) (answer, error)
	// shape returns what a picture shows: the colours of the vertices, the arcs, and a function that returns the
	// places.
	shape() (colours []search.Colour, arcs [][2]int, places func(corner svg.Point) []svg.Point)
	classify(ctx context.Context) (single.Form, error)
}

// A turn is a game and the side that moves next. It is a playing.Position.
type turn struct {
	game
	side int
}

func (t turn) Side() int { return t.side }

// Moves returns the positions to which the side can move.
func (t turn) Moves() []playing.Position {
	return lists.Map(t.legal(t.side), func(v int) playing.Position { return turn{t.painted(v, t.side), playing.Right - t.side} })
}

// Best returns a best move as an index into Moves, -1 if there is none, and the side that wins if both play well.
func (t turn) Best(ctx context.Context) (move, winner int, err error) {
	winner = playing.Right - t.side // the other side, unless a move wins
	a, err := t.answer(ctx)
	if err != nil {
		return -1, winner, err
	}
	m := a.chosen(t.side)
	if m.Wins {
		winner = t.side
	}
	return slices.Index(t.legal(t.side), m.vertex), winner, nil
}

// Value returns the value of the game.
func (t turn) Value(ctx context.Context) (string, error) {
	a, err := t.answer(ctx)
	return a.value, err
}

func (t turn) Ending() (winner int, how string) { return playing.Right - t.side, "" }

// Board returns the board for the page on which people play. The cell of a vertex that the side may colour is a link to
// the position after this move. The board is empty if there are no vertices, or too many to be drawn.
func (t turn) Board() (b playing.Board) {
	colours, arcs, places := t.shape()
	if len(colours) == 0 || len(colours) > maxDrawn {
		return b
	}
	for v, at := range places(svg.Point{}) {
		c := colours[v]
		b.Cells = append(b.Cells, playing.Cell{X: at.X / spacing, Y: 1.5 * at.Y / spacing, Kind: [...]string{"round", "left round", "right round"}[c], Text: [...]string{"", "B", "R"}[c]})
	}
	colour := [...]string{playing.Left: "blue", playing.Right: "red"}[t.side]
	b.How = fmt.Sprintf("You are %[1]s. Press a circle with a %[1]s edge to paint it %[1]s. You may not paint a circle if an arrow leads from it to a %[1]s one. Whoever has no circle left to paint loses.", colour)
	for _, v := range t.legal(t.side) {
		b.Cells[v].Kind += [...]string{playing.Left: " lefts", playing.Right: " rights"}[t.side]
		b.Cells[v].To, b.Cells[v].Did = t.painted(v, t.side).String(), "painted the circle with the broken edge"
	}
	b.Arrows = arcs
	return b
}
