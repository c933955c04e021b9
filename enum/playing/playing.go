// Package playing describes games that are played: positions of sides that move in turns, puzzles in which one player
// places pieces, and the boards on which both are drawn. Functions that take a context soon return its error when it
// ends.
package playing

import (
	"context"
	"math/big"
)

// The sides of a game. In a race of two or more players, the sides are their numbers, from 0.
const (
	Left   = 0 // or the player who begins
	Right  = 1
	NoSide = -1
)

// A Position is a position of a game between sides that take turns.
type Position interface {
	// String returns the position on one line. If a game can begin with it, the line has the form in which games are
	// read.
	String() string
	// Side returns the side to move.
	Side() int
	// Moves returns the positions after each possible move, in a fixed order, or nil if the game is over.
	Moves() []Position
	// Best returns the index in Moves of the best move, or -1 if the game is over. It also returns the side that wins
	// if every side plays its best moves, or NoSide. If this is the side to move, it wins against any play. With more
	// than two sides, another winner may need the help of the others.
	Best(ctx context.Context) (move, winner int, err error)
	// Value returns the value of the position in combinatorial game theory, such as "*2", in standard notation, or ""
	// if there is none or computing it would take too long.
	Value(ctx context.Context) (string, error)
	// Ending returns the side that has won a finished game, or NoSide, and the reason in words, which is "" if the
	// loser cannot move.
	Ending() (winner int, how string)
	// Board returns the drawing on which a page lets the position be played, or an empty Board if it is too large.
	Board() Board
}

// A Puzzle is a game that one player solves by placing pieces on the cells of a board. A placement lists the indices of
// the cells with pieces, in the order of placing.
type Puzzle interface {
	// Begin returns the placement with which the puzzle begins.
	Begin() []int
	// Board returns the drawing of the board with the pieces of a placement. The field Did of a cell says what a click
	// on it does, such as "put a queen in row 1, column 2". Arrows connect pieces that the rules do not allow together.
	Board(placed []int) Board
	// Judge says in sentences how good a placement is, and reports whether it is a solution.
	Judge(placed []int) (says string, solved bool)
	// Complete returns a solution that has all pieces of the given placement, or nil.
	Complete(ctx context.Context, placed []int) ([]int, error)
}

// A Board is the drawing of a position: cells, and arrows between cells. Neighbouring cells are at a distance of 1. An
// arrow is a pair of indices of cells. Later cells cover earlier ones.
type Board struct {
	How    string // the rules in sentences: what a move is, and who wins
	Cells  []Cell
	Arrows [][2]int
}

// A Cell is a place on a board.
type Cell struct {
	X, Y float64
	Text string
	// Kind is a list of words, separated by spaces, that say how to draw the cell: "round", "stick", "token" (small),
	// "tile" (with the text in a corner), "goal", "flag", "label" (only the text); "left" or "right" for the colour
	// of a side; "lefts" or "rights" if that side can move here.
	Kind string
	To   string // the position after a move here, or "" if no move leads here
	Did  string // the move in words that follow the name of a player, such as "took the last stick"
}

// A ValueCount is the number of games that have a value.
type ValueCount struct {
	Value   string // in standard notation; a Grundy value as a number from 0
	Verdict string // that follows from the value
	Games   *big.Int
	Classes *big.Int
	First   string // a game of the first class with the value
}
