package col

import (
	"fmt"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/col/search"
)

// Families lists the kinds of games that Generate makes.
func (Ruleset) Families() []enum.Family {
	return []enum.Family{
		{Name: "random", Summary: "any game of the size with the ruleset's parameters, all alike"},
		{Name: "path", Summary: "a path with colours as the ruleset says, all alike"},
		{Name: "complete", Summary: "an uncoloured tree that is as low as it can be, its last level filled from the left", Fixed: true},
	}
}

// Generate returns a Position of a family, whose size is the number of vertices. It depends
// on nothing but its arguments and the ruleset.
func (r Ruleset) Generate(family string, vertices int, random *rand.Rand) (enum.Writable, error) {
	switch family {
	case "random":
		if r.shape == paths {
			return r.randomPath(vertices, random)
		}
		s, err := NewSpace(r, vertices)
		if err != nil {
			return nil, err
		}
		return s.census.appendRandom(nil, vertices, random), nil
	case "path":
		return r.randomPath(vertices, random)
	case "complete":
		if err := generated(vertices); err != nil {
			return nil, err
		}
		return appendComplete(nil, 1, vertices), nil
	}
	return nil, fmt.Errorf("there is no family %q; there is: random, path, complete", family)
}

// generated returns an error unless there is a game of the size.
func generated(vertices int) error {
	if vertices < 1 || vertices > MaxRead {
		return fmt.Errorf("such a game has 1 to %d vertices, not %d", MaxRead, vertices)
	}
	return nil
}

// randomPath returns a path of any length.
func (r Ruleset) randomPath(vertices int, random *rand.Rand) (enum.Writable, error) {
	if err := generated(vertices); err != nil {
		return nil, err
	}
	p := make(Position, vertices)
	for v := range p {
		choices := r.colours.choices(v == vertices-1)
		p[v] = search.Vertex{Colour: search.Colour(random.Int64N(choices)), Children: 1}
	}
	p[vertices-1].Children = 0
	return p, nil
}

// appendComplete appends the subtree of a vertex of a complete tree of that many: those of
// vertex i, from 1, are 2i and 2i+1.
func appendComplete(p Position, vertex, vertices int) Position {
	root := len(p)
	p = append(p, search.Vertex{})
	for child := 2 * vertex; child <= min(2*vertex+1, vertices); child++ {
		p[root].Children++
		p = appendComplete(p, child, vertices)
	}
	return p
}
