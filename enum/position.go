package enum

import "context"

// The sides of a game that is played in turns. In an impartial game both have the same
// moves.
const (
	Left  = 0 // or whoever plays first
	Right = 1
)

// A Position is a Game that two sides play in turns. Who cannot move loses.
type Position interface {
	Game
	// String returns the position as it is read.
	String() string
	// Moves returns the positions that a side can move to, in a fixed order.
	Moves(side int) []Position
}

// An Advised is a Position that knows what to play.
type Advised interface {
	Position
	// Best returns which of its moves a side does best to play, and whether the
	// side wins with it. Of a side that cannot move it returns -1. When the context
	// ends it returns the context's error, soon.
	Best(ctx context.Context, side int) (move int, wins bool, err error)
}
