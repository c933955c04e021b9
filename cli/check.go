package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/estimate"
	"enumerate/games"
)

// checkFlags are the flags of check.
type checkFlags struct {
	game      string
	sizes     sizes
	estimates fileName
	trials    uint64
	seed      uint64
	workers   int
	db        fileName
	quiet     bool
	format    oneOf

	afresh bool // --trials or --seed is given: stored samples are left alone
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare exact, sampled and published figures, and theorems with the solver",
		Long: `Check lays three figures side by side for each size: the exact proportion of the
first verdict, from a finished run in the database, proved again; the sampled one,
from all stored samples of that size, whatever their seeds; and the published one,
from a file: CSV with the columns n, trials, proportion, unaccounted.

Each sampled or published figure is compared with the exact value: z says how many
standard deviations it is off, p how likely a sample is to be no likelier than this
one by chance alone (the exact binomial test, two-sided). Below p = 1e-6 they
disagree, a published figure below 0.01. Trials unaccounted for may have had either verdict; they count as is best
for the published figure. Where no exact value is known a published figure is compared
with the sampled one, by the normal distribution, without a verdict.

Of a ruleset about which theorems are stated check first compares each with the
exhaustive solution of all positions up to the size --n, or up to one that takes a
second, and says whether it holds or what the first counterexample is. A theorem that is
believed to be true and fails ends with exit code 3.

Where no sample is stored one is drawn for the occasion, and where --trials or --seed
asks for it. Nothing is stored. If a sample disagrees with an exact value, check exits
with code 3: either this program is wrong or the sample is one of those in a million,
which another --seed tells. Published figures that disagree are named.`,
		Example: `  enumerate check --n 4..7 --estimates data/published-estimates.csv
  enumerate check
  enumerate check --n 6 --trials 100000 --seed 2 --format json
  enumerate check --game tower --n 4`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	addGame(cmd, &f.game)
	addSizes(cmd, &f.sizes)
	addEstimates(cmd, &f.estimates)
	addTrials(cmd, &f.trials, &f.seed)
	addWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	addDB(cmd, &f.db)
	addQuiet(cmd, &f.quiet)
	addFormat(cmd, &f.format, sheetFormats...)
	cmd.Flags().SortFlags = false
	return cmd
}

// known is what there is to compare.
type known struct {
	exact     map[int]estimate.Exact
	pools     map[int]checkpoints.Pool
	published map[int]estimate.Published
}

func (f *checkFlags) run(cmd *cobra.Command) error {
	ruleset, err := games.Named(f.game)
	if err != nil {
		return usageError{err}
	}
	if f.sizes != (sizes{}) {
		if _, err := sampledOf(f.game, f.sizes); err != nil {
			return err
		}
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	if err := checkTrials(f.trials); err != nil {
		return err
	}
	f.afresh = cmd.Flags().Changed("trials") || cmd.Flags().Changed("seed")
	stderr := cmd.ErrOrStderr()
	if f.quiet {
		stderr = io.Discard
	}
	k, err := f.gather(stderr)
	if err != nil {
		return err
	}
	spaces, err := f.spaces(ruleset, k)
	if err != nil {
		return err
	}
	theorematic, stated := ruleset.(enum.Theorematic)
	if len(spaces) == 0 && !stated {
		return fmt.Errorf("there is nothing to compare: no finished run, no stored sample, no published figure; walk some sizes first, such as enumerate %s", exampleOf(f.game))
	}
	ctx, stop := interruptible()
	defer stop()
	if stated {
		if err := f.checkTheorems(ctx, cmd.OutOrStdout(), theorematic, f.sizes.last); err != nil {
			return orInterrupted(err)
		}
	}
	if len(spaces) == 0 {
		return nil
	}
	if stated && f.format.value != "json" {
		fmt.Fprintln(cmd.OutOrStdout())
	}
	verdicts, err := f.compareAll(ctx, cmd.OutOrStdout(), stderr, spaces, k)
	if err != nil {
		return orInterrupted(err)
	}
	return verdicts.conclude(stderr)
}

// gather reads the database, if there is one, and the published figures.
func (f *checkFlags) gather(stderr io.Writer) (known, error) {
	k := known{nil, make(map[int]checkpoints.Pool), make(map[int]estimate.Published)}
	published, err := readEstimates(f.estimates)
	if err != nil {
		return k, err
	}
	for _, p := range published {
		k.published[p.Size] = p
	}
	store, err := openIfThere(f.db)
	if err != nil || store == nil {
		return k, err
	}
	defer store.Close()
	if k.exact, err = exactOf(store, f.game); err != nil {
		return k, err
	}
	pools, err := store.Pools(f.game, func(text string) { fmt.Fprintf(stderr, "%s: %s\n", store.Path(), text) })
	if err != nil {
		return k, err
	}
	for _, p := range pools {
		k.pools[p.Size] = p
	}
	return k, nil
}

// spaces returns the spaces of all sizes of which there is something to compare.
func (f *checkFlags) spaces(ruleset enum.Ruleset, k known) ([]sized, error) {
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
	var spaces []sized
	for _, n := range slices.Sorted(maps.Keys(found)) {
		if f.sizes != (sizes{}) && !f.sizes.contain(n) {
			continue
		}
		space, err := ruleset.Space(n)
		if _, published := k.published[n]; err != nil && published {
			return nil, fmt.Errorf("%s: %w", f.estimates, err)
		}
		if err != nil {
			return nil, err
		}
		if _, err := drawn(f.game, space); err != nil {
			return nil, usageError{err}
		}
		spaces = append(spaces, sized{n, space})
	}
	return spaces, nil
}

// outcome names the sizes at which figures disagree.
type outcome struct {
	sampled   []string // with the exact values
	published []string
	apart     []string // published figures and samples, where there is no exact value
}

// compareAll compares and prints one size after the other.
func (f *checkFlags) compareAll(ctx context.Context, stdout, stderr io.Writer, spaces []sized, k known) (outcome, error) {
	var o outcome
	out := newSheet(stdout, f.format.value, checkColumns(spaces))
	for _, s := range spaces {
		var exact *estimate.Exact
		if e, ok := k.exact[s.n]; ok {
			exact = &e
		}
		var published *estimate.Published
		if p, ok := k.published[s.n]; ok {
			published = &p
		}
		sampled, seeds, err := f.sampled(ctx, stderr, s, k)
		if err != nil {
			return o, err
		}
		for _, l := range estimate.Compare(exact, sampled, published) {
			c := comparison{f.game, l, exact, nil}
			if l.Source == estimate.BySample {
				c.seeds = seeds
			}
			if err := out.print(c.cells(), c.json()); err != nil {
				return o, err
			}
			o.add(l)
		}
	}
	return o, nil
}

// sampled returns the sample of a size, and its seeds: what is stored, or else one
// drawn now.
func (f *checkFlags) sampled(ctx context.Context, stderr io.Writer, s sized, k known) (*estimate.Sample, []uint64, error) {
	if pool, ok := k.pools[s.n]; ok && !f.afresh {
		if !slices.Equal(pool.Verdicts, s.space.Verdicts()) {
			return nil, nil, fmt.Errorf("the stored samples of n=%d have the verdicts %q, want %q", s.n, pool.Verdicts, s.space.Verdicts())
		}
		sample := sampledLine{enum.Sampling{Size: s.n}, pool.Tally}.sample()
		if sample.Trials > 0 {
			return &sample, pool.Seeds, nil
		}
	}
	sampling := s.sampling(f.game, f.seed, f.trials)
	shown := quietProgress
	if !f.quiet {
		shown = show(stderr, fmt.Sprintf("n=%d", s.n), metered{enum.NewMeter(sampling, enum.Part{}, time.Now()), describeSample})
	}
	tally, err := enum.Draw(ctx, sampling, f.workers, shown.add)
	shown.stop()
	if err != nil {
		return nil, nil, err
	}
	sample := sampledLine{sampling, tally}.sample()
	return &sample, []uint64{f.seed}, nil
}

// add notes what a line says.
func (o *outcome) add(l estimate.Line) {
	if !l.Off {
		return
	}
	n := strconv.Itoa(l.Size)
	switch {
	case l.Source == estimate.BySample:
		o.sampled = append(o.sampled, n)
	case l.Against == estimate.ByCount:
		o.published = append(o.published, n)
	default:
		o.apart = append(o.apart, n)
	}
}

// conclude says what all lines together come to.
func (o outcome) conclude(stderr io.Writer) error {
	if len(o.published) > 0 {
		fmt.Fprintf(stderr, "published figures disagree with the exact values at n = %s\n", strings.Join(o.published, ", "))
	}
	if len(o.apart) > 0 {
		fmt.Fprintf(stderr, "published figures disagree with the samples at n = %s, where no exact value is known\n", strings.Join(o.apart, ", "))
	}
	if len(o.sampled) > 0 {
		return fmt.Errorf("%w: the samples disagree with the exact values at n = %s", errCheck, strings.Join(o.sampled, ", "))
	}
	return nil
}

// A comparison is what is printed of one figure.
type comparison struct {
	game string
	estimate.Line
	exact *estimate.Exact // nil if not known
	seeds []uint64        // of a sample
}

func checkColumns(spaces []sized) []sheetColumn {
	return []sheetColumn{
		{"ruleset", "", 0},
		{"n", "n", max(3, len(strconv.Itoa(spaces[len(spaces)-1].n)))},
		{"source", "source", -9},
		{"trials", "trials", 9},
		{"successes", spaces[0].space.Verdicts()[0], 9},
		{"unaccounted", "unaccounted", 0},
		{"proportion", "proportion", 0},
		{"low", "low", 8},
		{"high", "high", 8},
		{"exact", "exact", 8},
		{"against", "against", -7},
		{"z", "z", 8},
		{"p", "p", 8},
		{"verdict", "verdict", -1},
	}
}

func (c comparison) cells() []cell {
	exact, z, p, against := cell{"-", ""}, cell{"-", ""}, cell{"-", ""}, cell{"-", ""}
	if c.exact != nil {
		exact = fraction(c.exact.Proportion, 6)
	}
	if c.Against != "" {
		against = text(string(c.Against))
		z = cell{strconv.FormatFloat(c.Z, 'f', 2, 64), strconv.FormatFloat(digits(c.Z), 'g', -1, 64)}
		p = cell{shortP(c.P), strconv.FormatFloat(digits(c.P), 'g', -1, 64)}
	}
	return []cell{
		text(c.game), text(strconv.Itoa(c.Size)), text(string(c.Source)), whole(c.Trials), whole(c.Successes), whole(c.Unaccounted),
		fraction(c.Proportion, 6), fraction(settled(c.Low), 6), fraction(settled(c.High), 6), exact,
		against, z, p, text(string(c.Verdict)),
	}
}

// shortP returns a p-value in two digits. Those below what a float64 holds are not
// 0.
func shortP(p float64) string {
	if p == 0 {
		return "<1e-300"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// digits rounds a number to six digits; see settled.
func digits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

type jsonComparison struct {
	Ruleset     string           `json:"ruleset"`
	N           int              `json:"n"`
	Source      estimate.Source  `json:"source"`
	Trials      uint64           `json:"trials"`
	Successes   uint64           `json:"successes"`
	Unaccounted uint64           `json:"unaccounted"`
	Proportion  float64          `json:"proportion"`
	Low         float64          `json:"low"`
	High        float64          `json:"high"`
	Exact       *float64         `json:"exact"`
	Against     estimate.Source  `json:"against,omitempty"`
	Z           *float64         `json:"z"` // null also if infinite
	P           *float64         `json:"p"`
	Verdict     estimate.Verdict `json:"verdict"`
	Seeds       []uint64         `json:"seeds,omitempty"`
}

func (c comparison) json() jsonComparison {
	out := jsonComparison{
		Ruleset: c.game, N: c.Size, Source: c.Source, Trials: c.Trials, Successes: c.Successes, Unaccounted: c.Unaccounted,
		Proportion: c.Proportion, Low: settled(c.Low), High: settled(c.High), Against: c.Against, Verdict: c.Verdict, Seeds: c.seeds,
	}
	if c.exact != nil {
		out.Exact = &c.exact.Proportion
	}
	if c.Against != "" {
		z, p := digits(c.Z), digits(c.P)
		out.P = &p
		if !math.IsInf(z, 0) {
			out.Z = &z
		}
	}
	return out
}
