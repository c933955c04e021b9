package enum

import (
	"context"
	"math/big"
)

// A Form says which class a game is of. Games of one ruleset are isomorphic if and only if
// their Games are equal.
type Form struct {
	// Game is the canonical form, one game of the class, on one line as Read reads it. Of a
	// class that a Lister visits it is the game that stands for it there.
	Game string
	// Size is the size of the game, as the ruleset counts it.
	Size int
	// Automorphisms is how many members of the group leave the game as it is.
	Automorphisms *big.Int
	// Group returns the order of the group. It may have many digits.
	Group func() *big.Int
	// Relabeling returns what a member of the group that carries the game into the canonical
	// form makes of each name of the game, in the order of the game. Names differ from one
	// another, before and after. It is nil where games have no names. If there are several
	// members, any one may be taken.
	Relabeling func() []Renaming
	// Solution returns the verdict of the canonical form, and its certificate, as Class
	// does. When the context ends it returns the context's error, soon.
	Solution func(ctx context.Context) (Solution, error)
}

// Orbit returns how many labelled games the class has: the order of the group divided by
// the number of automorphisms.
func (f Form) Orbit() *big.Int {
	orbit := f.Group()
	return orbit.Div(orbit, f.Automorphisms)
}

// Row returns the class as it is printed, with the relabeling if that is asked for.
func (f Form) Row(relabeled bool) *ClassRow {
	row := &ClassRow{Game: f.Game, Orbit: f.Orbit().String(), Automorphisms: f.Automorphisms.String()}
	if relabeled && f.Relabeling != nil {
		row.Relabeling = f.Relabeling()
	}
	return row
}

// A Renaming gives what is called From the name To.
type Renaming struct{ From, To string }
