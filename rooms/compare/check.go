// Package compare compares exact totals, samples, published figures and expansions of the share of a verdict: the verbs
// check and expansion.
package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/internal/rows"
	"enumerate/results"
	"enumerate/results/estimate"
)

type checkFlags struct {
	verb.Sample

	afresh bool // --trials or --seed is given: stored samples are not used
}

// Verbs returns check and expansion.
func Verbs() []verb.Verb { return []verb.Verb{newCheck, newExpansion} }

func newCheck(p *verb.Program) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare exact, sampled and published figures",
		Long: `For each size, check compares the proportion of games that have the ruleset's first verdict, such as
solvable, from three sources: the exact value from finished runs, the sampled value from all stored samples, and the
published value from the CSV file of --estimates. This file has the columns n, trials, proportion and unaccounted (the
number of trials whose result is unknown).

The column z is the distance of a proportion from the exact value, in standard deviations. The column p is the p-value
of the two-sided exact binomial test. A sample disagrees with the exact value if p is below 1e-6, and a published value
disagrees with the exact value if p is below 0.01. If some results of a publication are unknown, check assumes the
results that bring the published value closest to the exact value.

If the exact proportion at a size is not known, check compares the sampled proportion with the expansion, a series that
approximates it, if the series is accurate at this size (enumerate expansion --help). Check also prints the distance
between the published and the sampled proportion. It does not judge this distance, because both may be inaccurate.

If no sample is stored, or if --trials or --seed is given, check draws a sample and does not store it. If a sample
disagrees, check exits with code 3. Then either the program is wrong, or the sample is an outlier, as one correct sample
in a million is; try another --seed. A published value that disagrees is listed, but does not change the exit code.`,
		Example: `  enumerate --n 4..7 --resume
  enumerate check --n 4..7 --estimates data/published-estimates.csv
  enumerate check --n 100 --trials 10000`,
		Args: verb.NoArgs,
		RunE: f.run,
	}
	f.AddGames(cmd, p)
	verb.AddJudge(cmd, p, &f.Game)
	f.AddEstimates(cmd)
	verb.AddTrials(cmd, &f.Trials, &f.Seed)
	f.AddWork(cmd, verb.Formats...)
	return cmd
}

// A figureSet has the figures to compare, by size.
type figureSet struct {
	exact     map[int]*estimate.Exact
	pools     map[int]checkpoints.Pool // stored samples: all of one size together
	published map[int]*estimate.Published
	expansion estimate.Expansion
}

func (f *checkFlags) run(cmd *cobra.Command, _ []string) error {
	if f.Sizes != (verb.Sizes{}) {
		if _, err := f.Samplings(); err != nil {
			return err
		}
	}
	f.afresh = cmd.Flags().Changed("trials") || cmd.Flags().Changed("seed")
	stderr := cmd.ErrOrStderr()
	if f.Quiet {
		stderr = io.Discard
	}
	ctx := cmd.Context()
	k, err := f.gather(ctx, stderr)
	if err != nil {
		return err
	}
	list, err := f.samplingsToCompare(k)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("nothing to compare: no finished run, no stored sample and no published figure: %s", f.runFirst())
	}
	off, err := f.compareAll(ctx, cmd.OutOrStdout(), stderr, list, k)
	if err != nil {
		return err
	}
	return conclude(off, stderr)
}

// runFirst returns the advice for sizes that have nothing to compare: a command that stores a result for them.
func (f *checkFlags) runFirst() string {
	if f.Sizes == (verb.Sizes{}) {
		return verb.RunFirst(f.Game.Ruleset)
	}
	command := "enumerate"
	if walked := f.Game.Walked(); !walked.Contains(f.Sizes.First) || !walked.Contains(f.Sizes.Last) {
		command = "enumerate sample"
	}
	return fmt.Sprintf("run %s --game %s --n %v --resume first", command, f.Game.Name, &f.Sizes)
}

// gather reads the database, if it exists, and the published figures, and derives the expansion.
func (f *checkFlags) gather(ctx context.Context, stderr io.Writer) (figureSet, error) {
	k := figureSet{pools: make(map[int]checkpoints.Pool), published: make(map[int]*estimate.Published)}
	published, err := f.Published()
	if err != nil {
		return k, err
	}
	if k.expansion, err = results.Expansion(ctx, f.Game.Ruleset); err != nil {
		return k, err
	}
	for _, p := range published {
		k.published[p.Size] = &p
	}

	store, err := verb.OpenIfExists(f.DB, stderr)
	if err != nil || store == nil {
		return k, err
	}
	defer store.Close()
	if k.exact, err = f.Exact(store, stderr); err != nil {
		return k, err
	}
	pools, err := store.Pools(f.Game.Name, verb.Remarks(store, stderr))
	if err != nil {
		return k, err
	}
	for _, p := range pools {
		k.pools[p.Size] = p
	}
	return k, nil
}

// samplingsToCompare returns the sizes that have a figure to compare (an exact value, a stored sample, or a published
// estimate), in ascending order, each with the plan of a sample to draw if none is stored. With --n, it returns only
// sizes that the flag names. For these, the value of the expansion (a series in 1/n for large sizes n) counts as a
// figure, too.
func (f *checkFlags) samplingsToCompare(k figureSet) (list []sampling.Sampling, err error) {
	found := slices.Concat(slices.Collect(maps.Keys(k.exact)), slices.Collect(maps.Keys(k.pools)), slices.Collect(maps.Keys(k.published)))
	if f.Sizes != (verb.Sizes{}) {
		for n := f.Sizes.First; n <= f.Sizes.Last; n++ {
			if _, ok := k.expansion.At(n); ok {
				found = append(found, n)
			}
		}
	}

	slices.Sort(found)
	for _, n := range slices.Compact(found) {
		if f.Sizes != (verb.Sizes{}) && !f.Sizes.Contain(n) {
			continue
		}
		s, err := f.Sampling(n)
		if _, published := k.published[n]; err != nil && published { // the file of figures has an impossible size
			return nil, fmt.Errorf("--estimates %s: %w", f.Estimates, err)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// compareAll compares and prints one size after the other, and returns the figures that disagree.
func (f *checkFlags) compareAll(ctx context.Context, stdout, stderr io.Writer, list []sampling.Sampling, k figureSet) (off []Line, err error) {
	out := rows.NewPrinter(stdout, f.Format.Value)
	out.Widen(checkRow{N: list[len(list)-1].Size})
	out.Titles["successes"] = list[0].Verdicts()[0]
	for _, s := range list {
		var expanded *estimate.Expanded
		if e, ok := k.expansion.At(s.Size); ok {
			expanded = &e
		}
		exact := k.exact[s.Size]
		sampled, seeds, err := f.sampled(ctx, stderr, s, k)
		if err != nil {
			return nil, err
		}
		for _, l := range Compare(exact, expanded, sampled, k.published[s.Size]) {
			row := newCheckRow(f.Game.Name, l, exact)
			if l.Source == BySample {
				row.Seeds = seeds
			}
			if err := out.Print(row); err != nil {
				return nil, err
			}
			if l.Off {
				off = append(off, l)
			}
		}
	}
	return off, nil
}

// sampled returns all stored samples of a size as one, with their seeds. It draws a new sample by the plan s if none is
// stored, or if the user asked for one (f.afresh).
func (f *checkFlags) sampled(ctx context.Context, stderr io.Writer, s sampling.Sampling, k figureSet) (*estimate.Sample, []uint64, error) {
	if pool, ok := k.pools[s.Size]; ok && !f.afresh {
		if !slices.Equal(pool.Verdicts, s.Verdicts()) {
			return nil, nil, fmt.Errorf("the stored samples of n=%d have the verdicts %q, expected %q", s.Size, pool.Verdicts, s.Verdicts())
		}
		if sample := verb.SampleOf(s.Size, pool.Tally); sample.Trials > 0 {
			return &sample, pool.Seeds, nil
		}
	}
	var drawn estimate.Sample
	err := f.Each(ctx, stderr, nil, []sampling.Sampling{s}, nil, func(_ int, tally *enum.Tally) error {
		drawn = verb.SampleOf(s.Size, tally)
		return nil
	})
	return &drawn, []uint64{f.Seed}, err
}

// conclude reports the figures in the lines `off`, which disagree with another figure. If a sample of this program
// disagrees with an exact value or with the expansion, conclude returns an error, because the program may be wrong.
// Published figures that disagree are only listed on stderr.
func conclude(off []Line, stderr io.Writer) error {
	for _, about := range []struct {
		source, against Source
		text            string
	}{
		{ByPublication, ByCount, "published figures disagree with the exact values at n = %s"},
		{ByPublication, BySample, "published figures disagree with the samples at n = %s, where no exact value is known"},
		{BySample, ByExpansion, "the samples disagree with the expansion at n = %s"},
		{BySample, ByCount, "the samples disagree with the exact values at n = %s"},
	} {
		var sizes []string
		for _, l := range off {
			if l.Source == about.source && l.Against == about.against {
				sizes = append(sizes, strconv.Itoa(l.Size))
			}
		}
		switch text := fmt.Sprintf(about.text, strings.Join(sizes, ", ")); {
		case sizes == nil:
		case about.source == BySample:
			return fmt.Errorf("%w: %s", verb.ErrCheck, text)
		default:
			fmt.Fprintln(stderr, text)
		}
	}
	return nil
}

type checkRow struct {
	Ruleset     string    `json:"ruleset"`
	N           int       `json:"n" table:"n,3"`
	Source      Source    `json:"source" table:"source,-9"`
	Trials      uint64    `json:"trials" table:"trials,9"`
	Successes   uint64    `json:"successes" table:"successes,9"` // of the first verdict, which is the title
	Unaccounted uint64    `json:"unaccounted" table:"unaccounted"`
	Proportion  float64   `json:"proportion" table:"proportion" decimals:"6"`
	Low         float64   `json:"low" table:"low,8" decimals:"6"`
	High        float64   `json:"high" table:"high,8" decimals:"6"`
	Exact       *float64  `json:"exact" table:"exact,8" decimals:"6"`
	Against     rows.Text `json:"against,omitzero" table:"against,-7"`
	Z           statistic `json:"z" table:"z,8"` // JSON has no infinite numbers, so an infinite z is null
	P           statistic `json:"p" table:"p,8"`
	Verdict     Verdict   `json:"verdict" table:"verdict,-1"`
	Seeds       []uint64  `json:"seeds,omitempty" csv:"-"`
}

// newCheckRow returns the printed row of a figure. Its columns `exact`, `z` and `p` are empty if there is nothing to
// compare the figure with.
func newCheckRow(game string, l Line, exact *estimate.Exact) checkRow {
	row := checkRow{
		Ruleset: game, N: l.Size, Source: l.Source, Trials: l.Trials, Successes: l.Successes, Unaccounted: l.Unaccounted,
		Proportion: l.Proportion, Low: verb.RoundToBillionth(l.Low), High: verb.RoundToBillionth(l.High), Against: rows.Text{Display: cmp.Or(string(l.Against), rows.Unknown), Precise: string(l.Against)}, Verdict: l.Verdict,
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

// A statistic is a number of a comparison, rounded to six digits; x is nil if there is none.
type statistic struct {
	text string
	x    *float64
}

func (s statistic) Print() (shown, precise string) {
	if s.x == nil {
		return rows.Unknown, ""
	}
	return s.text, strconv.FormatFloat(s.rounded(), 'g', -1, 64)
}

func (s statistic) rounded() float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(*s.x, 'g', 6, 64), 64) // FormatFloat writes what ParseFloat reads
	return rounded
}

func (s statistic) MarshalJSON() ([]byte, error) {
	if s.x == nil || math.IsInf(*s.x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(s.rounded())
}

// shortP returns a p-value with two digits, or an upper bound if it is too small for a float64.
func shortP(p float64) string {
	if p == 0 {
		return "<1e-300"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}
