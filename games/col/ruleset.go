package col

import (
	"math/big"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
)

// New returns the ruleset for uncoloured trees.
func New() *enum.Ruleset { return settings{}.ruleset() }

type settings struct{ colours colouring }

type colouring int

const (
	none colouring = iota
	leaves
	all
)

func (c colouring) String() string { return [...]string{"none", "leaves", "all"}[c] }

// choices returns the number of states of a vertex: uncoloured, or also blue and red.
func (c colouring) choices(leaf bool) int64 {
	if c == all || c == leaves && leaf {
		return 3
	}
	return 1
}

func (r settings) ruleset() *enum.Ruleset {
	return &enum.Ruleset{
		Name:    r.name(),
		Summary: "Myopic Col: Left paints vertices of a tree blue, Right red, unless a child has the colour",
		Size:    "vertices",
		Sizes:   r.sizes(),
		Group:   "the order of the children of each vertex, 2^n",
		Example: "--game col:colours=leaves --n 1..8",
		Space:   r.space,

		Methods: []enum.Method{
			{Name: enum.Walk, Summary: "visits one game of every class", Sizes: r.walkSizes(), Space: r.walk, Estimate: enum.Forecasts(r.walk, func(s enum.Space) enum.Descent { return s.Walker().(*walker).descend })},
			{Name: formula, Summary: "counts all trees of a size at once, by kind and value", Sizes: r.sizes(), Space: r.sums},
		},
		Lister:  kit.Lists(r.walk, func(s enum.Space) enum.Lister { return s.Walker().(*walker).list }),
		Sampler: kit.Samples(r.space, func(s enum.Space) enum.Sampler { return &sampler{space: s.(*space)} }),

		Parameters: parameters(),
		With:       kit.With(newSettings, settings.ruleset),

		Games: single.Games{
			Reading: single.Reading{Read: r.read, Input: input()},
			Questions: []single.Question{single.Solving(`enumerate solve --game col oBo
enumerate solve --game col 'ooB: 1-2 2-3 3-1' --algorithm search`, single.SolutionFormats(), algorithms()...)},
			Drawings: []single.Question{{Name: "draw", Example: "enumerate draw --game col 'o(o,B(o))' -o col.svg", Formats: []string{"svg"}, Ask: single.Asks(draw)}},
			Classify: single.Classifies(game.classify),
			Position: kit.Plays(game.playable),

			Families: []single.Family{
				{Name: "random", Summary: "a random game of this size; all are equally likely", Formats: []string{textFormat}, Generate: r.random},
			},
		},
		Values: r.values,
	}
}

// parameters lists the parameters in the order of a ruleset's name.
func parameters() []enum.Parameter {
	return []enum.Parameter{
		{Name: "colours", Values: "none|leaves|all", Default: "none", Summary: "which vertices may have a colour at the start"},
	}
}

func newSettings(values map[string]string) (settings, error) {
	colours, err := kit.Choose(values, "colours", "none", "leaves", "all")
	return settings{colouring(colours)}, err
}

// name has the parameters that do not have their defaults, such as "col:colours=leaves".
func (r settings) name() string {
	return kit.SettingName("col", parameters(), func(string) string { return r.colours.String() })
}

const (
	maxSize = 30
	// maxWalked limits the classes of a walk, which takes some hours.
	maxWalked = 10_000_000_000
	// maxWalkedSize limits the vertices of a walk, which keeps the value of every tree that play can reach: for 16
	// vertices 8 million trees, 600 MB for each worker.
	maxWalkedSize = 16
)

func (settings) sizes() enum.Range { return enum.Range{First: 1, Last: maxSize} }

func (r settings) walkSizes() enum.Range {
	census := newCensus(r, maxWalkedSize)
	last, most := maxWalkedSize, big.NewInt(maxWalked)
	for census.classes[last].Cmp(most) > 0 {
		last--
	}
	return enum.Range{First: 1, Last: last}
}

func sizeError(vertices int, purpose string, r enum.Range) error {
	return kit.SizeError(vertices, purpose, r, "vertex", "vertices")
}

func (r settings) random(vertices int, random *rand.Rand) (single.Answer, error) {
	s, err := r.space(vertices)
	if err != nil {
		return nil, err
	}
	return s.(*space).census.appendRandom(nil, vertices, random), nil
}
