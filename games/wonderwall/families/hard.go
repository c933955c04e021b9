package families

import (
	"fmt"
	"math/rand/v2"

	"enumerate/games/wonderwall/space"
	"enumerate/internal/rows"
	"enumerate/solver/betweenness"
)

// A hypergraph has the vertices 0, 1, 2 and so on, and edges, each with at least two different vertices. Edge i begins
// with vertex i, and one more edge may follow. The method game needs this form: the single choice of player v, who
// stands for a vertex, expresses the edge of this vertex.
type hypergraph struct {
	vertices int
	edges    [][]int
}

// maxVertices limits the game of a hypergraph to a million players.
const maxVertices = 300_000

// randomHypergraph returns a hypergraph with an edge for each vertex and one more. An edge has three vertices with
// probability 1/3, and two otherwise. Most of these hypergraphs, but not all, can be coloured with two colours so that
// no edge has a single colour.
func randomHypergraph(vertices int, random *rand.Rand) hypergraph {
	h := hypergraph{vertices: vertices}
	for v := range vertices + 1 {
		if v == vertices { // the additional edge
			v = random.IntN(vertices)
		}
		edge := []int{v}
		for size := 2 + random.IntN(3)/2; len(edge) < size; { // 2, 2 or 3 vertices
			u := random.IntN(vertices)
			if u != v && u != edge[len(edge)-1] {
				edge = append(edge, u)
			}
		}
		h.edges = append(h.edges, edge)
	}
	return h
}

func colouringGame(vertices int, random *rand.Rand) (betweenness.Game, error) {
	if vertices < 3 || vertices > maxVertices {
		return nil, fmt.Errorf("vertices = %d: expected a number from 3 to %s", vertices, rows.Count(maxVertices))
	}
	return randomHypergraph(vertices, random).game(), nil
}

// game returns a game that is solvable if and only if the vertices of the hypergraph can be coloured with two colours
// so that no edge has a single colour (docs/papers/betweenness.md). Player 0 is called z, and the vertices are the next
// players. The colour of a vertex is its side of z. An edge with the vertices v, a1, ..., ad becomes a chain of choices
// that cannot all be satisfied if a1, ..., ad all stand on the side of v. The chain has new players y1, ..., y(d-1):
//
//	v chooses (y1, a1), y1 chooses (y2, a2), ..., y(d-1) chooses (z, ad)
//
// or, if d = 1, only v chooses (z, a1). Edge number i begins with vertex i, so each vertex is the v of one edge and
// chooses once. If there is an edge more than vertices, z begins the chain of the last edge, and a1, ..., ad are all
// its vertices. The choice of z only says that y1 is on the side of a1:
//
//	z chooses (y1, a1), y1 chooses (y2, a2), ..., y(d-1) chooses (z, ad)
func (h hypergraph) game() betweenness.Game {
	const z, first = 0, 1
	game := make(betweenness.Game, first+h.vertices)
	for i, edge := range h.edges {
		chooser, others := z, edge // for the additional edge
		if i < h.vertices {
			chooser, others = first+i, edge[1:]
		}
		for j, a := range others {
			wall := z // for the last of the others; before it, a new player y
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

// coroneneGame returns an unsolvable game made from a large hexagon of hexagons, `side` of them on each side. With two
// on a side, this patch is the molecule coronene. The vertices of the patch are black or white, so that neighbours
// differ.
//
// A solution would colour the white vertices with two colours such that no black vertex has white neighbours of a
// single colour. The colour of a vertex is its side of a player z. docs/papers/hard.md proves that no such colouring
// exists.
//
// The vertices are the triangles of a triangular grid in a hexagon. A triangle is the intersection of three strips, one
// of each direction, which are numbered from -side to side-1. The three numbers sum to -1 for a black triangle, and to
// -2 for a white triangle. A neighbour of a black triangle has one of the numbers smaller by one, if that strip exists.
//
// The players are z, a player for each white vertex, and a further player y for each black vertex with three
// neighbours. A matching gives each black vertex a white neighbour v of its own. The choices of v and y keep the
// neighbours of the black vertex from standing all on one side of z. The choice (w, n) of a player means that w stands
// between this player and n:
//
//   - A black vertex at the border has one other neighbour, a. The player v chooses (z, a), so v and a are on different
//     sides of z.
//   - A black vertex inside has two other neighbours, a and b. The player v chooses (y, a), and y chooses (z, b). If v
//     and a are on the same side, y, which is between them, is on this side too, so b is on the other side.
//
// The player z must choose too. Three more players let z choose without excluding a solution.
func coroneneGame(side int, _ *rand.Rand) (betweenness.Game, error) {
	if side < 1 || side > maxSide {
		return nil, fmt.Errorf("side = %d: expected a number from 1 to %d", side, maxSide)
	}
	const z, d1, d2, d3, first = 0, 1, 2, 3, 4
	white := make(map[[3]int]int, 3*side*side)
	grid(side, -2, func(at [3]int) { white[at] = first + len(white) })

	game := make(betweenness.Game, first+len(white), first+2*len(white))
	// These four choices are satisfied if d1, d2 and d3 stand to the right of all other players, in this order.
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
		at[own]-- // now the white vertex v of the matching
		v, y := white[at], z
		if len(others) == 2 {
			y = len(game)
			game = append(game, betweenness.Choice{Wonderwall: z, Ninja: others[1]})
		}
		game[v] = betweenness.Choice{Wonderwall: y, Ninja: others[0]}
	})
	return game, nil
}

// maxSide limits the game of coroneneGame to a million players.
const maxSide = 400

// grid visits half of the triangles of a triangular grid in a hexagon: the black ones for the sum -1, and the white
// ones for the sum -2. A triangle is the intersection of three strips, one of each direction. The strips of a direction
// have the numbers -side to side-1. grid visits the triangles whose three numbers add up to `sum`.
func grid(side, sum int, visit func(at [3]int)) {
	for i := -side; i < side; i++ {
		for j := -side; j < side; j++ {
			if k := sum - i - j; k >= -side && k < side {
				visit([3]int{i, j, k})
			}
		}
	}
}

// ownStrip matches each black triangle of the grid, given by the numbers of its three strips, with a white neighbour
// that no other black triangle gets. In a neighbour, one of the three numbers is smaller by one; ownStrip returns the
// index of this number. For example, it returns 2 for (1, -1, -1), whose neighbour is (1, -1, -2).
//
// In a black triangle some number is negative and some is not. So, in the cyclic order of the three, exactly one number
// that is not negative is followed by a negative one. ownStrip returns the index of the third number, which is neither
// of these two. The neighbour has the same two numbers, and no other such pair, so it determines the black triangle.
func ownStrip(at [3]int) int {
	for i := range at {
		if at[(i+1)%3] >= 0 && at[(i+2)%3] < 0 {
			return i
		}
	}
	panic(fmt.Sprintf("no black triangle has the strips %v", at))
}

// A circulant is a family of games whose players sit in a circle. Player p chooses the wonderwall p+a and the ninja
// p+b, modulo the number of players. Some random players are spared: they must not be the wonderwall of any player. A
// player whose wonderwall would be spared swaps its wonderwall and its ninja. If both would be spared, it keeps the
// ninja and draws another wonderwall.
//
// The players at the ends of a solution are no player's wonderwall. So a game with fewer than two spared players has no
// solution, and with two or three it is nearly known who stands at the ends.
type circulant struct {
	a, b   int
	nobody int // the number of spared players
}

func (c circulant) game(players int, random *rand.Rand) (betweenness.Game, error) {
	if _, err := space.New(players); err != nil {
		return nil, err
	}
	if min(c.a, c.b) < 1 || max(c.a, c.b) >= players || c.a == c.b {
		return nil, fmt.Errorf("--a %d and --b %d: for %d players, expected two different numbers from 1 to %d", c.a, c.b, players, players-1)
	}
	if c.nobody < 0 || c.nobody > players-3 {
		return nil, fmt.Errorf("nobody = %d: for %d players, expected a number from 0 to %d", c.nobody, players, players-3)
	}

	drawn := random.Perm(players)
	spared := make([]bool, players)
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

// trapGame returns an unsolvable game that is a trap for a plain search, such as that of the thesis from which the game
// comes: each further copy of a small pattern doubles its time. The pattern has four players with these wonderwalls and
// ninjas:
//
//	a: b c
//	b: c d
//	c: b a
//	d: the a of the next copy
//
// Any solution puts a, b, c and d in this order or its reverse. A copy shares only one player with the next copy, so
// the direction of one does not restrict that of the other. The last d chooses the a and b of its own copy, which
// contradicts their order. A search that decides copy after copy reaches this contradiction 2^copies times.
func trapGame(copies int, _ *rand.Rand) (betweenness.Game, error) {
	const most = (space.Most - 1) / 3
	if copies < 1 || copies > most {
		return nil, fmt.Errorf("copies = %d: expected a number from 1 to %s", copies, rows.Count(most))
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
