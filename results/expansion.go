package results

import (
	"context"

	"enumerate/enum"
	"enumerate/estimate"
)

// Terms is how many terms of an expansion samples are compared with. Those of Ninja Assassin
// Wonderwall take milliseconds; a further one changes nothing that a sample shows.
const Terms = 5

// Expansion returns the expansion of the share of a ruleset's first verdict, nil if none is known.
func Expansion(ctx context.Context, r *enum.Ruleset) (estimate.Expansion, error) {
	if r.Expansion == nil {
		return nil, nil
	}
	return r.Expansion.Terms(ctx, Terms)
}
