package wonderwall

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// A family is a kind of games that Generate makes.
type family struct {
	enum.Family
	game func(size int, random *rand.Rand) (betweenness.Game, error)
}

// families lists them, the simplest first.
func families() []family {
	return []family{
		{enum.Family{
			Name:    "random",
			Summary: "everybody chooses at random, among all choices alike",
		}, randomGame},
		{enum.Family{
			Name:    "trap",
			Summary: "unsolvable: copies of a pattern, each of which doubles a plain search",
			Copies:  true,
			Fixed:   true,
		}, trapGame},
		{enum.Family{
			Name:    "steiner",
			Summary: "for 6t+1 or 6t+3 players, from 7: no two choices share two players, so none implies another",
		}, steinerGame},
	}
}

// Families lists the kinds of games that Generate makes.
func (Ruleset) Families() []enum.Family {
	var list []enum.Family
	for _, f := range families() {
		list = append(list, f.Family)
	}
	return list
}

// Generate returns a game of a family as a Table with default names. It depends
// on nothing but its arguments.
func (Ruleset) Generate(name string, size int, random *rand.Rand) (enum.Writable, error) {
	var names []string
	for _, f := range families() {
		if f.Name == name {
			game, err := f.game(size, random)
			if err != nil {
				return nil, err
			}
			return FromGame(game), nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("there is no family %q; there is: %s", name, strings.Join(names, ", "))
}

// randomGame returns a game drawn uniformly at random.
func randomGame(players int, random *rand.Rand) (betweenness.Game, error) {
	if _, err := NewSpace(players); err != nil {
		return nil, err
	}
	return Random(players, random), nil
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
