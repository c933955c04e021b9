package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/checkpoints"
	"enumerate/enum"
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

// walkFlags are the flags of the walk, the command without a verb.
type walkFlags struct {
	game    string
	sizes   sizes
	part    partFlag
	resume  bool
	workers int
	db      file
	quiet   bool
	format  oneOf
	column  string
}

func newRoot() *cobra.Command {
	var f walkFlags
	cmd := &cobra.Command{
		Use:   "enumerate --n N",
		Short: "Count small games exactly, up to isomorphism",
		Long: `Enumerate walks all games of a size, each class of isomorphic games once, and
solves them. It prints how many there are, labelled and up to isomorphism, with
each verdict. The totals are exact, and proved before they are printed: the
orbits sum to the number of labelled games, the classes are as many as Burnside's
lemma says.

Every finished shard of a walk is stored within two seconds. Interrupted in any
way, even by a power failure, the same command with --resume goes on where it was;
and once finished it prints the stored result. Without --resume it counts afresh, and
compares the result with the stored one before it takes its place.`,
		Example: `  enumerate --n 6 --resume
  enumerate --n 3..7 --format markdown
  enumerate --n 3..6 --format bfile --column solvable-games
  enumerate --n 7 --shard 1/4 --db part1.db`,
		Args:          noArgs,
		Version:       programVersion(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	addGame(cmd, &f.game)
	addSizes(cmd, &f.sizes)
	addPart(cmd, &f.part)
	cmd.Flags().BoolVar(&f.resume, "resume", false, "go on with a stored run, or print its result")
	addWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	addDB(cmd, &f.db)
	addQuiet(cmd, &f.quiet)
	addFormat(cmd, &f.format, formats...)
	cmd.Flags().StringVar(&f.column, "column", "classes", "the sequence that --format bfile prints: games, classes, VERDICT-games, VERDICT-classes")
	cmd.Flags().SortFlags = false
	cmd.SetHelpTemplate(helpTemplate)
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	cmd.AddCommand(newClasses(), newSolve(), newDraw(), newGenerate(), newRuns(), newMerge(), newAudit(), newResults(), newSample(), newCheck())
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

func (f *walkFlags) run(cmd *cobra.Command) error {
	spaces, err := walkablesOf(f.game, f.sizes)
	if err != nil {
		return err
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	out, err := newPrinter(cmd.OutOrStdout(), f.format.value, f.column, cmd.Flags().Changed("column"), f.part.Part, spaces)
	if err != nil {
		return err
	}
	store, err := openStore(f.db, checkpoints.Open)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	err = f.walkAll(ctx, cmd.ErrOrStderr(), store, spaces, out)
	if closed := store.Close(); closed != nil {
		return closed
	}
	if err = orInterrupted(err); err == errInterrupted && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "interrupted; what was finished is stored. Go on with: %s\n", resumeCommand(cmd))
	}
	return err
}

// walkAll walks one size after the other, and prints each.
func (f *walkFlags) walkAll(ctx context.Context, stderr io.Writer, store *checkpoints.Store, spaces []sized, out *printer) error {
	for _, s := range spaces {
		l, err := f.walk(ctx, stderr, store, s)
		if err != nil {
			return err
		}
		if err := out.print(l); err != nil {
			return err
		}
	}
	return nil
}

// walk walks one size, or what is left of it, and returns its line.
func (f *walkFlags) walk(ctx context.Context, stderr io.Writer, store *checkpoints.Store, s sized) (line, error) {
	key := checkpoints.Key{Ruleset: f.game, Size: s.n, Method: checkpoints.Walk}
	run := store.Fresh(key, s.space)
	if f.resume {
		var err error
		if run, err = store.Resume(key, s.space); err != nil {
			return line{}, err
		}
	}
	found, err := run.Sum(f.part.Part)
	if err != nil {
		return line{}, err
	}
	meter := enum.NewMeter(s.space, f.part.Part, time.Now())
	if err := meter.Found(found.Tally); err != nil {
		return line{}, err
	}
	p := quietProgress
	if !f.quiet {
		if err := f.foretell(ctx, stderr, s, meter); err != nil {
			return line{}, err
		}
		p = newProgress(stderr, fmt.Sprintf("n=%d", s.n), meter)
	}
	err = run.Walk(ctx, enum.Plan{Workers: f.workers, Part: f.part.Part}, p.add)
	p.stop()
	if err != nil {
		return line{}, err
	}
	result, err := run.Finish(f.part.Part)
	if err != nil {
		return line{}, err
	}
	if !f.quiet {
		for _, o := range result.Others {
			fmt.Fprintf(stderr, "n=%d: run %d, of %s, %s\n", s.n, o.ID, o.Started.Format(time.DateTime), fates[o.Fate])
		}
	}
	return line{key, f.part.Part, s.space, result}, nil
}

// fates says what became of an older run.
var fates = map[checkpoints.Fate]string{
	checkpoints.Replaced:  "agrees with this one and is replaced by it",
	checkpoints.Outdated:  "was not finished and cannot be gone on with; it is replaced by this one",
	checkpoints.Damaged:   "is damaged; it is replaced by this one",
	checkpoints.TakenOver: "was not finished; its shards are taken over",
	checkpoints.Confirmed: "agrees with this part and stays",
}

// foretell says how long the walk will take, if that is more than a minute.
func (f *walkFlags) foretell(ctx context.Context, stderr io.Writer, s sized, meter *enum.Meter) error {
	left := 1 - meter.Progress(time.Now()).Share
	if classes := s.space.Classes(); left == 0 || classes != nil && classes.Cmp(big.NewInt(1e9)) < 0 {
		return nil // seconds
	}
	all, err := enum.Estimate(ctx, s.space, 300*time.Millisecond, 1)
	if err != nil {
		return err
	}
	about := all * left / float64(max(f.part.Mod, 1)) / float64(f.workers)
	if about > 60 {
		fmt.Fprintf(stderr, "n=%d: this will take about %s, by random probes of the tree (Knuth's estimate)\n", s.n, roughly(about))
	}
	return nil
}

// plainWord matches what a shell takes for one word as it stands.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,+=@%-]+$`)

// resumeCommand is the command line that goes on with this one.
func resumeCommand(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "resume" {
			return
		}
		value := flag.Value.String()
		if !plainWord.MatchString(value) {
			value = "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
		}
		if flag.Value.Type() == "bool" {
			words = append(words, "--"+flag.Name+"="+value)
		} else {
			words = append(words, "--"+flag.Name, value)
		}
	})
	return strings.Join(append(words, "--resume"), " ")
}
