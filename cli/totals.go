package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/games"
)

// totalsFlags are the flags of the commands that find the totals of sizes, by a walk
// or by a count.
type totalsFlags struct {
	walks   bool // a walk is one of the methods, and the default
	game    string
	method  string
	sizes   sizes
	part    partFlag
	resume  bool
	workers int
	memory  memory
	db      fileName
	quiet   bool
	format  oneOf
	column  string
}

// add adds the flags to a command.
func (f *totalsFlags) add(cmd *cobra.Command) {
	addGame(cmd, &f.game)
	addSizes(cmd, &f.sizes)
	usage := "how to reach the totals (default the first one that the ruleset has)"
	if f.walks {
		f.method, usage = checkpoints.Walk, "how to reach the totals: by a walk, or as enumerate count says"
	}
	addMethod(cmd, &f.method, f.methods, usage)
	addPart(cmd, &f.part)
	cmd.Flags().BoolVar(&f.resume, "resume", false, "go on with a stored run, or print its result")
	addWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	addMemory(cmd, &f.memory)
	addDB(cmd, &f.db)
	addQuiet(cmd, &f.quiet)
	addFormat(cmd, &f.format, formats...)
	cmd.Flags().StringVar(&f.column, "column", "classes", "the sequence that --format bfile prints: games, classes, VERDICT-games, VERDICT-classes")
	cmd.Flags().SortFlags = false
}

// methods returns the names of the methods that the ruleset has for the command.
func (f *totalsFlags) methods() (names []string) {
	if f.walks {
		names = append(names, checkpoints.Walk)
	}
	if ruleset, err := games.Named(f.game); err == nil {
		names = append(names, countsOf(ruleset)...)
	}
	return names
}

// spaces returns the spaces of all sizes under the method, and finds that if none is
// given.
func (f *totalsFlags) spaces() ([]sized, error) {
	there := f.methods()
	switch {
	case len(there) == 0:
		return nil, usagef("the games of %s are walked, and not counted in any other way", f.game)
	case f.method == "":
		f.method = there[0]
	case !slices.Contains(there, f.method):
		return nil, usagef("--method %s: for %s it takes one of %s", f.method, f.game, strings.Join(there, ", "))
	}
	return exactOfSizes(f.game, f.method, f.sizes)
}

func (f *totalsFlags) run(cmd *cobra.Command) error {
	spaces, err := f.spaces()
	if err != nil {
		return err
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	if f.method == checkpoints.Walk && cmd.Flags().Changed("memory") {
		return usagef("--memory goes with the methods that make layers, not with a walk")
	}
	out, err := newPrinter(cmd.OutOrStdout(), f.format.value, f.column, cmd.Flags().Changed("column"), f.part.Part, spaces)
	if err != nil {
		return err
	}
	store, err := openStore(f.db, checkpoints.Open)
	if err != nil {
		return err
	}
	f.memory.limit()
	ctx, stop := interruptible()
	defer stop()
	err = f.all(ctx, cmd.ErrOrStderr(), store, spaces, out)
	if closed := store.Close(); closed != nil {
		return closed
	}
	if err = orInterrupted(err); err == errInterrupted && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "interrupted; what was finished is stored. Go on with: %s\n", resumeCommand(cmd))
	}
	return err
}

// all finds the totals of one size after the other, and prints each.
func (f *totalsFlags) all(ctx context.Context, stderr io.Writer, store *checkpoints.Store, spaces []sized, out *printer) error {
	for _, s := range spaces {
		l, err := f.size(ctx, stderr, store, s)
		if err != nil {
			return err
		}
		if err := out.print(l); err != nil {
			return err
		}
	}
	return nil
}

// key returns the key of the runs of a size.
func (f *totalsFlags) key(n int) checkpoints.Key {
	return checkpoints.Key{Ruleset: f.game, Size: n, Method: f.method}
}
