package heaps

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"enumerate/enum"
)

// random is the only family of positions.
const random = "random"

// Families lists the kinds of positions that Generate makes.
func (Ruleset) Families() []enum.Family {
	return []enum.Family{{Name: random, Summary: "any position with the ruleset's heaps of at most so many sticks, all alike"}}
}

// Generate returns a Game of a family, whose heaps have at most that many sticks. It
// depends on nothing but its arguments and the ruleset.
func (r Ruleset) Generate(family string, size int, source *rand.Rand) (enum.Writable, error) {
	if family != random {
		return nil, fmt.Errorf("there is no family %q; there is: %s", family, random)
	}
	s, err := r.space(size, walk)
	if err != nil {
		return nil, err
	}
	d := s.newSampler()
	d.draw(source)
	return Game{r.rules, slices.Clone(d.p)}, nil
}
