package wonderwall

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

// RandomGame returns a game drawn uniformly at random.
func RandomGame(players int, random *rand.Rand) (betweenness.Game, error) {
	if _, err := space.New(players); err != nil {
		return nil, err
	}
	game := make(betweenness.Game, players)
	randomize(game, random)
	return game, nil
}

// randomize draws a game uniformly at random: the players choose independently.
func randomize(game betweenness.Game, random *rand.Rand) {
	for p := range game {
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

// Random draws a labelled game of a size uniformly at random, and solves it.
func Random(ctx context.Context, players int, random *rand.Rand) (single.Game, int, error) {
	game, err := RandomGame(players, random)
	if err != nil {
		return nil, 0, err
	}
	solved, _, err := betweenness.NewSearcher().Solvable(ctx, game)
	if solved {
		return fromGame(game), space.Solvable, err
	}
	return fromGame(game), space.Unsolvable, err
}

type sampler struct {
	game   betweenness.Game
	search *betweenness.Searcher
}

func newSampler(players int) (func() enum.Sampler, error) {
	if _, err := space.New(players); err != nil {
		return nil, err
	}
	return func() enum.Sampler {
		return &sampler{make(betweenness.Game, players), betweenness.NewSearcher()}
	}, nil
}

// Sample draws a game and solves it.
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	randomize(s.game, random)
	solved, work, err := s.search.Solvable(ctx, s.game)
	if solved {
		return space.Solvable, enum.Work(work), err
	}
	return space.Unsolvable, enum.Work(work), err
}
