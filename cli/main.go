// Package cli is the program: its verbs, flags and printing. [Main] runs it with any
// rulesets, so that a program elsewhere has every verb for its own, beside those of
// package games or without them:
//
//	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, append(games.All(), mine)...))
//
// Each verb has a file: its flags, its row of output (see print.go), what it does. What a
// verb does to stored runs is done by package checkpoints.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/fleet"
	"enumerate/internal/build"
	"enumerate/internal/layers"
	"enumerate/internal/text"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailure     = 1
	exitUsage       = 2
	exitCheck       = 3   // a check failed
	exitUnknown     = 4   // something took more time or memory than it may
	exitIncomplete  = 5   // what was merged is not all there is
	exitInterrupted = 130 // by Ctrl-C or SIGTERM
)

// usageError is an error of the command line itself.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func (e usageError) Unwrap() error { return e.error }

// errCheck is the error of a command that found something wrong and has said so.
var errCheck = errors.New("a check failed")

// errIncomplete is the error of a merge after which shards are missing still.
var errIncomplete = errors.New("incomplete")

// Main runs the program with some rulesets, the first of them the default, and returns its
// exit code: 0 done, 1 failure, 2 wrong usage, 3 a check failed, 4 something took more time
// or memory than it may, 5 what was merged is incomplete, 130 interrupted. It returns within
// a second of Ctrl-C, SIGTERM or the crossing of a bound.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, rulesets ...*enum.Ruleset) int {
	seen := make(map[string]bool)
	for _, r := range rulesets {
		if r.Name == "" || strings.Contains(r.Name, ":") || seen[r.Name] {
			fmt.Fprintf(stderr, "enumerate: a ruleset is named %q; want a name of its own, without a colon\n", r.Name)
			return exitUsage
		}
		seen[r.Name] = true
	}
	root := newRoot(rulesets)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	ctx, stop := interruptible()
	defer stop()
	err := within(ctx, lastGrace, func() error { return root.ExecuteContext(ctx) })
	if err != nil && err != errInterrupted && err != errReported {
		fmt.Fprintf(stderr, "enumerate: %s\n", text.Printable(err.Error()))
	}
	return exitCode(err)
}

// exitCode returns what the program exits with after a verb's error.
func exitCode(err error) int {
	switch {
	case err == nil:
		return exitDone
	case err == errInterrupted:
		return exitInterrupted
	case errors.As(err, new(usageError)):
		return exitUsage
	case errors.Is(err, errCheck), errors.Is(err, checkpoints.ErrProof), errors.Is(err, checkpoints.ErrContradiction), errors.Is(err, checkpoints.ErrSignature), errors.Is(err, layers.ErrMismatch), errors.Is(err, fleet.ErrBanned):
		return exitCheck
	case errors.Is(err, errUnknown):
		return exitUnknown
	case errors.Is(err, errIncomplete):
		return exitIncomplete
	}
	return exitFailure
}

// Command returns the program with some rulesets as a tree of verbs, for programs that write
// its documentation. Main is what runs it.
func Command(rulesets ...*enum.Ruleset) *cobra.Command { return newRoot(rulesets) }

func newRoot(all rulesets) *cobra.Command {
	f := totalsFlags{walks: true}
	cmd := &cobra.Command{
		Use:   "enumerate --n N",
		Short: "Count small games exactly, up to isomorphism",
		Long: `Enumerate walks all games of a size, each class of isomorphic games once, and
solves them. It prints how many there are, labelled and up to isomorphism, with
each verdict. The totals are exact, and proved before they are printed as far as the
ruleset allows; the last column says how far: the orbits sum to the number of
labelled games, the classes are as many as Burnside's lemma says, and finished runs
by other methods agree.

Every finished shard of a walk is stored within two seconds. After any interruption,
even a power failure, the same command with --resume continues where it stopped. Once
the run is finished, --resume prints the stored result. The same command with --resume in
a second process, with the same database, helps the first. Without --resume it starts
again, and compares the new result with the stored one before it replaces it.

Like every verb it ends within a second of Ctrl-C, and when it takes longer than
--timeout or more memory than --memory; then the exit code is 4.

With another --method than walk it counts without walking: see enumerate count
--help. With --game it takes another ruleset than Ninja Assassin Wonderwall:
enumerate games lists them.`,
		Example: `  enumerate --n 6 --resume
  enumerate --n 3..7 --format markdown
  enumerate --n 3..6 --format bfile --column solvable-games
  enumerate --n 7 --shard 1/4 --db part1.db
  enumerate --n 8 --method count`,
		Args:          noArgs,
		Version:       build.Info().Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	f.add(cmd, all)
	addHelp(cmd)
	cmd.SetFlagErrorFunc(flagError)
	for _, verb := range []func(rulesets) *cobra.Command{
		newCount, newClasses, newClass, newSolve, newDraw, newGenerate, newRuns, newMerge, newAudit, newResults, newSample, newSimulate, newCheck, newServe, newWork, newPlan, newGames, newPlay, newValues, newExpansion, newClaims, newWeb, newVersion,
	} {
		cmd.AddCommand(verb(all))
	}
	addCompletion(cmd)
	for _, c := range append(cmd.Commands(), cmd) {
		c.Flags().SortFlags = false
		if c.RunE == nil {
			continue
		}
		addBounds(c)
		if c.Name() != "play" { // which asks as it prints
			addOutput(c)
		}
	}
	return cmd
}

// noArgs refuses arguments, but for a size, which may stand without --n. Without a verb, what
// is not a flag is taken for one.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	word := args[0]
	n := cmd.Flags().Lookup("n")
	if size := new(sizes); n != nil && !n.Changed && len(args) == 1 && size.Set(word) == nil {
		return cmd.Flags().Set("n", word)
	}
	if cmd.HasParent() {
		return usagef("%s takes flags only, not %q", cmd.CommandPath(), word)
	}
	var verbs []string
	for _, verb := range cmd.Commands() {
		verbs = append(verbs, verb.Name())
	}
	if chosen, ok := gameOf(cmd); ok {
		if _, err := enum.Find(chosen.rulesets, word); err == nil {
			return usagef("%q is no verb; for the ruleset: %s --game %s", word, cmd.CommandPath(), word)
		}
	}
	if verb, found := text.Nearest(word, verbs); found {
		return usagef("there is no verb %q; did you mean %q? %s --help lists them", word, verb, cmd.CommandPath())
	}
	return usagef("there is no verb %q; %s --help lists them", word, cmd.CommandPath())
}

// flagError is the error of a command line whose flags are not those of its verb.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usageError{err}
	}
	var flags []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { flags = append(flags, flag.Name) })
	if flag, found := text.Nearest(unknown.GetSpecifiedName(), flags); found {
		return usagef("%w; did you mean --%s?", err, flag)
	}
	return usagef("%w; %s -h lists those there are", err, cmd.CommandPath())
}
