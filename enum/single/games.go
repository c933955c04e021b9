package single

import (
	"context"

	"enumerate/enum/playing"
)

// Games is what a ruleset can do with single games. A nil field is something that it does not offer.
type Games struct {
	// Reading is how games are read. All other fields except Families and Traits need it.
	Reading
	// Questions are the questions about a game that `enumerate solve` answers: without a flag the first one, usually
	// the verdict, and each of the others with the flag of its name.
	Questions []Question
	// Drawings are the pictures of a game that `enumerate draw` makes, selected by flags, as questions are. Of several
	// drawings with the same name, the first one with the requested format is made. An [Answer] with the format "svg"
	// is a svg.Canvas.
	Drawings []Question
	// Classify returns the class of a game. It is nil if no two different games are isomorphic.
	Classify func(ctx context.Context, g Game) (Form, error)
	// Position returns the position with which a game that sides play in turns begins, or false if it has too many
	// moves.
	Position func(g Game) (playing.Position, bool)
	// Puzzle returns a game as a puzzle, or false if its board is too large. Puzzles lists good ones.
	Puzzle   func(g Game) (playing.Puzzle, bool)
	Puzzles  []string
	Families []Family
	// Traits are further properties by which classes can be searched.
	Traits []Trait
}

// A Trait is a property that all games of a class share.
type Trait struct {
	Name, Title string                   // "degrees", "How often players are chosen"
	Of          func(game string) string // the trait of a game, which is written as in a list of classes
}

// A Game is one game that was read.
type Game interface {
	// Solve returns the answer to the first question, such as the verdict.
	Solve(ctx context.Context, how How) (Answer, error)
}
