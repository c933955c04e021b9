package families

import (
	"fmt"
	"math/rand/v2"

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
