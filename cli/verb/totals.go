package verb

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/results"
)

// Totals are the flags of the commands that find the totals of sizes, by a walk
// or by a count.
type Totals struct {
	Walks   bool // the walk is one of the methods, and the default
	Game    Game
	Method  string
	Sizes   Sizes
	part    Part
	Resume  bool
	Workers int
	DB      FileName
	Quiet   bool
	Format  Format
	column  string
}

// Add adds the flags to a command.
func (f *Totals) Add(cmd *cobra.Command, p *Program) {
	AddGame(cmd, &f.Game, p)
	AddSizes(cmd, &f.Sizes)
	usage := "how to reach the totals (default the first one that the ruleset has)"
	if f.Walks {
		f.Method, usage = enum.Walk, "how to reach the totals: by a walk, or as enumerate count says"
	}
	AddMethod(cmd, &f.Method, func() []string { return MethodNames(f.methods()) }, usage)
	AddPart(cmd, &f.part)
	cmd.Flags().BoolVar(&f.Resume, "resume", false, "resume a stored run, or print its result")
	AddWorkers(cmd, &f.Workers, runtime.GOMAXPROCS(0))
	AddDB(cmd, &f.DB)
	AddQuiet(cmd, &f.Quiet)
	AddFormat(cmd, &f.Format, allFormats...)
	AddColumn(cmd, &f.column, &f.Game)
}

// methods returns the methods that the ruleset has for the command.
func (f *Totals) methods() []enum.Method {
	return slices.DeleteFunc(slices.Clone(f.Game.Methods), func(m enum.Method) bool { return m.Name == enum.Walk && !f.Walks })
}

// Request returns what to ask for each size, and the spaces of all sizes.
func (f *Totals) Request(ctx context.Context) (q checkpoints.Request, spaces []Sized, err error) {
	there := f.methods()
	switch {
	case len(there) == 0:
		return q, nil, Usagef("the games of %s are walked, and not counted in any other way", f.Game.Name)
	case f.Method == "":
		f.Method = there[0].Name
	case !slices.Contains(MethodNames(there), f.Method):
		return q, nil, Usagef("--method %s: for %s, want one of %s", f.Method, f.Game.Name, strings.Join(MethodNames(there), ", "))
	}
	method, err := f.Game.Method(f.Method)
	if err != nil {
		return q, nil, err
	}
	q = checkpoints.Request{
		Ruleset: f.Game.Ruleset, Method: method, Part: f.part.Part,
		Resume: f.Resume, Workers: f.Workers, Memory: BoundsOf(ctx).Memory.Layers(),
	}
	if spaces, err = SpacesBy(f.Game.Ruleset, method, f.Sizes); err != nil {
		return q, nil, err
	}
	return q, spaces, CheckWorkers(f.Workers)
}

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
	store, err := OpenStore(f.DB, checkpoints.Open, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	err = f.All(ctx, cmd.ErrOrStderr(), store, q, spaces, out)
	if closed := store.Close(); closed != nil {
		return closed
	}
	if err == nil && f.Format.Value == "oeis" {
		return out.sequence.WriteEntry(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	if err = Ended(ctx, err); ctx.Err() != nil && err == context.Cause(ctx) {
		return stopped(cmd, err, f.Quiet, "what was finished is stored. Resume with: "+resumeCommand(cmd))
	}
	return err
}

// stopped returns why a verb ended before it was done, and says what remains of its work:
// with the reason or, after an interruption, which goes without saying, alone.
func stopped(cmd *cobra.Command, why error, quiet bool, remains string) error {
	switch {
	case quiet:
	case why != ErrInterrupted:
		return fmt.Errorf("%w; %s", why, remains)
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "interrupted; %s\n", remains)
	}
	return why
}

// All finds the totals of one size after the other, and prints each.
func (f *Totals) All(ctx context.Context, stderr io.Writer, store *checkpoints.Store, q checkpoints.Request, spaces []Sized, out *TotalsPrinter) error {
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
		if err := out.print(newTotalsRow(result)); err != nil {
			return err
		}
	}
	return nil
}

// fates says what became of an older run.
var fates = map[checkpoints.Fate]string{
	checkpoints.Replaced:  "agrees with this one and is replaced by it",
	checkpoints.Outdated:  "was not finished and cannot be resumed; it is replaced by this one",
	checkpoints.Damaged:   "is damaged; it is replaced by this one",
	checkpoints.TakenOver: "was not finished; its shards are taken over",
	checkpoints.Confirmed: "agrees with this part and stays",
}

// plainWord matches what a shell takes for one word as it stands.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,+=@%-]+$`)

// resumeCommand is the command line that resumes what this one began.
func resumeCommand(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "resume" {
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

// A TotalsPrinter prints the totals of one size after the other: rows, or terms of a sequence.
type TotalsPrinter struct {
	*rows.Printer
	sequence *results.Sequence // nil if rows are printed
	bfile    io.Writer         // for each term as soon as it is there; nil if the entry follows at the end
	begun    bool
}

// print prints a row.
func (p *TotalsPrinter) print(row totalsRow) error {
	if p.sequence == nil {
		return p.Print(row)
	}
	err := p.sequence.Add(row.N, rows.Cells(row), append([]string{row.Method}, row.Agrees...), row.Checks)
	if err != nil {
		return fmt.Errorf("a %s of %s n=%d %w", row.Method, row.Ruleset, row.N, err)
	}
	if p.bfile == nil {
		return nil
	}
	text := p.sequence.Line(row.N)
	if !p.begun {
		text = p.sequence.BFileHead() + text
	}
	p.begun = true
	_, err = io.WriteString(p.bfile, text)
	return err
}

// Printer returns a printer for the totals of spaces.
func (f *Totals) Printer(cmd *cobra.Command, spaces []Sized) (*TotalsPrinter, error) {
	if (f.Sequential() || f.Format.Value == "markdown") && !f.part.Whole() {
		return nil, Usagef("--format %s prints whole sizes, not part %v", f.Format.Value, f.part.Part)
	}
	if !f.Sequential() && cmd.Flags().Changed("column") {
		return nil, Usagef("--column goes with --format bfile or oeis")
	}
	// No number in a column exceeds that of all labelled games, so a table can be
	// aligned before the rows are there.
	last := spaces[len(spaces)-1]
	widest := len(rows.Grouped(last.Games()))
	row := totalsRow{Verdicts: results.NewVerdictTotals(last, enum.Totals{}, nil)} // has all verdicts of smaller sizes
	if f.Sequential() {
		sequence, err := sequenceOf(f.Game.Ruleset, f.column, row)
		p := &TotalsPrinter{sequence: sequence}
		if f.Format.Value == "bfile" {
			p.bfile = cmd.OutOrStdout()
		}
		return p, err
	}
	p := rows.NewPrinter(cmd.OutOrStdout(), f.Format.Value)
	p.All = rows.Cells(row)
	for _, c := range results.Numbers(row) {
		p.Widths[c.Key] = widest
	}
	return &TotalsPrinter{Printer: p}, nil
}

// Sequential reports whether a sequence of numbers is printed, and not rows.
func (f *Totals) Sequential() bool { return f.Format.Value == "bfile" || f.Format.Value == "oeis" }

// AddColumn adds the flag that names a sequence.
func AddColumn(cmd *cobra.Command, column *string, game *Game) {
	cmd.Flags().StringVar(column, "column", "classes", "the sequence that --format bfile or oeis prints: games, classes, VERDICT-games, VERDICT-classes")
	Complete(cmd, "column", func() []string {
		list := []string{"games", "classes"}
		for _, verdict := range VerdictsOf(game.Ruleset) {
			list = append(list, verdict+"-games", verdict+"-classes")
		}
		return list
	})
}

// sequenceOf returns the sequence of a column of rows, or an error that names the columns there
// are.
func sequenceOf(r *enum.Ruleset, column string, row any) (*results.Sequence, error) {
	s, err := results.NewSequence(r, column, results.Numbers(row))
	if err != nil {
		return nil, Usagef("--column %s: %w", column, err)
	}
	return s, nil
}

// A totalsRow is what is printed of one size.
type totalsRow struct {
	Ruleset  string                `json:"ruleset"`
	N        int                   `json:"n" table:"n,3"`
	Method   string                `json:"method"`
	Part     PartValue             `json:"part,omitzero"`
	Games    rows.Number           `json:"games,omitzero" table:"labelled games"`
	Classes  rows.Number           `json:"classes,omitzero" table:"classes"`
	Verdicts results.VerdictTotals `json:"verdicts"`
	Checked  string                `json:"-" csv:"checked" table:"checked,-1" markdown:"-"`
	Checks   enum.Checks           `json:"checks" csv:"-"`
	Agrees   []string              `json:"agrees,omitempty" csv:"-"` // other methods
	Seconds  float64               `json:"seconds" csv:"-"`          // of all workers together
}

func newTotalsRow(r checkpoints.Result) totalsRow {
	all := r.Totals.All()
	row := totalsRow{
		Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Part: PartValue{r.Part},
		Games: rows.Exact(all.Games), Classes: rows.Exact(all.Classes),
		Verdicts: results.NewVerdictTotals(r.Space, r.Totals, nil),
		Checks:   r.Checks, Agrees: results.SortMethods(r.Agrees),
		Seconds: float64(r.Took.Milliseconds()) / 1000,
	}
	if r.Method == enum.Walk {
		row.Verdicts = results.NewVerdictTotals(r.Space, r.Totals, r.Tally)
	}
	row.Checked = results.Checked(r.Checks, results.SortMethods(append([]string{r.Method}, r.Agrees...)))
	if !r.Part.Whole() {
		row.Checked = "no, part " + r.Part.String()
		row.Checks = enum.Checks{Games: "not checked", Classes: "not checked"}
	}
	return row
}

// A PartValue is a part; JSON leaves out the whole.
type PartValue struct{ enum.Part }

func (p PartValue) Print() (shown, precise string) { return p.String(), p.String() }
func (p PartValue) IsZero() bool                   { return p.Whole() }
func (p PartValue) MarshalText() ([]byte, error)   { return []byte(p.String()), nil }
