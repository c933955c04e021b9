package heaps

import (
	"fmt"

	"enumerate/enum"
)

// Parameters lists the parameters.
func (r Ruleset) Parameters() []enum.Parameter {
	return []enum.Parameter{
		{
			Name: "heaps", Values: r.rules.Kind().values(), Default: r.rules.Heaps().String(),
			Summary: "how many heaps a position has",
		},
		{
			Name: "verdict", Values: "outcome|grundy", Default: Outcome.String(),
			Summary: "what is asked of a position: who wins, or its Grundy value",
		},
	}
}

// With returns the ruleset with some parameters set, and the others as they are by
// default.
func (r Ruleset) With(values map[string]string) (enum.Ruleset, error) {
	set := New(r.rules)
	if text, ok := values["heaps"]; ok {
		span, err := r.rules.Kind().parse(text)
		if err != nil {
			return nil, err
		}
		set.span = span
	}
	if text, ok := values["verdict"]; ok {
		switch text {
		case Outcome.String():
			set.verdict = Outcome
		case Grundy.String():
			set.verdict = Grundy
		default:
			return nil, fmt.Errorf("the verdict is outcome or grundy, not %q", text)
		}
	}
	if sizes := set.sizes(); sizes.First > sizes.Last {
		return nil, fmt.Errorf("no formula is known for %v heaps, and there are more than %d positions of them, which is the limit of the exhaustive solver", set.span, MaxTable)
	}
	return set, nil
}
