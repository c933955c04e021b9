package verb

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// A flag means the same in every verb, so each is defined once, in this file.

// Job has the flags of a verb that works on sizes of a ruleset.
type Job struct {
	Game    Game
	Sizes   Sizes
	Workers int
	DB      FileName
	Quiet   bool
	Format  Format
}

// AddGames adds the flags that select games.
func (j *Job) AddGames(cmd *cobra.Command, p *Program) {
	AddGame(cmd, &j.Game, p)
	AddSizes(cmd, &j.Sizes)
}

// AddWork adds the flags for workers, database and output.
func (j *Job) AddWork(cmd *cobra.Command, formats ...string) {
	AddWorkers(cmd, &j.Workers)
	AddDB(cmd, &j.DB)
	AddQuiet(cmd, &j.Quiet)
	AddFormat(cmd, &j.Format, formats...)
}

// Rulesets are the rulesets of the program. The first is the default of --game.
type Rulesets []*enum.Ruleset

// Game is the ruleset that --game names, with its parameters set.
type Game struct {
	*enum.Ruleset
	Program *Program
	Pick    single.Pick // --sheet and --columns
}

// Reader returns a function that reads the games of an input and prints the remarks on them.
func (g *Game) Reader(name string, stderr io.Writer) func(io.Reader) iter.Seq2[single.Game, error] {
	read := g.Read
	if g.ReadPick != nil {
		read = func(in io.Reader) iter.Seq2[single.Game, error] { return g.ReadPick(in, g.Pick) }
	}
	return g.Remarking(read, name, stderr)
}

// Remarking returns a function that reads the games of an input by the function read, and prints the ruleset's remarks
// on them to stderr, such as a corrected name, each after the input's name.
func (g *Game) Remarking(read func(io.Reader) iter.Seq2[single.Game, error], name string, stderr io.Writer) func(io.Reader) iter.Seq2[single.Game, error] {
	return func(in io.Reader) iter.Seq2[single.Game, error] {
		return func(yield func(single.Game, error) bool) {
			read(in)(func(game single.Game, err error) bool {
				if err == nil && g.Remarks != nil && g.Remarks(game) != nil {
					Report(g.Remarks(game), name, stderr)
				}
				return yield(game, err)
			})
		}
	}
}

func (g *Game) String() string {
	if g.Ruleset == nil {
		return ""
	}
	return g.Name
}

func (g *Game) Type() string { return "RULESET" }

func (g *Game) Set(text string) error {
	found, err := enum.Find(g.Program.Rulesets, text)
	if err == nil {
		g.Ruleset = found
	}
	return err
}

// AddGame adds --game, by default the first ruleset of the program.
func AddGame(cmd *cobra.Command, g *Game, p *Program) {
	*g = Game{Ruleset: p.Rulesets[0], Program: p}
	cmd.Flags().Var(g, "game", "ruleset; see enumerate games")
	Complete(cmd, "game", p.Rulesets.Names)
}

type sheetName string

func (s *sheetName) String() string { return string(*s) }
func (s *sheetName) Type() string   { return "NAME" }

func (s *sheetName) Set(text string) error {
	if text == "" {
		return fmt.Errorf("expected the name of a sheet")
	}
	*s = sheetName(text)
	return nil
}

// columnNames are the value of --columns: headings or letters of columns. A heading with a comma is in quotes.
type columnNames []string

func (c *columnNames) String() string { return strings.Join(*c, ",") }
func (c *columnNames) Type() string   { return "A,B,C" }

func (c *columnNames) Set(text string) error {
	names, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return fmt.Errorf("expected headings or letters of columns, separated by commas")
	}
	*c = names
	return nil
}

// AddPick adds --sheet and --columns, which select the part of a workbook that has the games.
func AddPick(cmd *cobra.Command, g *Game) {
	cmd.Flags().Var((*sheetName)(&g.Pick.Sheet), "sheet", "sheet of the workbook to read")
	cmd.Flags().Var((*columnNames)(&g.Pick.Columns), "columns", "columns to read, such as Name,Wall,Enemy or B,C,D")
	check(cmd, func() error {
		picked := cmd.Flags().Changed("sheet") || cmd.Flags().Changed("columns")
		switch n := len(g.Pick.Columns); {
		case picked && g.ReadPick == nil:
			return Usagef("games of %s have no sheets or columns: leave out --sheet and --columns", g.Name)
		case cmd.Flags().Changed("columns") && n != len(g.Columns):
			return Usagef("--columns %s: expected %d columns, for %s", strings.Join(g.Pick.Columns, ","), len(g.Columns), strings.Join(g.Columns, ", "))
		}
		return nil
	})
}

// Names returns the names of the rulesets.
func (all Rulesets) Names() []string {
	return lists.Map(all, func(r *enum.Ruleset) string { return r.Name })
}

// Complete lets a shell complete the values of a flag.
func Complete(cmd *cobra.Command, flag string, values func() []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}

// MethodNames returns the names of methods.
func MethodNames(methods []enum.Method) []string {
	return lists.Map(methods, func(m enum.Method) string { return m.Name })
}

// Sizes is a range of sizes, --n.
type Sizes struct{ First, Last int }

func (s *Sizes) String() string {
	switch {
	case *s == Sizes{}:
		return ""
	case s.First == s.Last:
		return strconv.Itoa(s.First)
	}
	return fmt.Sprintf("%d..%d", s.First, s.Last)
}

func (s *Sizes) Type() string { return "N|N..M" }

// Set parses a size such as 6, or a range of sizes such as 3..8.
func (s *Sizes) Set(value string) error {
	first, last, ok := text.Range(value, 1, math.MaxInt)
	low, high, _ := strings.Cut(value, "..")
	if _, _, reversed := text.Range(high+".."+low, 1, math.MaxInt); !ok && reversed {
		return fmt.Errorf("the range is reversed: use %s..%s", high, low)
	}
	if !ok {
		return fmt.Errorf("expected a size, such as 6, or a range of sizes, such as 3..8")
	}
	*s = Sizes{first, last}
	return nil
}

// AddSizes adds --n.
func AddSizes(cmd *cobra.Command, s *Sizes) {
	cmd.Flags().Var(s, "n", "size of the games, or a range of sizes")
}

// Contain reports whether a size is in the range.
func (s *Sizes) Contain(n int) bool { return s.First <= n && n <= s.Last }

// Part is the value of --shard RES/MOD: the shards whose number is RES modulo MOD. JSON omits a part that is the whole
// run.
type Part struct{ enum.Part }

func (p Part) IsZero() bool                 { return p.Whole() }
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func (p *Part) Type() string { return "RES/MOD" }

func (p *Part) Set(text string) (err error) {
	p.Part, err = enum.ParsePart(text)
	return err
}

// AddPart adds --shard.
func AddPart(cmd *cobra.Command, p *Part) {
	cmd.Flags().Var(p, "shard", "only shards whose number is RES modulo MOD")
	cmd.Flags().Lookup("shard").DefValue = ""
}

// AddMethod adds --method, whose values depend on the ruleset.
func AddMethod(cmd *cobra.Command, method *string, methods func() []string, usage string) {
	cmd.Flags().StringVar(method, "method", *method, usage)
	Complete(cmd, "method", methods)
}

// leastMemory is the least memory limit: some verbs always need that much.
const leastMemory = 64 << 20

type memory struct {
	Bytes int64
	text  string // as the user wrote it
}

func (m *memory) String() string { return m.text }
func (m *memory) Type() string   { return "SIZE" }

func (m *memory) Set(text string) error {
	bytes, err := humanize.ParseBytes(text)
	if err != nil || bytes < leastMemory || bytes > math.MaxInt64/2 {
		return fmt.Errorf("expected a number with a unit, at least 64MiB, such as 500MB or 4GiB")
	}
	*m = memory{int64(bytes), text}
	return nil
}

// usualMemory is the default of --memory: 4 GiB, or half of the memory of the machine or container if this is less.
var usualMemory = sync.OnceValue(func() memory {
	usual := memory{4 << 30, "4GiB"}
	for _, provider := range []memlimit.Provider{memlimit.FromCgroup, memlimit.FromSystem} {
		if bytes, err := provider(); err == nil && bytes > 0 && bytes/2 < uint64(usual.Bytes) {
			half := max(bytes/2, leastMemory)
			usual = memory{int64(half), humanize.IBytes(half)}
		}
	}
	return usual
})

// Layers returns how many bytes the layers (intermediate results) of a count may take in memory.
func (m memory) Layers() int64 { return m.Bytes / 4 * 3 }

// AddWorkers adds --workers, by default one for each processor.
func AddWorkers(cmd *cobra.Command, workers *int) {
	AddNumber(cmd, workers, "workers", runtime.GOMAXPROCS(0), "number of parallel workers")
	check(cmd, func() error {
		const most = 4096
		if *workers < 1 || *workers > most {
			return Usagef("--workers %d: expected a number from 1 to %s", *workers, rows.Count(most))
		}
		return nil
	})
}

// check makes a verb call the function wrong before it runs, after earlier checks.
func check(cmd *cobra.Command, wrong func() error) {
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if before != nil {
			if err := before(cmd, args); err != nil {
				return err
			}
		}
		return wrong()
	}
}

// AddTrials adds --trials and --seed.
func AddTrials(cmd *cobra.Command, trials, seed *uint64) {
	AddTrialNumber(cmd, trials, 10_000, "games of each size")
	AddNumber(cmd, seed, "seed", 1, "seed of the random numbers")
	check(cmd, func() error { return checkTrials(*trials) })
}

// AddTrialNumber adds --trials alone, with a default.
func AddTrialNumber(cmd *cobra.Command, trials *uint64, value uint64, usage string) {
	*trials = value
	cmd.Flags().Var((*trialNumber)(trials), "trials", usage)
}

// trialNumber is a number of trials. Numbers out of range are refused by checkTrials when all flags are read, so that
// the errors of other flags come first.
type trialNumber uint64

func (n *trialNumber) String() string { return strconv.FormatUint(uint64(*n), 10) }
func (n *trialNumber) Type() string   { return "N" }

func (n *trialNumber) Set(text string) error {
	x, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errTrials
	}
	*n = trialNumber(x)
	return nil
}

// mostTrials is the largest number of trials: up to here float64 is exact for whole numbers.
const mostTrials = 1 << 53

var errTrials = fmt.Errorf("expected a number from 1 to %s", rows.Count(mostTrials))

func checkTrials(trials uint64) error {
	if trials < 1 || trials > mostTrials {
		return Usagef("--trials %d: %w", trials, errTrials)
	}
	return nil
}

// A wholeNumber reads a decimal number, also one with leading zeros.
type wholeNumber[T int | uint64] struct{ value *T }

func (n wholeNumber[T]) String() string { return fmt.Sprint(*n.value) }
func (n wholeNumber[T]) Type() string   { return "N" }

func (n wholeNumber[T]) Set(text string) error {
	most := uint64(math.MaxUint64)
	if _, signed := any(n.value).(*int); signed {
		most = math.MaxInt
	}
	x, err := strconv.ParseUint(text, 10, 64)
	if err != nil || x > most {
		return fmt.Errorf("expected a whole number without a sign, at most %s", rows.Count(most))
	}
	*n.value = T(x)
	return nil
}

// AddNumber adds a flag for a whole number, with a default.
func AddNumber[T int | uint64](cmd *cobra.Command, x *T, name string, value T, usage string) {
	*x = value
	cmd.Flags().Var(wholeNumber[T]{x}, name, usage)
}

// AddQuiet adds --quiet.
func AddQuiet(cmd *cobra.Command, quiet *bool) {
	cmd.Flags().BoolVarP(quiet, "quiet", "q", false, "print no progress and no remarks")
}

// A FileName is the name of a file. It refuses an empty name, which is often an unset variable of a script.
type FileName string

func (f *FileName) String() string { return string(*f) }
func (f *FileName) Type() string   { return "FILE" }

func (f *FileName) Set(text string) error {
	if text == "" {
		return fmt.Errorf("expected the name of a file")
	}
	*f = FileName(text)
	return nil
}

// AddDB adds --db; see [StorePath] for its default.
func AddDB(cmd *cobra.Command, path *FileName) {
	cmd.Flags().Var(path, "db", "database (default $ENUMERATE_DB, or enumerate/enumerate.db in the state directory)")
}

// Formats are the formats of rows.
var Formats = []string{"table", "json", "csv", "markdown"}

// A Format is the value of --format.
type Format struct {
	Value string
	words []string
}

func (o *Format) String() string { return o.Value }
func (o *Format) Type() string   { return "FORMAT" }

func (o *Format) Set(text string) error {
	switch {
	case slices.Contains(o.words, text):
		o.Value = text
		return nil
	case len(o.words) == 1:
		return fmt.Errorf("expected %s", o.words[0])
	}
	return fmt.Errorf("expected one of %s", strings.Join(o.words, ", "))
}

// AddFormat adds --format with the given values, of which the first is the default.
func AddFormat(cmd *cobra.Command, format *Format, words ...string) {
	*format = Format{words[0], words}
	cmd.Flags().Var(format, "format", "format: "+strings.Join(words, ", "))
	Complete(cmd, "format", func() []string { return words })
}

// Percent is a share in percent, 0% to 100%.
type Percent float64

func (p *Percent) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) + "%" }

func (p *Percent) Type() string { return "PERCENT" }

func (p *Percent) Set(text string) error {
	number, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(number >= 0 && number <= 100) {
		return fmt.Errorf("expected a percentage from 0%% to 100%%")
	}
	*p = Percent(number)
	return nil
}

// Verdicts returns the verdicts that the games can have, at the least size.
func (g *Game) Verdicts() []string {
	space, err := g.Space(g.Sizes.First)
	if err != nil {
		return nil
	}
	return space.Verdicts()
}

// Named returns the rulesets with these names, or all rulesets if there are no names.
func (all Rulesets) Named(names []string) (Rulesets, error) {
	if len(names) == 0 {
		return all, nil
	}
	var list Rulesets
	for _, name := range names {
		found, err := enum.Find(all, name)
		if err != nil {
			return nil, usageError{err}
		}
		list = append(list, found)
	}
	return list, nil
}
