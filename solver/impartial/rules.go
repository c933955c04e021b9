package impartial

import "fmt"

// Rules say what the moves of a game are.
type Rules[P comparable] struct {
	// Moves appends the positions that p has a move to, in a fixed order, and returns the
	// extended slice. A position may occur more than once.
	Moves func(p P, moves []P) []P
	// Canonical returns the same position for all that play alike, and for that
	// position itself. If it is nil, no two positions are known to play alike.
	Canonical func(p P) P
}

func (r Rules[P]) canonical(p P) P {
	if r.Canonical == nil {
		return p
	}
	return r.Canonical(p)
}

// A Cycle says that play can come back to a position, so that the game has no Grundy
// values.
type Cycle[P comparable] struct{ Position P }

func (c Cycle[P]) Error() string {
	return fmt.Sprintf("play can come back to the position %v, want a game that ends", c.Position)
}
