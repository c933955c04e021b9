// Package verb is what verbs share: flags that mean the same thing everywhere, the bounds
// --timeout and --memory, help, games that are read, what is printed into a file, progress,
// and the errors that decide the exit code. A verb of the core is in package cli, and one of a
// room, such as the fleet or the page, in the room's package: the core knows no room.
//
// What a verb most often needs:
//
//	AddGame AddSizes AddMethod AddPart AddTrials   what to enumerate
//	AddWorkers AddDB AddQuiet AddFormat AddNumber  how
//	OpenGames Games Only Report                    games that a user wrote
//	Sizes.By Sizes.Walked Sample.Samplings         spaces of sizes
//	OpenStore Ended BoundsOf                       while it works
//	Usagef ErrCheck ErrUnknown                     what went wrong
//	Job Totals Sample                              walks, counts and samples as a whole
//	Finish Execute                                 a program of verbs
package verb

import (
	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/estimate"
)

// A Program is what its verbs work with.
type Program struct {
	Rulesets Rulesets // the default first
	// Stored returns the space of a stored run whose method is of no ruleset, such as a
	// simulation; nil for none.
	Stored func(*enum.Ruleset, checkpoints.Key) (enum.Space, error)
	// Plot draws a curve into a file; nil if none are drawn.
	Plot func(path FileName, c estimate.Curve) error
}

// A Verb makes the command of a program.
type Verb func(*Program) *cobra.Command

// Spaces returns the spaces of stored runs; means are what methods may use, nil for nothing.
func (p *Program) Spaces(means func(checkpoints.Key) enum.Means) func(checkpoints.Key) (enum.Space, error) {
	others := checkpoints.Spaces(p.Rulesets, means)
	return func(k checkpoints.Key) (enum.Space, error) {
		if p.Stored == nil || k.Method == enum.Sample || !enum.IsSampling(k.Method) {
			return others(k)
		}
		r, err := enum.Find(p.Rulesets, k.Ruleset)
		if err != nil {
			return nil, err
		}
		return p.Stored(r, k)
	}
}
