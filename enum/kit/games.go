package kit

import (
	"strconv"

	"enumerate/enum/playing"
	"enumerate/enum/single"
)

// Plays converts a function on a ruleset's own type of games to a single.Games.Position.
func Plays[T single.Game](begin func(g T) (playing.Position, bool)) func(single.Game) (playing.Position, bool) {
	return func(g single.Game) (playing.Position, bool) { return begin(g.(T)) }
}

// Nimber returns the standard notation for a Grundy value: 0, *, *2, *3 and so on.
func Nimber(grundy uint64) string {
	switch grundy {
	case 0:
		return "0"
	case 1:
		return "*"
	}
	return "*" + strconv.FormatUint(grundy, 10)
}
