package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/results"
)

// Totals has the flags of the verbs that find the totals of sizes, by a walk or by a count.
type Totals struct {
	Job
	Walks  bool // whether the walk is one of the methods; then it is the default
	Method string
	part   Part
	Resume bool
	Then   func() error // if not nil, it is called when the totals are printed, before the database is closed
}

// Add adds the flags. The walk, the method that looks at every class of games, is the default if Walks is set, and
// otherwise the first method of the ruleset.
func (f *Totals) Add(cmd *cobra.Command, p *Program) {
	f.AddGames(cmd, p)
	usage := "method; see enumerate games (default the first)"
	if f.Walks {
		f.Method, usage = enum.Walk, "method; see enumerate games"
	}
	AddMethod(cmd, &f.Method, func() []string { return MethodNames(f.methods()) }, usage)
	AddPart(cmd, &f.part)
	cmd.Flags().BoolVar(&f.Resume, "resume", false, "store the run or sample, or resume a stored one")
	f.AddWork(cmd, Formats...)
}

// methods returns the methods that the verb offers; a verb that does not walk leaves out the walk.
func (f *Totals) methods() []enum.Method {
	return slices.DeleteFunc(slices.Clone(f.Game.Methods), func(m enum.Method) bool { return m.Name == enum.Walk && !f.Walks })
}

// Request returns what the flags ask for: a request without a size, and the spaces of the sizes.
func (f *Totals) Request(ctx context.Context) (q checkpoints.Request, spaces []Sized, err error) {
	available := f.methods()
	switch {
	case len(available) == 0:
		return q, nil, Usagef("%s has no method except walk, which visits every class of games: use enumerate --game %[1]s", f.Game.Name)
	case f.Method == "":
		f.Method = available[0].Name
	case !slices.Contains(MethodNames(available), f.Method):
		return q, nil, Usagef("--method %s: for %s, expected one of %s", f.Method, f.Game.Name, strings.Join(MethodNames(available), ", "))
	}
	method, err := f.Game.Method(f.Method)
	if err != nil {
		return q, nil, err
	}
	q = checkpoints.Request{
		Ruleset: f.Game.Ruleset, Method: method, Part: f.part.Part,
		Resume: f.Resume, Workers: f.Workers, Memory: BoundsOf(ctx).Memory.Layers(),
	}
	spaces, err = f.Sizes.By(f.Game.Ruleset, method)
	return q, spaces, err
}

// Run finds the totals that the flags ask for: how many games and classes have each verdict. It prints a row for each
// size.
func (f *Totals) Run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	q, spaces, err := f.Request(ctx)
	if err != nil {
		return err
	}
	out, err := f.Printer(cmd, spaces)
	if err != nil {
		return err
	}
	return f.stored(cmd, "", func(store *checkpoints.Store) error {
		if err := f.All(ctx, cmd.ErrOrStderr(), store, q, spaces, out); err != nil || f.Then == nil {
			return err
		}
		return f.Then()
	})
}

// stored calls the function do, which does the job, with the open database. If the job ends early, stored prints the
// command that resumes it. For a job that stores nothing, stored prints the sentence unstored instead, and do gets no
// database.
func (j *Job) stored(cmd *cobra.Command, unstored string, do func(*checkpoints.Store) error) (err error) {
	var store *checkpoints.Store
	remains := unstored
	if unstored == "" {
		if store, err = j.openStore(cmd.ErrOrStderr()); err != nil {
			return err
		}
	}

	err = do(store)
	if store != nil {
		if closed := store.Close(); closed != nil {
			return errors.Join(err, closed)
		}
		remains = "finished shards are stored. Resume with: " + resumeCommand(cmd)
	}

	ctx := cmd.Context()
	err = Ended(ctx, err)
	switch why := context.Cause(ctx); {
	case why == nil || err != why || j.Quiet:
	case why != ErrInterrupted:
		return fmt.Errorf("%w; %s", why, remains)
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "interrupted; %s\n", remains)
	}
	return err
}

// openStore opens the database of a job, or creates it. If the user has not named it, it prints where the new database
// is.
func (j *Job) openStore(stderr io.Writer) (*checkpoints.Store, error) {
	named := j.DB != "" || os.Getenv("ENUMERATE_DB") != ""
	return OpenStore(j.DB, func(path string) (*checkpoints.Store, error) {
		_, missing := os.Stat(path)
		store, err := checkpoints.Open(path)
		if err == nil && !named && !j.Quiet && errors.Is(missing, fs.ErrNotExist) {
			fmt.Fprintf(stderr, "results are kept in %s\n", text.Printable(path))
		}
		return store, err
	}, stderr)
}

// All finds the totals of one size after the other, and prints a row for each. It also prints a remark on each older
// run of the same size that a finished run replaces, or whose shards the finished run takes over.
func (f *Totals) All(ctx context.Context, stderr io.Writer, store *checkpoints.Store, q checkpoints.Request, spaces []Sized, out *rows.Printer) error {
	for _, s := range spaces {
		q.Size = s.N
		shown := &runProgress{request: q, quiet: f.Quiet, stderr: stderr}
		result, err := store.Run(ctx, q, shown.observer())
		if err != nil {
			return err
		}
		for _, o := range result.Others {
			shown.remark(fmt.Sprintf("run %d, of %s, %s", o.ID, o.Started.Format(time.DateTime), fates[o.Fate]))
		}
		if err := out.Print(newTotalsRow(q.Ruleset, result)); err != nil {
			return err
		}
	}
	return nil
}

// fates describes what a finished run made of an older run of the same size.
var fates = map[checkpoints.Fate]string{
	checkpoints.Replaced:  "agrees with this one and is replaced by it",
	checkpoints.Outdated:  "was not finished and cannot be resumed; it is replaced by this one",
	checkpoints.Damaged:   "is damaged; it is replaced by this one",
	checkpoints.TakenOver: "was not finished; its shards are taken over",
	checkpoints.Confirmed: "agrees with this part and stays",
}

// plainWord matches a word that needs no quotes in a shell.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,+=@%-]+$`)

// resumeCommand returns the command line that resumes the job of cmd: the flags that the user gave, except a limit that
// was exceeded, quoted for a shell, and --resume.
func resumeCommand(cmd *cobra.Command) string {
	crossing, _ := errors.AsType[Crossing](context.Cause(cmd.Context()))
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "resume" || strings.Contains(crossing.Bound, "(--"+flag.Name+")") {
			return
		}
		values := []string{flag.Value.String()}
		if several, ok := flag.Value.(interface{ GetSlice() []string }); ok {
			values = several.GetSlice()
		}
		for _, value := range values {
			if !plainWord.MatchString(value) {
				value = "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
			}
			if flag.Value.Type() == "bool" {
				words = append(words, "--"+flag.Name+"="+value)
			} else {
				words = append(words, "--"+flag.Name, value)
			}
		}
	})
	return strings.Join(append(words, "--resume"), " ")
}

// Printer returns a printer for the totals of spaces, in the order of their sizes.
func (f *Totals) Printer(cmd *cobra.Command, spaces []Sized) (*rows.Printer, error) {
	if f.Format.Value == "markdown" && !f.part.Whole() {
		return nil, Usagef("--format markdown prints whole sizes, not part %v", f.part.Part)
	}
	// No number in a column exceeds the number of labelled games, so a table can be aligned before the rows are known.
	last := spaces[len(spaces)-1]
	widest := len(rows.Grouped(last.Games()))
	row := totalsRow{Verdicts: results.NewVerdictTotals(last, enum.Totals{}, nil)} // has all verdicts of smaller sizes
	p := rows.NewPrinter(cmd.OutOrStdout(), f.Format.Value)
	p.All = rows.Cells(row)
	for _, c := range results.Numbers(row) {
		p.Widths[c.Key] = widest
	}
	return p, nil
}

type totalsRow struct {
	Ruleset      string                `json:"ruleset"`
	N            int                   `json:"n" table:"n,3"`
	Method       string                `json:"method"`
	Part         Part                  `json:"part,omitzero"`
	Games        rows.Number           `json:"games,omitzero" table:"labelled games"`
	Classes      rows.Number           `json:"classes,omitzero" table:"classes"`
	Verdicts     results.VerdictTotals `json:"verdicts"`
	CheckSummary string                `json:"-" csv:"checked" table:"checked,-1" markdown:"-"`
	Checks       enum.Checks           `json:"checks" csv:"-"`
	Agrees       []string              `json:"agrees,omitempty" csv:"-"` // the other methods that agree
	Seconds      float64               `json:"seconds" csv:"-"`          // the sum of the seconds of all workers
}

// newTotalsRow returns the printed row of a run's totals. Numbers that the run's method does not find are missing.
func newTotalsRow(ruleset *enum.Ruleset, r checkpoints.Result) totalsRow {
	all := r.Totals.All()
	row := totalsRow{
		Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Part: Part{r.Part},
		Games: rows.Exact(all.Games), Classes: rows.Exact(all.Classes),
		Verdicts: results.NewVerdictTotals(r.Space, r.Totals, nil),
		Checks:   r.Checks, Agrees: results.SortMethods(r.Agrees),
		Seconds: float64(r.Took.Milliseconds()) / 1000,
	}
	if r.Method == enum.Walk { // a walk also finds how many classes have each number of automorphisms
		row.Verdicts = results.NewVerdictTotals(r.Space, r.Totals, r.Tally)
	}
	row.CheckSummary = results.Checked(ruleset, r.Checks, results.SortMethods(append([]string{r.Method}, r.Agrees...)))
	if !r.Part.Whole() {
		row.CheckSummary = "no, part " + r.Part.String()
		row.Checks = enum.Checks{Games: "not checked", Classes: "not checked"}
	}
	return row
}
