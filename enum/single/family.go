package single

import (
	"io"
	"math/rand/v2"
)

// A Family is a kind of games that the verb generate makes.
type Family struct {
	Name    string
	Summary string // one line
	// Size is the flag with the size of a game, --n if its name is empty.
	Size FamilyNumber
	// Numbers are further flags. A family with Numbers has With in place of Generate.
	Numbers []FamilyNumber
	With    func(numbers []int) func(size int, random *rand.Rand) (Answer, error)
	// Fixed says that each size has a single game.
	Fixed   bool
	Formats []string // of its games, the default first
	// Generate returns a game of a size. If the family does not have the size, the error names its sizes.
	Generate func(size int, random *rand.Rand) (Answer, error)
	// Shuffle relabels a generated game uniformly at random.
	Shuffle func(game Answer, random *rand.Rand) Answer
	// Origin is the file from which the family derives a game, in place of Size, Numbers, Generate and Shuffle.
	Origin *Origin
}

// A FamilyNumber is a whole number that a family needs.
type FamilyNumber struct {
	Name    string
	Summary string // one line
}

// An Origin is a kind of file, such as a formula, from which a family derives games.
type Origin struct {
	Name    string // of the content, and of the flag of generate
	Summary string // one line
	// Read derives a game from a file. The error names the line, the fault, and the remedy.
	Read func(in io.Reader) (Derived, error)
}

// A Derived is a game that was derived from a file.
type Derived struct {
	Game   Answer
	Remark string // how the file was prepared, on one line
	// Answer reads a solution of the game and returns, in whole lines, what it means for the file from which the game
	// was derived, such as a satisfying assignment of a formula. If it is not a solution, the error is a [Wrong].
	Answer func(solution io.Reader) (string, error)
}
