package verb

import (
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

// Of returns, for each size of --n, the space that the function space makes. The argument possible is the range of
// sizes that the verb takes. Without --n, Of takes the only size of the ruleset, if there is only one.
func (s Sizes) Of(r *enum.Ruleset, possible enum.Range, space func(size int) (enum.Space, error)) ([]Sized, error) {
	if s == (Sizes{}) {
		if r.Sizes.First != r.Sizes.Last {
			return nil, Usagef("no size given: add --n, such as --n %d", smallSize(possible))
		}
		s = Sizes{r.Sizes.First, r.Sizes.First}
	}
	if !possible.Contains(s.First) || !possible.Contains(s.Last) {
		more := ""
		if len(r.Methods) > 1 && s.Last > possible.Last && s.Last <= r.Methods[1].Sizes.Last {
			more = "; for totals of larger sizes, use enumerate count --method " + r.Methods[1].Name
		} else if r.Sampler != nil && s.Last > possible.Last && s.Last <= r.Sizes.Last {
			more = "; for random games of larger sizes, use enumerate sample"
		}
		return nil, Usagef("--n %v: for %s, expected %d to %s %s%s", &s, r.Name, possible.First, rows.Count(uint64(possible.Last)), r.Size, more)
	}
	var spaces []Sized
	for n := s.First; n <= s.Last; n++ {
		made, err := space(n)
		if err != nil {
			return nil, usageError{err}
		}
		spaces = append(spaces, Sized{made, n})
	}
	return spaces, nil
}

// smallSize returns a size of a range for an example: most rulesets compute it in seconds.
func smallSize(possible enum.Range) int { return min(max(6, possible.First), possible.Last) }

// Sized is a space and its size.
type Sized struct {
	enum.Space
	N int
}

// By returns the spaces of the sizes for a method.
func (s Sizes) By(r *enum.Ruleset, m *enum.Method) ([]Sized, error) {
	if m.Sizes.Empty() {
		return nil, Usagef("the method %s cannot count %s at any size: try another method of enumerate count, or draw random games with enumerate sample", m.Name, r.Name)
	}
	return s.Of(r, m.Sizes, func(size int) (enum.Space, error) { return m.Space(size, enum.Means{}) })
}

// Walked returns the spaces of the sizes for the walk.
func (s Sizes) Walked(r *enum.Ruleset) ([]Sized, error) {
	walk, err := r.Method(enum.Walk)
	if err != nil {
		return nil, usageError{err}
	}
	return s.By(r, walk)
}

// Samplings returns a sampling, the plan of a sample, for each size of --n.
func (f *Sample) Samplings() ([]sampling.Sampling, error) {
	spaces, err := f.Sizes.Of(f.Game.Ruleset, f.Game.Sizes, func(size int) (enum.Space, error) { return f.Sampling(size) })
	return lists.Map(spaces, func(s Sized) sampling.Sampling { return s.Space.(sampling.Sampling) }), err
}

// Sampling returns the sampling of a size.
func (f *Sample) Sampling(size int) (sampling.Sampling, error) {
	if f.Game.Sampler == nil {
		return sampling.Sampling{}, Usagef("games of %s cannot be drawn at random", f.Game.Name)
	}
	return sampling.Of(f.Game.Ruleset, size, f.Seed, f.Trials)
}
