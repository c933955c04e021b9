// Package cli is the command line. It has the verbs of the core: a verb is a subcommand, such as solve in "enumerate
// solve". A program elsewhere can run the verbs for its own rulesets:
//
//	os.Exit(cli.Program{Rulesets: []*enum.Ruleset{mine}}.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//
// Each verb has a file with its flags, its rows of output and its code. Package cli/verb has what verbs share, and
// package checkpoints works on stored runs.
//
// A ruleset is a kind of game with its methods. A run is one computation of all games of a size by one method; it
// consists of shards, which can be computed apart and are stored in the database. A class is a set of games that are
// the same up to relabeling. A verdict is what a game turns out to be, such as solvable. A room is an optional part of
// the program, a package in rooms/ that brings its own verbs.
package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/build"
	"enumerate/results/estimate"
)

// A Program has the rulesets and verbs of a program.
type Program struct {
	Rulesets []*enum.Ruleset // the first is the default of --game
	Verbs    []verb.Verb     // the verbs of rooms, which are added to those of the core
	// ExtraSpace, if not nil, returns the space of a stored run whose method belongs to a room, such as a simulation.
	ExtraSpace func(*enum.Ruleset, checkpoints.Key) (enum.Space, error)
	// Plot, if not nil, draws a curve to a file, as package pictures does.
	Plot func(path verb.FileName, c estimate.Curve) error
}

// Main runs the program and returns its exit code: 0 done, 1 failure, 2 wrong usage, 3 a check failed, 4 a time or
// memory limit was exceeded, 5 a merge is incomplete, 130 interrupted. It returns within a second of Ctrl-C, SIGTERM or
// an exceeded limit.
func (p Program) Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	seen := make(map[string]bool)
	for _, r := range p.Rulesets {
		if r.Name == "" || strings.Contains(r.Name, ":") || seen[r.Name] {
			fmt.Fprintf(stderr, "enumerate: ruleset name %q: give each ruleset a different name without a colon\n", r.Name)
			return verb.ExitUsage
		}
		seen[r.Name] = true
	}
	root := p.Command()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return verb.Execute(root)
}

// Command returns the program as a tree of verbs. Programs that write the documentation read it.
func (p Program) Command() *cobra.Command {
	shared := &verb.Program{Rulesets: p.Rulesets, ExtraSpace: p.ExtraSpace, Plot: p.Plot}
	f := verb.Totals{Walks: true}
	cmd := &cobra.Command{
		Use:   "enumerate --n N",
		Short: "Count small games exactly, up to isomorphism",
		Long: `Without a verb, enumerate visits one game of every class of isomorphic games, and prints how many games
and classes have each verdict. Totals are checked before they are printed; the last column says how. Finished parts are
stored: add --resume to continue after an interruption. The guide is docs/guide.md.`,
		Example: `  enumerate --n 6 --resume
  enumerate --n 3..7 --format markdown
  enumerate --n 7 --shard 1/4 --db part1.db`,
		Args:          verb.NoArgs,
		Version:       build.Info().Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().NFlag() == 0 && f.Game.Sizes.First != f.Game.Sizes.Last {
				return verb.Usagef("no size and no verb given: add --n, such as --n 6, or a verb, such as solve; enumerate --help lists the verbs")
			}
			return f.Run(cmd)
		},
	}
	f.Add(cmd, shared)
	verb.AddJudge(cmd, shared, &f.Game)
	core := []verb.Verb{
		newCount, newClass, newSolve, newRuns, newMerge, newAudit, newResults, newSample, newGames, newVersion,
	}
	for _, verb := range slices.Concat(core, p.Verbs) {
		cmd.AddCommand(verb(shared))
	}
	addCompletion(cmd) // before Finish, which describes its flags
	verb.Finish(cmd)
	return cmd
}
