package kit

import (
	"strconv"

	"enumerate/enum/playing"
	"enumerate/enum/single"
)

// Plays makes a Position of a method of a ruleset's own games.
func Plays[T single.Game](begin func(g T) (playing.Position, bool)) func(single.Game) (playing.Position, bool) {
	return func(g single.Game) (playing.Position, bool) { return begin(g.(T)) }
}

// Nimber returns the value of an impartial position in standard notation, by its Grundy value.
func Nimber(grundy uint64) string {
	switch grundy {
	case 0:
		return "0"
	case 1:
		return "*"
	}
	return "*" + strconv.FormatUint(grundy, 10)
}
