package families

import (
	"math/big"
	"slices"
	"testing"

	"enumerate/solver/betweenness"
	"enumerate/solver/thesis"
)

// hyperedges derives a hypergraph from nothing but the choices of a game that coroneneGame made. Players 1 to 3 are
// auxiliary; the vertices follow. An edge is a set of players who may not all stand on the same side of player 0,
// called z.
func hyperedges(t *testing.T, game betweenness.Game) (vertices int, edges [][]int) {
	t.Helper()
	const z, first = 0, 4
	for v := first; v < len(game); v++ {
		c := game[v]
		switch {
		case c.Wonderwall != z: // v chose (y, a), y chose (z, b)
			y := game[c.Wonderwall]
			if y.Wonderwall != z {
				t.Fatalf("player %d chose %v, whose wonderwall chose %v", v, c, y)
			}
			edges = append(edges, []int{v - first, c.Ninja - first, y.Ninja - first})
		case !slices.ContainsFunc(game[first:], func(d betweenness.Choice) bool { return d.Wonderwall == v }):
			edges = append(edges, []int{v - first, c.Ninja - first})
		default: // v is the y of another player
			continue
		}
		vertices++
	}
	return vertices, edges
}

// determinant returns the determinant of the incidence matrix of a hypergraph, without fractions (Bareiss).
func determinant(vertices int, edges [][]int) *big.Int {
	m := make([][]*big.Int, len(edges))
	for i, edge := range edges {
		for v := range vertices {
			m[i] = append(m[i], new(big.Int))
			if slices.Contains(edge, v) {
				m[i][v].SetInt64(1)
			}
		}
	}
	sign, last := int64(1), big.NewInt(1)
	var product big.Int
	for i := range m {
		pivot := slices.IndexFunc(m[i:], func(row []*big.Int) bool { return row[i].Sign() != 0 })
		if pivot < 0 {
			return new(big.Int)
		}
		if pivot > 0 {
			m[i], m[i+pivot] = m[i+pivot], m[i]
			sign = -sign
		}
		for _, row := range m[i+1:] {
			for j := i + 1; j < vertices; j++ {
				product.Mul(row[i], m[i][j])
				row[j].Mul(row[j], m[i][i]).Sub(row[j], &product).Quo(row[j], last)
			}
		}
		last = m[i][i]
	}
	return new(big.Int).Mul(last, big.NewInt(sign))
}

// matchings counts, one by one, the ways to choose a different vertex for each edge.
func matchings(edges [][]int, taken map[int]bool) int64 {
	if len(edges) == 0 {
		return 1
	}
	var ways int64
	for _, v := range edges[0] {
		if !taken[v] {
			taken[v] = true
			ways += matchings(edges[1:], taken)
			taken[v] = false
		}
	}
	return ways
}

// boxed returns the number of plane partitions in a cube, which is the number of perfect matchings, by the formula of
// MacMahon.
func boxed(side int) *big.Int {
	above, below := big.NewInt(1), big.NewInt(1)
	for i := range side {
		for j := range side {
			for k := range side {
				above.Mul(above, big.NewInt(int64(i+j+k+2)))
				below.Mul(below, big.NewInt(int64(i+j+k+1)))
			}
		}
	}
	return above.Quo(above, below)
}

// TestAllMatchingsOfACoroneneHaveOneSign shows that the game of a hypergraph is unsolvable. It compares the number of
// perfect matchings, which give each edge one of its vertices, with the absolute value of a determinant, the sum of the
// matchings' signs. If they are equal, all matchings have the same sign. Then, by docs/papers/hard.md, every colouring
// of the vertices with two colours has an edge of a single colour. A solution of the game would give a colouring
// without such an edge: the colour of a vertex is the side of player z on which it stands.
func TestAllMatchingsOfACoroneneHaveOneSign(t *testing.T) {
	for side := 1; side <= 6; side++ {
		game, err := coroneneGame(side, nil)
		if err != nil {
			t.Fatal(err)
		}
		vertices, edges := hyperedges(t, game)
		if vertices != 3*side*side || len(edges) != vertices {
			t.Fatalf("side %d: %d edges of %d vertices, want %d of both", side, len(edges), vertices, 3*side*side)
		}
		got, want := determinant(vertices, edges), boxed(side)
		if got.Abs(got).Cmp(want) != 0 {
			t.Errorf("side %d: a determinant of %d, want %d", side, got, want)
		}
		if side <= 3 {
			if ways := matchings(edges, make(map[int]bool)); !want.IsInt64() || ways != want.Int64() {
				t.Errorf("side %d: %d matchings, want %d", side, ways, want)
			}
		}
	}
}

func TestACoroneneHasNoSolution(t *testing.T) {
	for side := 1; side <= 3; side++ {
		game, err := coroneneGame(side, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range append(betweenness.Algorithms(), thesis.Algorithms()...) {
			if side == 3 && a.Name != "search" || side == 2 && testing.Short() && (a.Name == "orientations" || a.Name == "prefixes") ||
				a.Players > 0 && a.Players < len(game) {
				continue
			}
			c, _, err := a.Solve(t.Context(), game, betweenness.How{})
			if err == nil {
				err = c.Check(game)
			}
			if err != nil || c.Solvable() {
				t.Errorf("side %d, by %s: %v, solvable: %t", side, a.Name, err, c.Solvable())
			}
		}
		// Without one edge there is a colouring, so the game is solvable.
		game[4] = betweenness.Choice{Wonderwall: 2, Ninja: 3}
		if c := betweenness.Solve(game); !c.Solvable() {
			t.Errorf("side %d: unsolvable without the edge of the first vertex", side)
		}
	}
}
