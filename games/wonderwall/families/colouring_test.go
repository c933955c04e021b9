package families

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/solver/betweenness"
)

// colourable tries all colourings with two colours: no edge may have a single colour.
func (h hypergraph) colourable() bool {
	for colours := range 1 << h.vertices {
		mixed := func(edge []int) bool {
			return slices.ContainsFunc(edge, func(v int) bool { return colours>>v&1 != colours>>edge[0]&1 })
		}
		if !slices.ContainsFunc(h.edges, func(edge []int) bool { return !mixed(edge) }) {
			return true
		}
	}
	return false
}

func TestAGameIsSolvableIfItsHypergraphCanBeColoured(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	seen := make(map[string]int)
	for range 3000 {
		vertices := 3 + random.IntN(5)
		h := randomHypergraph(vertices, random)
		for i, edge := range h.edges { // make some edges larger
			if random.IntN(10) > 0 {
				continue
			}
			for u := range vertices {
				if !slices.Contains(edge, u) && random.IntN(2) == 0 {
					edge = append(edge, u)
				}
			}
			h.edges[i] = edge
		}
		game := h.game()
		if err := game.Validate(); err != nil {
			t.Fatalf("%v: %v", h, err)
		}
		c := betweenness.Solve(game)
		if err := c.Check(game); err != nil {
			t.Fatalf("%v: %v", h, err)
		}
		want := h.colourable()
		if c.Solvable() != want {
			t.Fatalf("%v can be coloured: %t, its game can be solved: %t", h, want, c.Solvable())
		}
		seen[fmt.Sprint(want)]++
		if !want {
			continue
		}
		// Conversely, a solution is a colouring: the colour of a vertex is its side of z.
		z := slices.Index(c.Order, 0)
		for _, edge := range h.edges {
			sides := make(map[bool]bool)
			for _, v := range edge {
				sides[slices.Index(c.Order, 1+v) < z] = true
			}
			if len(sides) < 2 {
				t.Fatalf("%v: %v has one colour in %v", h, edge, c.Order)
			}
		}
	}
	if seen["true"] < 400 || seen["false"] < 400 {
		t.Errorf("colourable or not: %v times", seen)
	}
}

func TestNoEdgesOfAHypergraphHaveTwoMoreThanVertices(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		h := randomHypergraph(3+random.IntN(6), random)
		for set := 1; set < 1<<len(h.edges); set++ {
			edges, vertices := 0, make(map[int]bool)
			for i, edge := range h.edges {
				if set>>i&1 == 1 {
					edges++
					for _, v := range edge {
						vertices[v] = true
					}
				}
			}
			if edges > len(vertices)+1 {
				t.Fatalf("%v: %d edges of %d vertices", h, edges, len(vertices))
			}
		}
	}
}
