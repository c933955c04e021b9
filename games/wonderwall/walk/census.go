package walk

import (
	"enumerate/enum"
	"enumerate/games/wonderwall/space"
)

const (
	solvable   = space.Solvable
	unsolvable = space.Unsolvable
)

// A census counts the classes of a shard by verdict and number of automorphisms. Nearly all classes have fewer than 64
// automorphisms, so these are counted in an array, which is faster.
type census struct {
	few  [2][64]uint64        // few[verdict][a] is the number of classes with a < 64 automorphisms
	many [2]map[uint64]uint64 // many[verdict][a] is the number of classes with a >= 64 automorphisms
}

func (c *census) add(verdict int, automorphisms, classes uint64) {
	if automorphisms < uint64(len(c.few[verdict])) {
		c.few[verdict][automorphisms] += classes
		return
	}
	if c.many[verdict] == nil {
		c.many[verdict] = make(map[uint64]uint64)
	}
	c.many[verdict][automorphisms] += classes
}

// flush adds all counts of the census to a tally, and sets the census to zero.
func (c *census) flush(t *enum.Tally) {
	for verdict := range c.few {
		for automorphisms, classes := range c.few[verdict] {
			t.Add(verdict, uint64(automorphisms), classes)
		}
		for automorphisms, classes := range c.many[verdict] {
			t.Add(verdict, automorphisms, classes)
		}
	}
	*c = census{}
}
