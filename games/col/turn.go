package col

import (
	"context"
	"fmt"
	"slices"

	"enumerate/enum"
)

// A game is what Read yields: a position, which is trees with at most two children at each
// vertex, or a graph.
type game interface {
	enum.Game
	fmt.Stringer
	draw(ctx context.Context, how enum.How) (enum.Answer, error)
	playable() (enum.Position, bool)
	// legal returns the vertices that a side can colour, first ones first, and painted the game
	// with one vertex coloured by a side.
	legal(side int) []int
	painted(vertex, side int) game
	// chosen returns the first of a side's best moves that wins, or else the first best one.
	chosen(ctx context.Context, side int) (option, error)
	value(ctx context.Context) (string, error)
	// classify returns which class the game is of.
	classify(ctx context.Context, trees *classifier) (enum.Form, error)
}

// An option is the best move of a side.
type option struct {
	vertex int // that it paints; -1 if the side cannot move
	wins   bool
	value  string // of the position that it leaves
}

// A turn is a game and the side that moves. It is an enum.Position.
type turn struct {
	game
	side int
}

func (t turn) Side() int { return t.side }

// Moves returns the positions that the side can move to, by the vertex that it colours.
func (t turn) Moves() []enum.Position {
	var moves []enum.Position
	for _, v := range t.legal(t.side) {
		moves = append(moves, turn{t.painted(v, t.side), enum.Right - t.side})
	}
	return moves
}

// Best returns the chosen move as an index into Moves, and who wins.
func (t turn) Best(ctx context.Context) (move, winner int, err error) {
	winner = enum.Right - t.side
	o, err := t.chosen(ctx, t.side)
	if err != nil || o.vertex < 0 {
		return -1, winner, err
	}
	if o.wins {
		winner = t.side
	}
	return slices.Index(t.legal(t.side), o.vertex), winner, nil
}

// Value returns the value.
func (t turn) Value(ctx context.Context) (string, error) { return t.value(ctx) }

func (t turn) Ending() (winner int, how string) { return enum.Right - t.side, "" }
