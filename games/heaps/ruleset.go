package heaps

import (
	"fmt"
	"math"
	"sort"

	"enumerate/enum"
)

const (
	// maxSize is the most sticks of a heap in a space.
	maxSize = 1_000_000_000
	// maxVisited bounds the classes that the method formula visits, to some hours.
	maxVisited = 100_000_000_000
	// maxPermuted is the most heaps whose permutations a uint64 counts.
	maxPermuted = 20
)

// A Ruleset is Rules with the parameters heaps and verdict; see [New] and With. It
// implements enum.Parametric, enum.Counted, enum.Reader, enum.Generator and
// enum.Theorematic.
type Ruleset struct {
	rules   Rules
	span    Span
	verdict Question
}

// New returns the ruleset of some rules, with all parameters as they are by default.
func New(rules Rules) Ruleset { return Ruleset{rules: rules, span: rules.Heaps()} }

// Name returns the name of the rules and the parameters that are not as by default, such
// as "nim:heaps=2,verdict=grundy".
func (r Ruleset) Name() string {
	values := map[string]string{"heaps": r.span.String(), "verdict": r.verdict.String()}
	return enum.SettingName(r.rules.Name(), r.Parameters(), func(name string) string { return values[name] })
}

// About describes the ruleset.
func (r Ruleset) About() enum.About {
	group := "none, 1: every game is a class"
	if r.rules.Kind() == Multiset {
		group = fmt.Sprintf("the permutations of the heaps, %d!", r.span.Most)
	}
	return enum.About{
		Summary: r.rules.Summary(),
		Size:    "sticks of the largest heap",
		Sizes:   r.sizes(),
		Walked:  r.walked(),
		Group:   group,
		Example: r.rules.Example(),
	}
}

// least returns the least size for which there is a position.
func (r Ruleset) least() int {
	if r.rules.Kind() == Set {
		return max(r.span.Least, 1)
	}
	return 1
}

// upTo returns the sizes with at most that many positions, from which no move leads
// elsewhere, and no more verdicts than there may be.
func (r Ruleset) upTo(positions uint64) enum.Range {
	kind := r.rules.Kind()
	last := sort.Search(maxSize, func(n int) bool {
		size := uint64(n) + 1
		heaps := r.span.within(kind, size).Most
		return kind.numbered(heaps, size) > positions || r.verdict == Grundy && r.rules.Bound(heaps, size) >= maxVerdicts
	})
	return enum.Range{First: r.least(), Last: last}
}

// sizes returns the sizes there are: those whose games can be solved, one by one or all
// together.
func (r Ruleset) sizes() enum.Range {
	sizes := r.solved()
	for _, c := range r.counts() {
		sizes.Last = max(sizes.Last, c.reached(r).Last)
	}
	return sizes
}

// solved returns the sizes whose games can be solved one by one.
func (r Ruleset) solved() enum.Range {
	if r.covered() {
		return r.upTo(math.MaxUint64)
	}
	return r.upTo(MaxTable)
}

// covered reports whether a formula gives the verdict of every position.
func (r Ruleset) covered() bool {
	if r.verdict == Grundy {
		_, ok := r.rules.(Valued)
		return ok
	}
	if r.span.All {
		return false
	}
	for heaps := r.span.Least; heaps <= r.span.Most; heaps++ {
		if !r.rules.Covered(heaps) {
			return false
		}
	}
	return true
}

// walked returns the sizes that can be walked.
func (r Ruleset) walked() enum.Range { return r.permutable(r.upTo(MaxTable)) }

// permutable returns the sizes, or none if a class may have more automorphisms than a
// uint64 counts.
func (r Ruleset) permutable(sizes enum.Range) enum.Range {
	if r.rules.Kind() == Multiset && r.span.Most > maxPermuted {
		sizes.Last = sizes.First - 1
	}
	return sizes
}

// Space returns the space of all positions whose heaps have at most that many sticks.
func (r Ruleset) Space(size int) (enum.Space, error) {
	s, err := r.space(size, walk)
	if err != nil {
		return nil, err // and not a nil *Space, which is no nil enum.Space
	}
	return s, nil
}

// sticksIn says a range of sizes in words.
func sticksIn(r enum.Range) string {
	switch {
	case r.First > r.Last:
		return "with no number of sticks"
	case r.First == 1 && r.Last == 1:
		return "with 1 stick in the largest heap"
	case r.First == r.Last:
		return fmt.Sprintf("with %d sticks in the largest heap", r.First)
	}
	return fmt.Sprintf("with %d to %d sticks in the largest heap", r.First, r.Last)
}
