package wonderwall

import (
	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// A representative is the game whose string is on a walker's path.
type representative struct{ w *walker }

func (r representative) game() betweenness.Game {
	game := make(betweenness.Game, r.w.n)
	for p := range game {
		game[p] = betweenness.Choice{Wonderwall: int(r.w.choice[p].wonderwall), Ninja: int(r.w.choice[p].ninja)}
	}
	return game
}

// String returns the game's code.
func (r representative) String() string {
	code, err := FromGame(r.game()).Code()
	if err != nil {
		return err.Error() // cannot happen: MaxPlayers have letters
	}
	return code
}

// Solution returns the verdict and the order or core that proves it.
func (r representative) Solution() enum.Solution {
	game := r.game()
	return FromGame(game).solution(betweenness.Solve(game))
}
