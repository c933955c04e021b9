package jump

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

// Families lists the kinds of games that Generate makes.
func (Ruleset) Families() []enum.Family {
	return []enum.Family{
		{Name: "random", Summary: "any game of the size with the ruleset's rows, values and players, all alike"},
		{Name: "corridor", Summary: "on a square board of ones and zeros, one way, as long as half of the tiles", Fixed: true},
	}
}

// Generate returns a Game of a family, whose size is the number of columns. It depends
// on nothing but its arguments and the ruleset.
func (r Ruleset) Generate(family string, columns int, random *rand.Rand) (enum.Writable, error) {
	switch family {
	case "random":
		s, err := NewSpace(r, columns)
		if err != nil {
			return nil, err
		}
		d := newSampler(s)
		d.draw(random)
		return Game{d.board, slices.Clone(d.starts), r.rules}, nil
	case "corridor":
		return corridor(columns, r.rules)
	}
	return nil, fmt.Errorf("there is no family %q; there is: random, corridor", family)
}

// corridor returns a board with one player and one way, some n*n/2 rounds long: from the
// goal backwards through every other row, which are joined at alternating ends, all of
// them ones, with zeros between.
//
//	1 1 1
//	1 0 0
//	1 1 0
//
// So a player that starts at the top right needs 6 rounds, whether jumps go straight
// or within diamonds.
func corridor(n int, rules race.Rules) (enum.Writable, error) {
	const most = 1 << 10
	if n < 2 || n > most {
		return nil, fmt.Errorf("a corridor is on 2 to %d columns, not %d", most, n)
	}
	g := Game{race.Board{Rows: n, Columns: n, Lengths: make([]int32, n*n)}, nil, rules}
	lay := func(up, column int) int32 { // up from the last row
		tile := int32((n-1-up)*n + column)
		g.Board.Lengths[tile] = 1
		return tile
	}
	end := g.Board.Goal()
	for up := 0; up < n; up += 2 {
		left := up%4 == 0 // that way
		for i := range n {
			column := i
			if left {
				column = n - 1 - i
			}
			end = lay(up, column)
		}
		if up+2 < n {
			lay(up+1, int(end)%n)
		}
	}
	g.Board.Lengths[g.Board.Goal()] = 0
	g.Starts = []int32{end}
	return g, nil
}
