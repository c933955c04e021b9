// Package verb has what verbs share: flags that mean the same everywhere, the limits --timeout and --memory, help,
// reading games, printing to a file, progress, and the errors that determine the exit code. The verbs of the core are
// in package cli. A room is an optional part, such as the fleet or the page, with its verbs in its own package.
//
// A verb is a subcommand of the program, such as solve in "enumerate solve". A ruleset is a kind of game; --game
// chooses it. A job works on one or several sizes of a ruleset. A space is all games of one size, as one method visits
// them; it is divided into shards, which can be computed apart. A verb crosses a limit if it takes more time or memory
// than --timeout or --memory allow.
//
// The most used names:
//
//	AddGame AddSizes AddMethod AddPart AddTrials   add the flags that say what to enumerate
//	AddWorkers AddDB AddQuiet AddFormat AddNumber  add the flags that say how
//	OpenGames Games OnlyGame Report                read games that a user wrote, and report their faults
//	Sizes.By Sizes.Walked Sample.Samplings         make the spaces of the sizes for a method, a walk or a sample
//	OpenStore BoundsOf Ended                       open the database, get the limits, say why the work has ended
//	Usagef ErrCheck ErrUnknown                     errors that determine the exit code
//	Job Totals Sample                              hold the flags of verbs about sizes, totals and samples
//	Finish Execute                                 add the common flags and help to a program, and run it
package verb

import (
	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/results/estimate"
)

// A Program is the data that verbs work with.
type Program struct {
	Rulesets Rulesets // the first is the default of --game
	// ExtraSpace returns the space of a stored run whose method is not one of the ruleset's methods, such as a
	// simulation. It is nil if there are no such methods.
	ExtraSpace func(*enum.Ruleset, checkpoints.Key) (enum.Space, error)
	// Plot draws a curve to a file. It is nil if the program draws no plots.
	Plot func(path FileName, c estimate.Curve) error
}

// A Verb is a function that makes the command of a verb for a program.
type Verb func(*Program) *cobra.Command

// Spaces returns a function that finds the space of a stored run, which verbs need to interpret or recompute it. The
// argument `means` is a function, or nil. It returns the memory, files and workers that the method of the run may use.
func (p *Program) Spaces(means func(checkpoints.Key) enum.Means) func(checkpoints.Key) (enum.Space, error) {
	fromRulesets := checkpoints.Spaces(p.Rulesets, means)
	return func(k checkpoints.Key) (enum.Space, error) {
		// A sampling that does not draw random games, such as a simulation, is not a method of a ruleset. So
		// p.ExtraSpace makes its space.
		if p.ExtraSpace == nil || k.Method == enum.Sample || !enum.IsSampling(k.Method) {
			return fromRulesets(k)
		}
		r, err := enum.Find(p.Rulesets, k.Ruleset)
		if err != nil {
			return fromRulesets(k) // which reports the unknown ruleset
		}
		return p.ExtraSpace(r, k)
	}
}
