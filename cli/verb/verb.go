// Package verb is what verbs share: flags that mean the same thing everywhere, the bounds
// --timeout and --memory, help, games that are read, what is printed into a file, progress,
// and the errors that decide the exit code. A verb of the core is in package cli, and one of a
// room, such as the fleet or the page, in the room's package: the core knows no room.
//
// What a verb most often needs:
//
//	AddGame AddSizes AddMethod AddPart AddTrials   what to enumerate
//	AddWorkers AddDB AddQuiet AddFormat AddNumber  how
//	OpenGames Only Until Report                    games that a user wrote
//	Samplings SpacesBy                             spaces of sizes
//	OpenStore Show Ended BoundsOf                  while it works
//	Usagef ErrCheck ErrUnknown                     what went wrong
//	Totals Sample                                  walks, counts and samples as a whole
package verb

import (
	"io"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// A Program is what its verbs work with.
type Program struct {
	Rulesets Rulesets // the default first
	// Stored returns the space of a stored run whose method is of no ruleset, such as a
	// simulation; nil for none.
	Stored func(*enum.Ruleset, checkpoints.Key) (enum.Space, error)
	// PNG returns a writer that pictures paint themselves on as PNG; nil if there are SVG alone.
	PNG func(io.Writer) io.Writer
}

// A Verb makes the command of a program.
type Verb func(*Program) *cobra.Command

// Spaces returns the spaces of stored runs; means are what methods may use, nil for nothing.
func (p *Program) Spaces(means func(checkpoints.Key) enum.Means) func(checkpoints.Key) (enum.Space, error) {
	others := checkpoints.Spaces(p.Rulesets, means)
	return func(k checkpoints.Key) (enum.Space, error) {
		if p.Stored == nil || k.Method == enum.Sample || !enum.Drawn(k.Method) {
			return others(k)
		}
		r, err := enum.Find(p.Rulesets, k.Ruleset)
		if err != nil {
			return nil, err
		}
		return p.Stored(r, k)
	}
}
