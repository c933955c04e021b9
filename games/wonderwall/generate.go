package wonderwall

import (
	"context"
	"fmt"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// families lists the kinds of games that can be made, the simplest first.
func families() []enum.Family {
	return []enum.Family{
		{
			Name:     "random",
			Summary:  "everybody chooses at random, among all choices alike",
			Formats:  tableFormats(),
			Generate: generate(randomGame),
		},
		{
			Name:     "trap",
			Summary:  "unsolvable: copies of a pattern, each of which doubles a plain search",
			Copies:   true,
			Fixed:    true,
			Formats:  tableFormats(),
			Generate: generate(trapGame),
		},
		{
			Name:     "steiner",
			Summary:  "for 6t+1 or 6t+3 players, from 7: no two choices share two players, so none implies another",
			Formats:  tableFormats(),
			Generate: generate(steinerGame),
		},
	}
}

// generate gives the players of games default names.
func generate(game func(size int, random *rand.Rand) (betweenness.Game, error)) func(int, *rand.Rand) (enum.Answer, error) {
	return func(size int, random *rand.Rand) (enum.Answer, error) {
		g, err := game(size, random)
		if err != nil {
			return nil, err
		}
		return fromGame(g), nil
	}
}

// randomGame returns a game drawn uniformly at random.
func randomGame(players int, random *rand.Rand) (betweenness.Game, error) {
	if _, err := newSpace(players); err != nil {
		return nil, err
	}
	game := make(betweenness.Game, players)
	randomize(game, random)
	return game, nil
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

// A sampler draws games and solves them.
type sampler struct {
	game   betweenness.Game
	search *betweenness.Searcher
}

// newSampler returns what makes samplers of a size.
func newSampler(players int) (func() enum.Sampler, error) {
	if _, err := newSpace(players); err != nil {
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
		return solvable, enum.Work(work), err
	}
	return unsolvable, enum.Work(work), err
}

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
	const most = (maxSpace - 1) / 3
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
