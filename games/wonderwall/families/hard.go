package families

import (
	"fmt"
	"math/rand/v2"

	"enumerate/games/wonderwall/space"
	"enumerate/solver/betweenness"
)

// A hypergraph has vertices 0, 1, ... and edges, each of two different ones or more. The first
// edges are those of the vertices, in their order: each begins with its vertex. One more may
// follow. So no part of the edges has more than one edge more than vertices.
type hypergraph struct {
	vertices int
	edges    [][]int
}

// maxVertices bounds a hypergraph to a million players.
const maxVertices = 300_000

// randomHypergraph returns one with an edge of each vertex, and one more, each of two vertices,
// or of three with a chance of 1/3. Most can be coloured, some cannot.
func randomHypergraph(vertices int, random *rand.Rand) hypergraph {
	h := hypergraph{vertices: vertices}
	for v := range vertices + 1 {
		if v == vertices {
			v = random.IntN(vertices)
		}
		edge := []int{v}
		for size := 2 + random.IntN(3)/2; len(edge) < size; {
			u := random.IntN(vertices)
			if u != v && u != edge[len(edge)-1] {
				edge = append(edge, u)
			}
		}
		h.edges = append(h.edges, edge)
	}
	return h
}

// colouringGame returns the game of a random hypergraph.
func colouringGame(vertices int, random *rand.Rand) (betweenness.Game, error) {
	if vertices < 3 || vertices > maxVertices {
		return nil, fmt.Errorf("a hypergraph has from 3 to %d vertices here, not %d", maxVertices, vertices)
	}
	return randomHypergraph(vertices, random).game(), nil
}

// game returns a game that is solvable if and only if the hypergraph can be coloured with two
// colours, so that no edge has one colour only. docs/papers/betweenness.md has the proof. The colour of a
// vertex is its side of a player z, player 0; the vertices are the players after z. An
// edge v, a1, ..., ad of v gets players y1, ..., y(d-1):
//
//	v chooses (y1, a1), y1 chooses (y2, a2), ..., y(d-1) chooses (z, ad)
//
// and just v (z, a1) for d = 1. In the last edge z stands for v, but does no more than
// to put y1 on the side of a1:
//
//	z chooses (y1, a1), y1 chooses (y2, a2), ..., y(d-1) chooses (z, ad)
func (h hypergraph) game() betweenness.Game {
	const z, first = 0, 1
	game := make(betweenness.Game, first+h.vertices)
	for i, edge := range h.edges {
		chooser, others := z, edge
		if i < h.vertices {
			chooser, others = first+i, edge[1:]
		}
		for j, a := range others {
			wall := z
			if j < len(others)-1 {
				wall = len(game)
				game = append(game, betweenness.Choice{})
			}
			game[chooser] = betweenness.Choice{Wonderwall: wall, Ninja: first + a}
			chooser = wall
		}
	}
	return game
}

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
