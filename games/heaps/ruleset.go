package heaps

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/internal/rows"
)

const (
	// maxSize is the largest number of sticks of a heap in a space.
	maxSize = 1_000_000_000
	// maxVisited limits the classes that the method formula visits, so that it takes some hours at most.
	maxVisited = 100_000_000_000
	// maxPermuted is the largest number of heaps whose permutations can be counted in a uint64.
	maxPermuted = 20
	// maxVerdicts limits the number of Grundy values of a space with the verdict grundy, since each value is a verdict.
	maxVerdicts = 1024
)

// New returns the ruleset for some rules, with the default parameters.
func New(rules *Rules) *enum.Ruleset { return defaults(rules).ruleset() }

type settings struct {
	rules   *Rules
	heaps   Span     // the numbers of heaps of the games of a space
	verdict Question // what the verdict of a game is: its outcome or its Grundy value
}

func defaults(rules *Rules) settings { return settings{rules: rules, heaps: rules.Heaps} }

func (r settings) ruleset() *enum.Ruleset {
	group := "none, so every game is a class"
	if r.rules.Kind == Multiset {
		group = fmt.Sprintf("the permutations of the heaps, %d!", r.heaps.Most)
	}
	formats := []string{lineFormat}
	var classify func(context.Context, single.Game) (single.Form, error)
	if r.rules.Kind == Multiset {
		classify = single.Classifies(func(g game, _ context.Context) (single.Form, error) { return r.classify(g.Position), nil })
	}
	return &enum.Ruleset{
		Name:    r.name(),
		Summary: r.rules.Summary,
		Size:    "sticks of the largest heap",
		Sizes:   r.sizes(),
		Group:   group,
		Example: r.rules.Example,
		Space:   r.space,

		Methods: r.methods(),
		Lister:  kit.Lists(r.walk, func(s enum.Space) enum.Lister { return s.Walker().(*walker).List }),
		Sampler: r.sampler,

		Parameters: r.parameters(),
		With:       kit.With(r.with, settings.ruleset),

		Games: single.Games{
			Reading:   single.Reading{Read: r.read, Input: r.input()},
			Questions: []single.Question{single.Solving("enumerate solve --game "+r.rules.Name+" 3,5,6,9", single.SolutionFormats(), r.rules.algorithms()...)},
			Drawings:  []single.Question{{Name: "draw", Example: "enumerate draw --game " + r.rules.Name + " 3,5,7 -o heaps.svg", Formats: []string{"svg"}, Ask: single.Asks(game.draw)}},
			Classify:  classify,
			Position:  kit.Plays(game.playable),

			Families: []single.Family{{Name: "random", Summary: "a random position with heaps of at most n sticks; all are equally likely", Formats: formats, Generate: r.random}},
		},
		Values: r.values,
	}
}

func (r settings) parameters() []enum.Parameter {
	return []enum.Parameter{
		{Name: "heaps", Values: r.rules.Kind.values(), Default: r.rules.Heaps.String(), Summary: "how many heaps a position has"},
		{Name: "verdict", Values: "outcome|grundy", Default: "outcome", Summary: "what to compute: who wins, or the Grundy value"},
	}
}

func (r settings) with(values map[string]string) (settings, error) {
	set := defaults(r.rules)
	if text, ok := values["heaps"]; ok {
		heaps, err := r.rules.Kind.parse(text)
		if err != nil {
			return settings{}, err
		}
		set.heaps = heaps
	}

	verdict, err := kit.Choose(values, "verdict", "outcome", "grundy")
	if err != nil {
		return settings{}, err
	}
	set.verdict = Question(verdict)

	if set.sizes().Empty() {
		return settings{}, fmt.Errorf("no formula is known for %v heaps, and they have too many positions for the exhaustive solver: it takes at most %s", set.heaps, rows.Count(maxTable))
	}
	return set, nil
}

// name returns the name of the rules and the parameters that differ from their defaults, such as
// "nim:heaps=2,verdict=grundy".
func (r settings) name() string {
	values := map[string]string{"heaps": r.heaps.String(), "verdict": r.verdict.String()}
	return kit.SettingName(r.rules.Name, r.parameters(), func(name string) string { return values[name] })
}

// upTo returns the sizes (sticks of the largest heap) with at most the given number of positions. Positions with fewer
// heaps than the settings ask for count too, because moves lead to them. If the verdicts are Grundy values, there must
// be at most maxVerdicts values.
func (r settings) upTo(positions uint64) enum.Range {
	kind := r.rules.Kind
	last := sort.Search(maxSize, func(n int) bool { // whether the size n+1 is too large
		size := uint64(n) + 1
		heaps := r.heaps.within(kind, size).Most
		tooManyVerdicts := r.verdict == Grundy && r.rules.ValueLimit(heaps, size) >= maxVerdicts
		return kind.positions(heaps, size) > positions || tooManyVerdicts
	})
	return enum.Range{First: r.least(), Last: last}
}

// least returns the smallest size for which there are positions: k different heaps need a heap of k sticks.
func (r settings) least() int {
	if r.rules.Kind == Set {
		return max(r.heaps.Least, 1)
	}
	return 1
}

// sizes returns all sizes whose games can be solved, either one by one or by a count of all games together.
func (r settings) sizes() enum.Range {
	sizes := r.solvableSizes()
	for _, c := range r.counts() {
		sizes.Last = max(sizes.Last, r.countSizes(c).Last)
	}
	return sizes
}

// solvableSizes returns the sizes whose games can be solved one by one.
func (r settings) solvableSizes() enum.Range {
	if r.hasFormula() {
		return r.upTo(math.MaxUint64)
	}
	return r.upTo(maxTable)
}

// hasFormula reports whether a formula gives the verdict of every position.
func (r settings) hasFormula() bool {
	if r.verdict == Grundy {
		return r.rules.Value != nil
	}
	return !r.heaps.All && r.heaps.Most <= r.rules.FormulaHeaps
}

func (r settings) walkSizes() enum.Range { return r.wherePermutable(r.upTo(maxTable)) }

func (r settings) formulaSizes() enum.Range { return r.wherePermutable(r.upTo(maxVisited)) }

// wherePermutable returns the argument sizes, or no sizes if the automorphisms of a class may be too many for a uint64.
func (r settings) wherePermutable(sizes enum.Range) enum.Range {
	if r.rules.Kind == Multiset && r.heaps.Most > maxPermuted {
		sizes.Last = sizes.First - 1
	}
	return sizes
}

// counts returns the ways to count P-positions, or none if the verdicts are Grundy values.
func (r settings) counts() []Count {
	if r.verdict == Grundy {
		return nil
	}
	return r.rules.Counts
}

func (r settings) countSizes(c Count) enum.Range {
	last := sort.Search(maxSize, func(n int) bool { return !c.Reaches(r.heaps, n+1) })
	return enum.Range{First: r.least(), Last: last}
}

func sizeError(sticks int, purpose string, r enum.Range) error {
	return kit.SizeError(sticks, purpose, r, "stick in the largest heap", "sticks in the largest heap")
}

func (r settings) random(size int, random *rand.Rand) (single.Answer, error) {
	s, err := r.space(size)
	if err != nil {
		return nil, err
	}
	d := newSampler(s.(*space))
	d.draw(random)
	return game{r.rules, slices.Clone(d.p)}, nil
}
