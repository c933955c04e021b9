package enum

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
)

// A Generator is a Ruleset that makes games.
type Generator interface {
	Ruleset
	// Families lists the kinds of games it makes.
	Families() []Family
	// Generate returns a game of a family. Size means what the family says; a
	// size that the family does not have is an error that names those it has.
	Generate(family string, size int, random *rand.Rand) (Writable, error)
}

// GameSource returns the random numbers for one of the games that a seed makes of
// a size, by its number from 0: ChaCha8 under a key made of seed, size and number,
// 8 bytes each, least significant byte first, and the word "generate". So a game
// does not depend on how many are made with it.
func GameSource(seed uint64, size int, number uint64) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(size))
	binary.LittleEndian.PutUint64(key[16:], number)
	copy(key[24:], "generate")
	return rand.New(rand.NewChaCha8(key))
}

// A Family is a kind of games.
type Family struct {
	Name    string
	Summary string // on one line
	// Copies says that the size of a game of this family counts the copies of a
	// pattern that make it, and not its players.
	Copies bool
	// Fixed says that there is one game of each size, whatever the random
	// numbers.
	Fixed bool
}

// A Writable is a game that can be written down.
type Writable interface {
	// Formats names the text formats, the default first.
	Formats() []string
	// WriteFormat writes the game in one of them, in whole lines. A game of
	// several lines is followed by a blank line if another one comes after it.
	WriteFormat(w io.Writer, format string) error
}
