package families

import (
	"fmt"
	"math/rand/v2"

	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

// A circulant is a family of games in a circle. Player p chooses the wonderwall p+a and the
// ninja p+b, modulo the number of players. Then some players, drawn at random, are made no
// player's wonderwall. A player who had chosen one of them as wonderwall swaps its choices. If
// its ninja is one of them too, it keeps the ninja and draws another wonderwall, among all
// that it may choose.
//
// The two ends of a solution are no player's wonderwall. So with fewer than two such players
// there is none, and with two or three it is all but known who is at the ends.
type circulant struct{ a, b, nobody int }

func (c circulant) game(players int, random *rand.Rand) (betweenness.Game, error) {
	if _, err := space.New(players); err != nil {
		return nil, err
	}
	if min(c.a, c.b) < 1 || max(c.a, c.b) >= players || c.a == c.b {
		return nil, fmt.Errorf("in a circle of %d players a and b are two numbers from 1 to %d, not %d and %d", players, players-1, c.a, c.b)
	}
	if c.nobody < 0 || c.nobody > players-3 {
		return nil, fmt.Errorf("of %d players from 0 to %d can be nobody's wonderwall, not %d", players, players-3, c.nobody)
	}
	drawn := random.Perm(players)
	spared := make([]bool, players) // no player's wonderwall
	for _, p := range drawn[:c.nobody] {
		spared[p] = true
	}
	others := drawn[c.nobody:]
	game := make(betweenness.Game, players)
	for p := range game {
		w, n := (p+c.a)%players, (p+c.b)%players
		if spared[w] && !spared[n] {
			w, n = n, w
		}
		for spared[w] || w == p || w == n {
			w = others[random.IntN(len(others))]
		}
		game[p] = betweenness.Choice{Wonderwall: w, Ninja: n}
	}
	return game, nil
}
