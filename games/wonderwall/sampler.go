package wonderwall

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// A sampler implements enum.Sampler.
type sampler struct {
	game   betweenness.Game
	search *betweenness.Searcher
}

// Sampler returns a sampler of the space.
func (s *Space) Sampler() enum.Sampler {
	return &sampler{make(betweenness.Game, s.players), betweenness.NewSearcher()}
}

// Sample draws a game and solves it.
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	randomize(s.game, random)
	solved, work, err := s.search.Solvable(ctx, s.game)
	if solved {
		return solvable, enum.Work(work), err
	}
	return unsolvable, enum.Work(work), err
}

// Random returns a game of at least 3 players drawn uniformly at random.
func Random(players int, random *rand.Rand) betweenness.Game {
	game := make(betweenness.Game, players)
	randomize(game, random)
	return game
}

// randomize draws a game uniformly at random: the players choose independently.
func randomize(game betweenness.Game, random *rand.Rand) {
	for p := range game {
		// Step over the player, then over both.
		w := random.IntN(len(game) - 1)
		if w >= p {
			w++
		}
		n := random.IntN(len(game) - 2)
		if n >= min(p, w) {
			n++
		}
		if n >= max(p, w) {
			n++
		}
		game[p] = betweenness.Choice{Wonderwall: w, Ninja: n}
	}
}
