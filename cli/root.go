// Package cli is the program: its verbs, flags and printing.
package cli

import (
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is what --version prints; releases set it with -ldflags -X.
var version = "development"

// programVersion is the version, or that of the module where the program was
// installed from one.
func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && version == "development" && strings.HasPrefix(info.Main.Version, "v") {
		return info.Main.Version
	}
	return version
}

func newRoot() *cobra.Command {
	f := totalsFlags{walks: true}
	cmd := &cobra.Command{
		Use:   "enumerate --n N",
		Short: "Count small games exactly, up to isomorphism",
		Long: `Enumerate walks all games of a size, each class of isomorphic games once, and
solves them. It prints how many there are, labelled and up to isomorphism, with
each verdict. The totals are exact, and proved before they are printed: the
orbits sum to the number of labelled games, the classes are as many as Burnside's
lemma says, and finished runs by other methods agree.

Every finished shard of a walk is stored within two seconds. Interrupted in any
way, even by a power failure, the same command with --resume goes on where it was;
and once finished it prints the stored result. Without --resume it counts afresh, and
compares the result with the stored one before it takes its place.

With another --method than walk it counts without walking, see enumerate count
--help. With --game it does so for another ruleset than Ninja Assassin Wonderwall:
enumerate games lists them.`,
		Example: `  enumerate --n 6 --resume
  enumerate --n 3..7 --format markdown
  enumerate --n 3..6 --format bfile --column solvable-games
  enumerate --n 7 --shard 1/4 --db part1.db
  enumerate --n 8 --method count`,
		Args:          noArgs,
		Version:       programVersion(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	f.add(cmd)
	cmd.SetHelpTemplate(helpTemplate)
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	cmd.AddCommand(newCount(), newClasses(), newSolve(), newDraw(), newGenerate(), newRuns(), newMerge(), newAudit(), newResults(), newSample(), newCheck(), newGames(), newPlay(), newValues())
	return cmd
}

// helpTemplate opens with what to type.
const helpTemplate = `{{.Short}}.
{{with .Example}}
{{.}}
{{end}}{{with .Long}}
{{.}}
{{end}}
Usage:
  {{.UseLine}}
{{if .HasAvailableSubCommands}}
Verbs:
{{range .Commands}}{{if .IsAvailableCommand}}  {{rpad .Name .NamePadding}} {{.Short}}
{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}
Flags:
{{.LocalFlags.FlagUsages}}{{end}}`

// noArgs refuses arguments. Without a verb, what is not a flag is taken for one.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && cmd.HasParent() {
		return usagef("%s takes flags only, not %q", cmd.CommandPath(), args[0])
	}
	if len(args) > 0 {
		return usagef("there is no verb %q; %s --help lists them", args[0], cmd.CommandPath())
	}
	return nil
}
