package families

import (
	"fmt"
	"math/rand/v2"

	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

// trapGame returns the game that the thesis sets as a trap for its search. For
// the copies of four players a, b, c, d
//
//	a: b c
//	b: c d
//	c: b a
//	d: the a of the next copy
//
// any solution of a copy puts a, b, c and d in a line, this way or that. A copy
// shares one player with the next, so nothing follows from one for another. The
// last d chooses a and b, and contradicts that line: there is no solution. A
// search that takes copy after copy finds that out 2^copies times.
func trapGame(copies int, _ *rand.Rand) (betweenness.Game, error) {
	const most = (space.Most - 1) / 3
	if copies < 1 || copies > most {
		return nil, fmt.Errorf("a trap has from 1 to %d copies, not %d", most, copies)
	}
	game := make(betweenness.Game, 3*copies+1)
	for a := 0; a < 3*copies; a += 3 {
		b, c, d := a+1, a+2, a+3
		game[a] = betweenness.Choice{Wonderwall: b, Ninja: c}
		game[b] = betweenness.Choice{Wonderwall: c, Ninja: d}
		game[c] = betweenness.Choice{Wonderwall: b, Ninja: a}
		game[d] = betweenness.Choice{Wonderwall: a, Ninja: b}
	}
	return game, nil
}
