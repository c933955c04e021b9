package jump

import (
	"fmt"
	"strconv"

	"enumerate/games/jump/race"
)

// A Game is a board with players on their starts, and the rules that they play by. It
// implements enum.Explainer, enum.Drawable and enum.Writable. Players may share a
// start, or start on the goal.
type Game struct {
	Board  race.Board
	Starts []int32 // tiles by number; a player for each
	Rules  race.Rules
}

// none is the verdict of a game that nobody wins.
const none = "none"

// Name returns the name of a player, from 0: A to Z, then P27, P28 and so on.
func Name(player int) string {
	if player < 26 {
		return string(rune('A' + player))
	}
	return "P" + strconv.Itoa(player+1)
}

// tileName returns "row,column" of a tile.
func (g Game) tileName(tile int32) string {
	return fmt.Sprintf("%d,%d", int(tile)/g.Board.Columns, int(tile)%g.Board.Columns)
}

// names returns the names of tiles.
func (g Game) names(tiles []int32) []string {
	names := make([]string, len(tiles))
	for i, tile := range tiles {
		names[i] = g.tileName(tile)
	}
	return names
}
