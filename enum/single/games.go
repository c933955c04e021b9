package single

import (
	"context"

	"enumerate/enum/playing"
)

// Games is what a ruleset can do with single games. A nil field is something that it does not offer.
type Games struct {
	// Reading is how games are read. All other fields except Families and Traits need it.
	Reading
	// Questions are the questions about a game that the command `enumerate solve` answers. Without a flag it answers
	// the first one, usually the verdict. Each of the others has a flag with its name.
	Questions []Question
	// Drawings are the pictures of a game that the command `enumerate draw` makes. They are selected by flags, like
	// Questions. Of several drawings with the same name, the first one with the requested format is made. An [Answer]
	// with the format "svg" is a svg.Canvas.
	Drawings []Question
	// Classify returns the class of a game. It is nil if the group is trivial.
	Classify func(ctx context.Context, g Game) (Form, error)
	// Position is for games that sides play in turns: it returns the position with which the game begins, or false if
	// the game has too many moves.
	Position func(g Game) (playing.Position, bool)
	// Puzzle returns a game as a puzzle, or false if its board is too large. Puzzles lists games that
	// make good puzzles.
	Puzzle  func(g Game) (playing.Puzzle, bool)
	Puzzles []string
	// Families are the kinds of games that can be generated.
	Families []Family
	// Traits are properties by which classes can be searched, besides their verdict.
	Traits []Trait
}

// A Trait is a property that all games of a class share.
type Trait struct {
	Name, Title string                   // "degrees", "How often players are chosen"
	Of          func(game string) string // the trait of a game, which is written as in a list of classes
}

// A Game is one game that was read. Its ruleset's [Question] list says what else can be asked about it.
type Game interface {
	// Solve returns the answer to the first question, such as the verdict.
	Solve(ctx context.Context, how How) (Answer, error)
}
