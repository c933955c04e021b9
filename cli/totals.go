package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// totalsFlags are the flags of the commands that find the totals of sizes, by a walk
// or by a count.
type totalsFlags struct {
	walks   bool // the walk is one of the methods, and the default
	game    game
	method  string
	sizes   sizes
	part    partFlag
	resume  bool
	workers int
	db      fileName
	quiet   bool
	format  formatFlag
	column  string
}

// add adds the flags to a command.
func (f *totalsFlags) add(cmd *cobra.Command, all rulesets) {
	addGame(cmd, &f.game, all)
	addSizes(cmd, &f.sizes)
	usage := "how to reach the totals (default the first one that the ruleset has)"
	if f.walks {
		f.method, usage = enum.Walk, "how to reach the totals: by a walk, or as enumerate count says"
	}
	addMethod(cmd, &f.method, func() []string { return names(f.methods()) }, usage)
	addPart(cmd, &f.part)
	cmd.Flags().BoolVar(&f.resume, "resume", false, "resume a stored run, or print its result")
	addWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	addDB(cmd, &f.db)
	addQuiet(cmd, &f.quiet)
	addFormat(cmd, &f.format, allFormats...)
	addColumn(cmd, &f.column, &f.game)
}

// methods returns the methods that the ruleset has for the command.
func (f *totalsFlags) methods() []enum.Method {
	return slices.DeleteFunc(slices.Clone(f.game.Methods), func(m enum.Method) bool { return m.Name == enum.Walk && !f.walks })
}

// request returns what to ask for each size, and the spaces of all sizes.
func (f *totalsFlags) request(ctx context.Context) (q checkpoints.Request, spaces []sized, err error) {
	there := f.methods()
	switch {
	case len(there) == 0:
		return q, nil, usagef("the games of %s are walked, and not counted in any other way", f.game.Name)
	case f.method == "":
		f.method = there[0].Name
	case !slices.Contains(names(there), f.method):
		return q, nil, usagef("--method %s: for %s, want one of %s", f.method, f.game.Name, strings.Join(names(there), ", "))
	}
	method, err := f.game.Method(f.method)
	if err != nil {
		return q, nil, err
	}
	q = checkpoints.Request{
		Ruleset: f.game.Ruleset, Method: method, Part: f.part.Part,
		Resume: f.resume, Workers: f.workers, Memory: boundsOf(ctx).memory.layers(),
	}
	if spaces, err = spacesBy(f.game.Ruleset, method, f.sizes); err != nil {
		return q, nil, err
	}
	return q, spaces, checkWorkers(f.workers)
}

func (f *totalsFlags) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	q, spaces, err := f.request(ctx)
	if err != nil {
		return err
	}
	out, err := f.printer(cmd, spaces)
	if err != nil {
		return err
	}
	store, err := openStore(f.db, checkpoints.Open, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	err = f.all(ctx, cmd.ErrOrStderr(), store, q, spaces, out)
	if closed := store.Close(); closed != nil {
		return closed
	}
	if err == nil && out.format == "oeis" {
		return out.sequence.write(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	if err = ended(ctx, err); ctx.Err() != nil && err == context.Cause(ctx) {
		return stopped(cmd, err, f.quiet, "what was finished is stored. Resume with: "+resumeCommand(cmd))
	}
	return err
}

// stopped returns why a verb ended before it was done, and says what remains of its work:
// with the reason or, after an interruption, which goes without saying, alone.
func stopped(cmd *cobra.Command, why error, quiet bool, remains string) error {
	switch {
	case quiet:
	case why != errInterrupted:
		return fmt.Errorf("%w; %s", why, remains)
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "interrupted; %s\n", remains)
	}
	return why
}

// all finds the totals of one size after the other, and prints each.
func (f *totalsFlags) all(ctx context.Context, stderr io.Writer, store *checkpoints.Store, q checkpoints.Request, spaces []sized, out *printer) error {
	for _, s := range spaces {
		q.Size = s.n
		shown := &runProgress{request: q, quiet: f.quiet, stderr: stderr}
		result, err := store.Run(ctx, q, shown.observer())
		if err != nil {
			return err
		}
		for _, o := range result.Others {
			shown.remark(fmt.Sprintf("run %d, of %s, %s", o.ID, o.Started.Format(time.DateTime), fates[o.Fate]))
		}
		row := newTotalsRow(result)
		if out.format == "oeis" {
			err = out.sequence.addRow(row)
		} else {
			err = out.print(row)
		}
		if err != nil && out.sequence != nil {
			err = fmt.Errorf("a %v %w", result.Key, err)
		}
		if err != nil {
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

// printer returns a printer for the totals of spaces.
func (f *totalsFlags) printer(cmd *cobra.Command, spaces []sized) (*printer, error) {
	p := newPrinter(cmd.OutOrStdout(), f.format.value)
	if (f.sequential() || p.format == "markdown") && !f.part.Whole() {
		return nil, usagef("--format %s prints whole sizes, not part %v", p.format, f.part.Part)
	}
	if !f.sequential() && cmd.Flags().Changed("column") {
		return nil, usagef("--column goes with --format bfile or oeis")
	}
	// No number in a column exceeds that of all labelled games, so a table can be
	// aligned before the rows are there.
	last := spaces[len(spaces)-1]
	widest := len(grouped(last.Games()))
	row := totalsRow{Verdicts: newVerdictTotals(last, enum.Totals{}, nil)} // has all verdicts of smaller sizes
	p.all = cellsOf(row)
	for _, c := range numbersOf(row) {
		p.widths[c.key] = widest
	}
	var err error
	if f.sequential() {
		p.sequence, err = sequenceOf(f.game.Ruleset, f.column, row)
	}
	return p, err
}

// sequential reports whether a sequence of numbers is printed, and not rows.
func (f *totalsFlags) sequential() bool { return f.format.value == "bfile" || f.format.value == "oeis" }

// addColumn adds the flag that names a sequence.
func addColumn(cmd *cobra.Command, column *string, game *game) {
	cmd.Flags().StringVar(column, "column", "classes", "the sequence that --format bfile or oeis prints: games, classes, VERDICT-games, VERDICT-classes")
	complete(cmd, "column", func() []string {
		list := []string{"games", "classes"}
		for _, verdict := range verdictsOf(game.Ruleset) {
			list = append(list, verdict+"-games", verdict+"-classes")
		}
		return list
	})
}

// sequenceOf returns the sequence of a column of rows of totals, or an error that names the
// columns there are.
func sequenceOf(r *enum.Ruleset, column string, row totalsRow) (*sequence, error) {
	var keys []string
	for _, c := range numbersOf(row) {
		keys = append(keys, c.key)
	}
	if !slices.Contains(keys, column) {
		return nil, usagef("--column %s: want one of %s", column, strings.Join(keys, ", "))
	}
	return newSequence(r, column), nil
}

// A totalsRow is what is printed of one size.
type totalsRow struct {
	Ruleset  string        `json:"ruleset"`
	N        int           `json:"n" table:"n,3"`
	Method   string        `json:"method"`
	Part     partValue     `json:"part,omitzero"`
	Games    number        `json:"games,omitzero" table:"labelled games"`
	Classes  number        `json:"classes,omitzero" table:"classes"`
	Verdicts verdictTotals `json:"verdicts"`
	Checked  string        `json:"-" csv:"checked" table:"checked,-1" markdown:"-"`
	Checks   enum.Checks   `json:"checks" csv:"-"`
	Agrees   []string      `json:"agrees,omitempty" csv:"-"` // other methods
	Seconds  float64       `json:"seconds" csv:"-"`          // of all workers together
}

func newTotalsRow(r checkpoints.Result) totalsRow {
	all := r.Totals.All()
	row := totalsRow{
		Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Part: partValue{r.Part},
		Games: number{all.Games}, Classes: number{all.Classes},
		Verdicts: newVerdictTotals(r.Space, r.Totals, nil),
		Checks:   r.Checks, Agrees: sortedMethods(r.Agrees),
		Seconds: float64(r.Took.Milliseconds()) / 1000,
	}
	if r.Method == enum.Walk {
		row.Verdicts = newVerdictTotals(r.Space, r.Totals, r.Tally)
	}
	row.Checked = "games " + row.Checks.Games + ", classes " + row.Checks.Classes
	for _, method := range row.Agrees {
		row.Checked += ", " + method + " agrees"
	}
	if !r.Part.Whole() {
		row.Checked = "no, part " + r.Part.String()
		row.Checks = enum.Checks{Games: "not checked", Classes: "not checked"}
	}
	return row
}

// numbersOf returns the cells of all numbers of a row, which are games or classes.
func numbersOf(row totalsRow) []cell {
	return slices.DeleteFunc(cellsOf(row), func(c cell) bool {
		return !strings.HasSuffix(c.key, "games") && !strings.HasSuffix(c.key, "classes")
	})
}

// A partValue is a part; JSON leaves out the whole.
type partValue struct{ enum.Part }

func (p partValue) print() (shown, precise string) { return p.String(), p.String() }
func (p partValue) IsZero() bool                   { return p.Whole() }
func (p partValue) MarshalText() ([]byte, error)   { return []byte(p.String()), nil }

// verdictTotals are two columns for each verdict.
type verdictTotals []verdictTotal

type verdictTotal struct {
	verdict       string
	Games         number            `json:"games,omitzero"`
	Classes       number            `json:"classes,omitzero"`
	Automorphisms map[string]string `json:"automorphisms,omitzero"` // |Aut| -> classes
}

// newVerdictTotals returns the totals of a space's verdicts, with the classes by number of
// automorphisms if a walk has met all of them: its tally counts no games in bulk.
func newVerdictTotals(s enum.Space, totals enum.Totals, walked *enum.Tally) (list verdictTotals) {
	for v, name := range s.Verdicts() {
		t := verdictTotal{verdict: name}
		if totals.Verdicts != nil {
			t.Games, t.Classes = number{totals.Verdicts[v].Games}, number{totals.Verdicts[v].Classes}
		}
		if walked != nil && walked.Count(v, enum.NoClass).Sign() == 0 {
			t.Automorphisms = make(map[string]string)
			for _, bar := range walked.Histogram(v) {
				t.Automorphisms[strconv.FormatUint(bar.Key, 10)] = bar.Count.String()
			}
		}
		list = append(list, t)
	}
	return list
}

func (t verdictTotals) cells() (cells []cell) {
	for _, v := range t {
		for _, c := range []struct {
			what   string
			number number
		}{{"games", v.Games}, {"classes", v.Classes}} {
			shown, precise := c.number.print()
			cells = append(cells, cell{key: v.verdict + "-" + c.what, title: v.verdict + " " + c.what, shown: shown, precise: precise})
		}
	}
	return cells
}

func (t verdictTotals) MarshalJSON() ([]byte, error) {
	byName := make(map[string]verdictTotal)
	for _, v := range t {
		byName[v.verdict] = v
	}
	return json.Marshal(byName)
}
