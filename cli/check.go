package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/estimate"
	"enumerate/internal/rows"
	"enumerate/results"
)

// checkFlags are the flags of check.
type checkFlags struct {
	game      verb.Game
	sizes     verb.Sizes
	estimates verb.FileName
	trials    uint64
	seed      uint64
	workers   int
	db        verb.FileName
	quiet     bool
	format    verb.Format

	afresh bool // --trials or --seed is given: stored samples are left alone
}

func newCheck(p *verb.Program) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare exact, sampled and published figures; check theorems",
		Long: `Check compares three figures for each size: the exact proportion of the first
verdict, from a finished run in the database, proved again; the sampled one, from all
stored samples of that size, of all seeds; and the published one, from a file: CSV
with the columns n, trials, proportion, unaccounted.

Each sampled or published figure is compared with the exact value: z says how many
standard deviations it is off, and p how likely a sample is that is no likelier than
this one (the exact binomial test, two-sided). They disagree if p is below 1e-6, or
below 0.01 for a published figure. Trials unaccounted for may have had either verdict;
they count as is best for the published figure. Where no exact value is known, a
published figure is compared with the sampled one, by the normal distribution, without
a verdict; and a sample with the expansion for large sizes, where that is good: with
whichever value within its error is nearest (see enumerate expansion --help).

If theorems are stated about the ruleset, check first compares each with the exhaustive
solution of all positions up to the size --n, or up to a size that takes a second. It
prints "holds", or what was found: the smallest counterexample to a statement that is
known to be false, such as one that a source got wrong, is "false, as expected". If
one believed to be true fails, or the counterexample to a false one is not found where
it is known to be, the check says "unexpectedly" and the exit code is 3.

Where no sample is stored, or where --trials or --seed asks for one, check draws a
sample and does not store it. If a sample disagrees with an exact value or an
expansion, check exits with code 3: either this program is wrong, or the sample is one
in a million; another --seed shows which. Published figures that disagree are listed.`,
		Example: `  enumerate --n 4..7 --resume
  enumerate check --n 4..7 --estimates data/published-estimates.csv
  enumerate check
  enumerate check --n 6 --trials 100000 --seed 2 --format json
  enumerate check --n 100 --trials 100000
  enumerate check --game tower --n 4`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddSizes(cmd, &f.sizes)
	verb.AddEstimates(cmd, &f.estimates)
	verb.AddTrials(cmd, &f.trials, &f.seed)
	verb.AddWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	verb.AddDB(cmd, &f.db)
	verb.AddQuiet(cmd, &f.quiet)
	verb.AddFormat(cmd, &f.format, verb.Formats...)
	return cmd
}

// known is what there is to compare.
type known struct {
	exact     map[int]estimate.Exact
	pools     map[int]checkpoints.Pool
	published map[int]estimate.Published
	expansion estimate.Expansion
}

func (f *checkFlags) run(cmd *cobra.Command) error {
	if f.sizes != (verb.Sizes{}) {
		if _, err := verb.Samplings(f.game.Ruleset, f.sizes, f.seed, f.trials); err != nil {
			return err
		}
	}
	if err := verb.CheckWorkers(f.workers); err != nil {
		return err
	}
	if err := verb.CheckTrials(f.trials); err != nil {
		return err
	}
	f.afresh = cmd.Flags().Changed("trials") || cmd.Flags().Changed("seed")
	stderr := cmd.ErrOrStderr()
	if f.quiet {
		stderr = io.Discard
	}
	ctx := cmd.Context()
	k, err := f.gather(ctx, stderr)
	if err != nil {
		return err
	}
	list, err := f.compared(k)
	if err != nil {
		return err
	}
	stated := len(f.game.Theorems) > 0
	if len(list) == 0 && !stated {
		return fmt.Errorf("there is nothing to compare: no finished run, no stored sample, no published figure; %s", walkFirst(f.game.Ruleset))
	}
	if stated {
		if err := f.checkTheorems(ctx, cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		return nil
	}
	if stated && f.format.Value != "json" {
		fmt.Fprintln(cmd.OutOrStdout())
	}
	verdicts, err := f.compareAll(ctx, cmd.OutOrStdout(), stderr, list, k)
	if err != nil {
		return err
	}
	return verdicts.conclude(stderr)
}

// gather reads the database, if there is one, and the published figures, and derives the
// expansion.
func (f *checkFlags) gather(ctx context.Context, stderr io.Writer) (known, error) {
	k := known{pools: make(map[int]checkpoints.Pool), published: make(map[int]estimate.Published)}
	published, err := verb.ReadEstimates(f.estimates)
	if err != nil {
		return k, err
	}
	if k.expansion, err = results.Expansion(ctx, f.game.Ruleset); err != nil {
		return k, err
	}
	for _, p := range published {
		k.published[p.Size] = p
	}
	store, err := verb.OpenIfThere(f.db, stderr)
	if err != nil || store == nil {
		return k, err
	}
	defer store.Close()
	if k.exact, err = verb.ExactOf(store, f.game, stderr); err != nil {
		return k, err
	}
	pools, err := store.Pools(f.game.Name, verb.Remarks(store, stderr))
	if err != nil {
		return k, err
	}
	for _, p := range pools {
		k.pools[p.Size] = p
	}
	return k, nil
}

// compared returns the samplings of all sizes of which there is something to compare.
func (f *checkFlags) compared(k known) (list []enum.Sampling, err error) {
	found := make(map[int]bool)
	for n := range k.exact {
		found[n] = true
	}
	for n := range k.pools {
		found[n] = true
	}
	for n := range k.published {
		found[n] = true
	}
	if f.sizes != (verb.Sizes{}) {
		for n := f.sizes.First; n <= f.sizes.Last; n++ {
			if _, ok := k.expansion.At(n); ok {
				found[n] = true
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(found)) {
		if f.sizes != (verb.Sizes{}) && !f.sizes.Contain(n) {
			continue
		}
		s, err := verb.SamplingOf(f.game.Ruleset, n, f.seed, f.trials)
		if _, published := k.published[n]; err != nil && published {
			return nil, fmt.Errorf("%s: %w", f.estimates, err)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// outcome names the sizes at which figures disagree.
type outcome struct {
	sampled   []string // with the exact values
	expanded  []string // samples with the expansion
	published []string
	apart     []string // published figures and samples, where there is no exact value
}

// compareAll compares and prints one size after the other.
func (f *checkFlags) compareAll(ctx context.Context, stdout, stderr io.Writer, list []enum.Sampling, k known) (outcome, error) {
	var o outcome
	out := rows.NewPrinter(stdout, f.format.Value)
	out.Widen(checkRow{N: list[len(list)-1].Size})
	out.Titles["successes"] = list[0].Verdicts()[0]
	for _, s := range list {
		var exact *estimate.Exact
		if e, ok := k.exact[s.Size]; ok {
			exact = &e
		}
		var expanded *estimate.Expanded
		if e, ok := k.expansion.At(s.Size); ok {
			expanded = &e
		}
		var published *estimate.Published
		if p, ok := k.published[s.Size]; ok {
			published = &p
		}
		sampled, seeds, err := f.sampled(ctx, stderr, s, k)
		if err != nil {
			return o, err
		}
		for _, l := range estimate.Compare(exact, expanded, sampled, published) {
			row := newCheckRow(f.game.Name, l, exact)
			if l.Source == estimate.BySample {
				row.Seeds = seeds
			}
			if err := out.Print(row); err != nil {
				return o, err
			}
			o.add(l)
		}
	}
	return o, nil
}

// sampled returns the sample of a size, and its seeds: what is stored, or else one
// drawn now.
func (f *checkFlags) sampled(ctx context.Context, stderr io.Writer, s enum.Sampling, k known) (*estimate.Sample, []uint64, error) {
	if pool, ok := k.pools[s.Size]; ok && !f.afresh {
		if !slices.Equal(pool.Verdicts, s.Verdicts()) {
			return nil, nil, fmt.Errorf("the stored samples of n=%d have the verdicts %q, want %q", s.Size, pool.Verdicts, s.Verdicts())
		}
		if sample := verb.SampleOf(s.Size, pool.Tally); sample.Trials > 0 {
			return &sample, pool.Seeds, nil
		}
	}
	shown := verb.QuietProgress
	if !f.quiet {
		shown = verb.Show(stderr, fmt.Sprintf("n=%d", s.Size), verb.NewGauge(s, enum.Part{}, verb.DescribeSample))
	}
	tally, err := enum.Draw(ctx, s, f.workers, shown.Add)
	shown.Stop()
	if err != nil {
		return nil, nil, err
	}
	sample := verb.SampleOf(s.Size, tally)
	return &sample, []uint64{f.seed}, nil
}

// add notes what a line says.
func (o *outcome) add(l estimate.Line) {
	if !l.Off {
		return
	}
	n := strconv.Itoa(l.Size)
	switch {
	case l.Against == estimate.ByExpansion:
		o.expanded = append(o.expanded, n)
	case l.Source == estimate.BySample:
		o.sampled = append(o.sampled, n)
	case l.Against == estimate.ByCount:
		o.published = append(o.published, n)
	default:
		o.apart = append(o.apart, n)
	}
}

// conclude says what all lines together say.
func (o outcome) conclude(stderr io.Writer) error {
	if len(o.published) > 0 {
		fmt.Fprintf(stderr, "published figures disagree with the exact values at n = %s\n", strings.Join(o.published, ", "))
	}
	if len(o.apart) > 0 {
		fmt.Fprintf(stderr, "published figures disagree with the samples at n = %s, where no exact value is known\n", strings.Join(o.apart, ", "))
	}
	if len(o.expanded) > 0 {
		return fmt.Errorf("%w: the samples disagree with the expansion at n = %s", verb.ErrCheck, strings.Join(o.expanded, ", "))
	}
	if len(o.sampled) > 0 {
		return fmt.Errorf("%w: the samples disagree with the exact values at n = %s", verb.ErrCheck, strings.Join(o.sampled, ", "))
	}
	return nil
}

// A checkRow is what is printed of one figure.
type checkRow struct {
	Ruleset     string           `json:"ruleset"`
	N           int              `json:"n" table:"n,3"`
	Source      estimate.Source  `json:"source" table:"source,-9"`
	Trials      uint64           `json:"trials" table:"trials,9"`
	Successes   uint64           `json:"successes" table:"successes,9"` // of the first verdict, which is the title
	Unaccounted uint64           `json:"unaccounted" table:"unaccounted"`
	Proportion  float64          `json:"proportion" table:"proportion" decimals:"6"`
	Low         float64          `json:"low" table:"low,8" decimals:"6"`
	High        float64          `json:"high" table:"high,8" decimals:"6"`
	Exact       *float64         `json:"exact" table:"exact,8" decimals:"6"`
	Against     against          `json:"against,omitempty" table:"against,-7"`
	Z           statistic        `json:"z" table:"z,8"` // null also if infinite
	P           statistic        `json:"p" table:"p,8"`
	Verdict     estimate.Verdict `json:"verdict" table:"verdict,-1"`
	Seeds       []uint64         `json:"seeds,omitempty" csv:"-"`
}

func newCheckRow(game string, l estimate.Line, exact *estimate.Exact) checkRow {
	row := checkRow{
		Ruleset: game, N: l.Size, Source: l.Source, Trials: l.Trials, Successes: l.Successes, Unaccounted: l.Unaccounted,
		Proportion: l.Proportion, Low: verb.Settled(l.Low), High: verb.Settled(l.High), Against: against(l.Against), Verdict: l.Verdict,
	}
	if exact != nil {
		row.Exact = &exact.Proportion
	}
	if l.Against != "" {
		row.Z = statistic{strconv.FormatFloat(l.Z, 'f', 2, 64), &l.Z}
		row.P = statistic{shortP(l.P), &l.P}
	}
	return row
}

// An against is what a figure is compared with, if it is.
type against estimate.Source

func (a against) Print() (shown, precise string) {
	if a == "" {
		return rows.Unknown, ""
	}
	return string(a), string(a)
}

// A statistic is a number of a comparison, nil if there is none. It is rounded to six
// digits; see settled.
type statistic struct {
	shown string
	x     *float64
}

func (s statistic) Print() (shown, precise string) {
	if s.x == nil {
		return rows.Unknown, ""
	}
	return s.shown, strconv.FormatFloat(s.rounded(), 'g', -1, 64)
}

func (s statistic) rounded() float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(*s.x, 'g', 6, 64), 64)
	if err != nil {
		return *s.x
	}
	return rounded
}

func (s statistic) MarshalJSON() ([]byte, error) {
	if s.x == nil || math.IsInf(*s.x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(s.rounded())
}

// shortP returns a p-value in two digits. Those below what a float64 holds are not
// 0.
func shortP(p float64) string {
	if p == 0 {
		return "<1e-300"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// A theoremRow is what is printed of a theorem.
type theoremRow struct {
	Ruleset        string      `json:"ruleset"`
	N              int         `json:"n" table:"n,3"` // positions up to this size
	Theorem        string      `json:"theorem" table:"theorem,-14"`
	Positions      rows.Number `json:"positions" table:"positions,12"`
	Verdict        found       `json:"verdict" table:"verdict,-18"`
	Expected       bool        `json:"expected" csv:"-"` // that it holds
	Unexpected     bool        `json:"unexpected"`       // what was found
	Statement      statement   `json:"statement" table:"statement,-1"`
	Counterexample string      `json:"counterexample,omitempty"`
	Details        string      `json:"details,omitempty"`
}

// A found is what was found of a theorem: holds, fails, or silent if it speaks of no
// position. Tables say whether that was expected.
type found struct{ verdict, shown string }

func (f found) Print() (shown, precise string) { return f.shown, f.verdict }
func (f found) MarshalText() ([]byte, error)   { return []byte(f.verdict), nil }

// A statement is that of a theorem; tables show with it what was found.
type statement struct{ text, found string }

func (s statement) Print() (shown, precise string) { return s.text + s.found, s.text }
func (s statement) MarshalText() ([]byte, error)   { return []byte(s.text), nil }

// newTheoremRow says what a check of a theorem up to a size has found.
func newTheoremRow(game string, t enum.Theorem, size int, f enum.Finding) theoremRow {
	row := theoremRow{
		Ruleset: game, N: cmp.Or(f.UpTo, size), Theorem: t.Name, Positions: rows.Exact(f.Positions), Expected: t.Holds,
		Statement: statement{text: t.Statement}, Counterexample: f.Counterexample, Details: f.Details,
	}
	switch fails, beyond := f.Counterexample != "", !t.Holds && (t.From == 0 || row.N < t.From); {
	case f.Positions.Sign() == 0:
		row.Verdict = found{"silent", "silent"}
	case fails && t.Holds:
		row.Verdict, row.Unexpected = found{"fails", "fails, unexpectedly"}, true
	case fails:
		row.Verdict = found{"fails", "false, as expected"}
	case t.Holds || beyond:
		row.Verdict = found{"holds", "holds"}
		if t.From > 0 {
			row.Statement.found = fmt.Sprintf("; but false from n = %d on", t.From)
		}
	default:
		row.Verdict, row.Unexpected = found{"holds", "holds, unexpectedly"}, true
	}
	if f.Counterexample != "" {
		row.Statement.found = "; but " + f.Counterexample
	}
	if f.Details != "" {
		row.Statement.found += " (" + f.Details + ")"
	}
	return row
}

// checkTheorems compares what is stated of a ruleset with the exhaustive solution, up to
// the size of --n, or each up to its usual one. It returns an error, after all are printed,
// if something was found that is not expected.
func (f *checkFlags) checkTheorems(ctx context.Context, stdout io.Writer) error {
	out := rows.NewPrinter(stdout, f.format.Value)
	var unexpected []string
	for _, theorem := range f.game.Theorems {
		size := cmp.Or(f.sizes.Last, theorem.Usual)
		finding, err := theorem.Check(ctx, size)
		if err != nil {
			return err
		}
		row := newTheoremRow(f.game.Name, theorem, size, finding)
		if row.Unexpected {
			unexpected = append(unexpected, theorem.Name)
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}
	if unexpected != nil {
		return fmt.Errorf("%w: of the statements about %s, not as expected: %s", verb.ErrCheck, f.game.Name, strings.Join(unexpected, ", "))
	}
	return nil
}
