// Package families generates games of Ninja Assassin Wonderwall: random games, and games that are provably hard,
// unsolvable or symmetric. A program adds this package with
//
//	r := wonderwall.New()
//	r.Families = families.All()
//
// hard.go has the families trap, coronene, colouring and circulant, and steiner.go has steiner. Package reduction has
// sat and linkage. Package wonderwall draws random games.
package families

import (
	"math/rand/v2"

	"enumerate/enum/single"
	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/families/reduction"
	"enumerate/games/wonderwall/named"
	"enumerate/solver/betweenness"
)

// All lists the families, the simplest first.
func All() []single.Family {
	families := []single.Family{
		{Name: "random", Summary: "every player chooses uniformly at random", Generate: generate(wonderwall.RandomGame)},
		{
			Name:     "trap",
			Summary:  "unsolvable: each copy of a pattern doubles the time of plain search",
			Size:     single.FamilyNumber{Name: "copies", Summary: "number of copies of the pattern"},
			Fixed:    true,
			Generate: generate(trapGame),
		},
		{
			Name:     "steiner",
			Summary:  "for 6t+1 or 6t+3 players, from 7: no two choices share two players, so none implies another",
			Generate: generate(steinerGame),
		},
		{
			Name:     "coronene",
			Summary:  "unsolvable: a hexagon of hexagons that cannot be coloured",
			Size:     single.FamilyNumber{Name: "side", Summary: "number of hexagons on a side"},
			Fixed:    true,
			Generate: generate(coroneneGame),
		},
		{
			Name:     "colouring",
			Summary:  "solvable if a random hypergraph with one edge more than vertices can be coloured with two colours",
			Size:     single.FamilyNumber{Name: "vertices", Summary: "number of vertices of the hypergraph"},
			Generate: generate(colouringGame),
		},
		{
			Name:    "circulant",
			Summary: "players in a circle choose the players a and b places further on; some players are never a wonderwall",
			Numbers: []single.FamilyNumber{
				{Name: "a", Summary: "distance from a player to its wonderwall"},
				{Name: "b", Summary: "distance from a player to its ninja"},
				{Name: "nobody", Summary: "number of players who are never a wonderwall"},
			},
			With: func(numbers []int) func(int, *rand.Rand) (single.Answer, error) {
				return generate(circulant{a: numbers[0], b: numbers[1], nobody: numbers[2]}.game)
			},
		},
		{
			Name:    "sat",
			Summary: "solvable if a formula is satisfiable; a solution is an assignment",
			Origin:  &single.Origin{Name: "formula", Summary: "the formula, in the DIMACS format", Read: reduction.FromFormula},
		},
		{
			Name:    "linkage",
			Summary: "solvable if a digraph has disjoint paths from v1 to t and from v2 to s",
			Origin:  &single.Origin{Name: "digraph", Summary: "the arcs of the digraph, one \"x y\" to a line", Read: reduction.FromDigraph},
		},
	}

	for i := range families {
		families[i].Formats = named.Formats()
		if families[i].Origin == nil {
			families[i].Shuffle = shuffle
		}
	}
	return families
}

// generate gives default names to the players of the games that game returns.
func generate(game func(size int, random *rand.Rand) (betweenness.Game, error)) func(int, *rand.Rand) (single.Answer, error) {
	return func(size int, random *rand.Rand) (single.Answer, error) {
		g, err := game(size, random)
		if err != nil {
			return nil, err
		}
		return named.FromGame(g), nil
	}
}

// shuffle gives the players of a generated game new numbers at random, and the default names of these numbers.
func shuffle(made single.Answer, random *rand.Rand) single.Answer {
	game := made.(named.Table).Game
	shuffled := make(betweenness.Game, len(game))
	to := random.Perm(len(game)) // the new number of each player
	for p, c := range game {
		shuffled[to[p]] = betweenness.Choice{Wonderwall: to[c.Wonderwall], Ninja: to[c.Ninja]}
	}
	return named.FromGame(shuffled)
}
