// Package verb has what verbs share: flags that mean the same everywhere, the limits --timeout
// and --memory, help, reading games, printing to a file, progress, and the errors that
// determine the exit code. The verbs of the core are in package cli. Those of a room, such as
// the fleet or the page, are in the room's package: the core imports no room.
//
// The most used names:
//
//	AddGame AddSizes AddMethod AddPart AddTrials   what to enumerate
//	AddWorkers AddDB AddQuiet AddFormat AddNumber  how
//	OpenGames Games Only Report                    games that a user wrote
//	Sizes.By Sizes.Walked Sample.Samplings         spaces of sizes
//	OpenStore Ended BoundsOf                       during the work
//	Usagef ErrCheck ErrUnknown                     errors
//	Job Totals Sample                              complete walks, counts and samples
//	Finish Execute                                 a program of verbs
package verb

import (
	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/results/estimate"
)

// A Program is the data that verbs work with.
type Program struct {
	Rulesets Rulesets // the default first
	// Stored returns the space of a stored run whose method belongs to no ruleset, such as a
	// simulation. It is nil if there are no such methods.
	Stored func(*enum.Ruleset, checkpoints.Key) (enum.Space, error)
	// Plot draws a curve to a file. It is nil if the program draws no plots.
	Plot func(path FileName, c estimate.Curve) error
}

// A Verb makes the command of a program.
type Verb func(*Program) *cobra.Command

// Spaces returns the spaces of stored runs. means returns the resources of a method; nil for
// none.
func (p *Program) Spaces(means func(checkpoints.Key) enum.Means) func(checkpoints.Key) (enum.Space, error) {
	others := checkpoints.Spaces(p.Rulesets, means)
	return func(k checkpoints.Key) (enum.Space, error) {
		if p.Stored == nil || k.Method == enum.Sample || !enum.IsSampling(k.Method) {
			return others(k)
		}
		r, err := enum.Find(p.Rulesets, k.Ruleset)
		if err != nil {
			return others(k) // which says so
		}
		return p.Stored(r, k)
	}
}
