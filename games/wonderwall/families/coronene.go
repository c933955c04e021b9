package families

import (
	"fmt"
	"math/rand/v2"

	"enumerate/solver/betweenness"
)

// coroneneGame returns an unsolvable game that says: colour the white vertices of a
// patch of hexagons with two colours, so that no black vertex has neighbours of one
// colour only. The patch is a hexagon with the given number of hexagons on each side; with two
// on a side it is the molecule coronene. A solution of the game would be a colouring: the
// colour of a vertex is its side of a player z. docs/papers/hard.md proves that there is none.
//
// The vertices are the triangles of a triangular grid in a hexagon. A triangle is where
// three strips meet, one of each direction. In each direction there are 2 side strips,
// numbered -side to side-1; the strips of a triangle sum to -1 if it is black, to
// -2 if it is white. So the neighbours of a black one are those with one of the three
// numbers smaller by one, as far as there is such a strip: three, or two at the border.
//
// The players are z, a player for each white vertex, and one for each black vertex
// with three neighbours. Each black vertex gets a neighbour v of its own, and has one or
// two others:
//
//	v chooses (z, a)                          to be on the other side than a
//	v chooses (y, a), and y chooses (z, b)    not to be on the side that a and b share
//
// In the second case y is between v and a, so on their side if they share one, and then b
// is on the other. Three more players let z choose what does no harm.
func coroneneGame(side int, _ *rand.Rand) (betweenness.Game, error) {
	if side < 1 || side > maxSide {
		return nil, fmt.Errorf("a coronene has from 1 to %d hexagons on a side, not %d", maxSide, side)
	}
	// The white vertices follow z and d1, d2, d3.
	const z, d1, d2, d3, first = 0, 1, 2, 3, 4
	white := make(map[[3]int]int, 3*side*side)
	grid(side, -2, func(at [3]int) { white[at] = first + len(white) })

	game := make(betweenness.Game, first+len(white), first+2*len(white))
	// To the right of all others, in this order, these four are content.
	game[z] = betweenness.Choice{Wonderwall: d1, Ninja: d2}
	game[d1] = betweenness.Choice{Wonderwall: d2, Ninja: d3}
	game[d2] = betweenness.Choice{Wonderwall: d1, Ninja: first}
	game[d3] = betweenness.Choice{Wonderwall: d2, Ninja: d1}
	grid(side, -1, func(at [3]int) {
		own := ownStrip(at)
		var others []int
		for i := range at {
			below := at
			below[i]--
			if i != own && below[i] >= -side {
				others = append(others, white[below])
			}
		}
		at[own]--
		v, y := white[at], z
		if len(others) == 2 {
			y = len(game)
			game = append(game, betweenness.Choice{Wonderwall: z, Ninja: others[1]})
		}
		game[v] = betweenness.Choice{Wonderwall: y, Ninja: others[0]}
	})
	return game, nil
}

// maxSide bounds the patch to a million players.
const maxSide = 400

// grid calls visit with all triangles of a hexagon whose strips have that sum.
func grid(side, sum int, visit func(at [3]int)) {
	for i := -side; i < side; i++ {
		for j := -side; j < side; j++ {
			if k := sum - i - j; k >= -side && k < side {
				visit([3]int{i, j, k})
			}
		}
	}
}

// ownStrip returns which number of a black triangle is smaller by one in the white
// triangle of its own. The three numbers of a triangle are neither all negative nor all
// not, so in a circle there is one that is not negative with a negative one behind it. It
// is the number before these two that is lowered. They stay, so they tell from the white
// triangle which one was lowered, and no two black triangles have the same.
func ownStrip(at [3]int) int {
	for i := range at {
		if at[(i+1)%3] >= 0 && at[(i+2)%3] < 0 {
			return i
		}
	}
	panic(fmt.Sprintf("the strips %v meet in no black triangle", at))
}
