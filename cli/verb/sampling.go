package verb

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/internal/file"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/results"
	"enumerate/results/estimate"
)

// Sample has the flags of verbs that draw random games, and draws the games. Each drawn game is a trial. For each size,
// the method Sampling makes a plan from the flags: the number of trials and the seed of the random numbers.
type Sample struct {
	Job
	Trials, Seed    uint64
	Resume          bool
	Plot, Estimates FileName
}

// AddEstimates adds --estimates.
func (f *Sample) AddEstimates(cmd *cobra.Command) {
	cmd.Flags().Var(&f.Estimates, "estimates", "published figures, as CSV")
}

// Published reads the published estimates of the file of --estimates, which the plot shows next to our own.
func (f *Sample) Published() ([]estimate.Published, error) {
	if f.Estimates == "" {
		return nil, nil
	}
	in, name, err := f.Estimates.Open(os.Stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	figures, err := estimate.ReadPublished(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return figures, nil
}

// Run draws the samples that the flags ask for, prints a row for each size, and draws the plot.
func (f *Sample) Run(cmd *cobra.Command) error {
	list, err := f.Samplings()
	if err != nil {
		return err
	}
	if err := f.Check(); err != nil {
		return err
	}
	published, err := f.Published()
	if err != nil {
		return err
	}
	curve := f.curve(list, published)
	return f.Stored(cmd, "a sample", &curve, func(store *checkpoints.Store) error {
		return f.SampleAll(cmd.Context(), cmd, store, list, &curve)
	})
}

// Stored calls the function do, which draws a sample and adds its results to the curve, and then plots the curve if the
// user asked for a plot. With --resume, do gets the open database, in which it stores the sample; otherwise it gets
// nil. If do ends early, Stored prints whether the sample can be resumed, and calls the sample `what`, such as "a
// sample".
func (f *Sample) Stored(cmd *cobra.Command, what string, curve *estimate.Curve, do func(*checkpoints.Store) error) error {
	unstored := ""
	if !f.Resume {
		unstored = "nothing is stored: with --resume, " + what + " is stored and can be resumed" // printed if do ends early
	}
	return f.stored(cmd, unstored, func(store *checkpoints.Store) error {
		if err := do(store); err != nil || f.Plot == "" {
			return err
		}
		return f.Game.Program.Plot(f.Plot, *curve)
	})
}

// Check refuses wrong flags before anything is drawn.
func (f *Sample) Check() error {
	if err := checkTrials(f.Trials); err != nil {
		return err
	}
	switch {
	case f.DB != "" && !f.Resume && f.Plot == "":
		return Usagef("--db goes with --resume, which stores the sample, or with --plot, which shows exact values")
	case f.Estimates != "" && f.Plot == "":
		return Usagef("--estimates goes with --plot; to compare figures without a plot, use enumerate check --estimates")
	case f.Plot == "":
		return nil
	}
	if err := CheckPicture("plot", f.Plot); err != nil {
		return err
	}
	if f.Game.Program.Plot == nil {
		return Usagef("--plot: this program draws no plots")
	}
	probe, err := file.Begin(string(f.Plot))
	if err == nil {
		probe.Discard()
	}
	return err
}

// curve returns the plot before anything is sampled: the published figures of the sizes that will be sampled.
func (f *Sample) curve(list []sampling.Sampling, published []estimate.Published) estimate.Curve {
	return estimate.Curve{
		Title: fmt.Sprintf("Random games of %s, %s of each size, seed %d", f.Game.Name, rows.Count(f.Trials), f.Seed),
		Y:     "proportion " + list[0].Verdicts()[0],
		Published: slices.DeleteFunc(slices.Clone(published), func(p estimate.Published) bool {
			return !slices.ContainsFunc(list, func(s sampling.Sampling) bool { return s.Size == p.Size })
		}),
	}
}

// SampleAll draws the samples of the list, prints a row for each, and adds it to the curve. The store, if it is not
// nil, keeps the samples.
func (f *Sample) SampleAll(ctx context.Context, cmd *cobra.Command, store *checkpoints.Store, list []sampling.Sampling, curve *estimate.Curve) error {
	out := rows.NewPrinter(cmd.OutOrStdout(), f.Format.Value)

	// Make the columns as wide as the widest possible row. The largest size has all verdicts of smaller sizes.
	last := list[len(list)-1]
	widest := sampleRow{N: last.Size, Trials: f.Trials}
	widest.Verdicts = lists.Map(last.Verdicts(), func(verdict string) verdictTrials { return verdictTrials{verdict, f.Trials} })
	out.Widen(widest)
	out.All = rows.Cells(widest)
	return f.Each(ctx, cmd.ErrOrStderr(), store, list, curve, func(i int, tally *enum.Tally) error {
		curve.Samples = append(curve.Samples, SampleOf(list[i].Size, tally))
		return out.Print(newSampleRow(list[i], tally))
	})
}

// Each draws the samples of the list, and calls print with the number of each sample and its tally. If the store is not
// nil, it resumes stored samples. With --plot, it first adds to the curve the exact values of the same sizes, and the
// expansion, a series in 1/n.
func (f *Sample) Each(ctx context.Context, stderr io.Writer, store *checkpoints.Store, list []sampling.Sampling, curve *estimate.Curve, print func(i int, tally *enum.Tally) error) error {
	if f.Plot != "" {
		exact, err := f.exact(store, stderr)
		if err != nil {
			return err
		}
		for _, s := range list {
			if e := exact[s.Size]; e != nil {
				curve.Exact = append(curve.Exact, *e)
			}
		}
		if curve.Expansion, err = results.Expansion(ctx, f.Game.Ruleset); err != nil {
			return err
		}
	}
	var shown *progress // nil while nothing is shown
	defer func() { shown.stop() }()
	for i, s := range list {
		g := newGauge(s, enum.Part{}, describeSample)
		draw := func(ctx context.Context, workers int, observe func(enum.Result)) (*enum.Tally, error) {
			return sampling.Draw(ctx, s, workers, observe)
		}
		if store != nil {
			run, err := store.Sample(s)
			if err == nil {
				err = g.addStored(run.Found(), 0)
			}
			if err != nil {
				return err
			}
			draw = run.Draw
		}
		name := fmt.Sprintf("n=%d", s.Size)
		if len(list) > 1 {
			name += fmt.Sprintf(" (%d of %d)", i+1, len(list))
		}
		if !f.Quiet && shown == nil {
			shown = show(stderr, name, g)
		}
		shown.turn(name, g)
		tally, err := draw(ctx, f.Workers, shown.add)
		if err != nil {
			return err
		}
		shown.hide()
		if err := print(i, tally); err != nil {
			return err
		}
	}
	return nil
}

// exact calls Exact with the store or, if it is nil, with the database of --db, if it exists.
func (f *Sample) exact(store *checkpoints.Store, stderr io.Writer) (map[int]*estimate.Exact, error) {
	if store == nil {
		var err error
		if store, err = OpenIfExists(f.DB, stderr); err != nil || store == nil {
			return nil, err
		}
		defer store.Close()
	}
	return f.Exact(store, stderr)
}

// Exact returns the exact proportion of the first verdict for each size that has a proved run in the database.
func (f *Sample) Exact(store *checkpoints.Store, stderr io.Writer) (map[int]*estimate.Exact, error) {
	found, err := results.Read(store, f.Game.Ruleset, f.Game.Program.Rulesets, Remarks(store, stderr))
	bySize := make(map[int]*estimate.Exact)
	for _, e := range found.Exact() {
		bySize[e.Size] = &e
	}
	return bySize, err
}

// SampleOf returns the sample of a size from the tally of its random games. The trials are all its games, and the
// successes those with the first verdict. Both numbers fit into a uint64, like every number of trials.
func SampleOf(size int, t *enum.Tally) estimate.Sample {
	return estimate.Sample{Size: size, Trials: t.SumAll().Uint64(), Successes: t.Sum(0).Uint64()}
}

type sampleRow struct {
	Ruleset    string        `json:"ruleset"`
	N          int           `json:"n" table:"n,3"`
	Trials     uint64        `json:"trials" table:"trials"`
	Verdicts   trialsColumns `json:"verdicts"`
	Proportion float64       `json:"proportion" table:"proportion,8" decimals:"6"`
	Low        float64       `json:"low" table:"low,8" decimals:"6"`
	High       float64       `json:"high" table:"high,8" decimals:"6"`
	Decisions  float64       `json:"decisions" table:"decisions/game" decimals:"2"`
	Conflicts  float64       `json:"conflicts" table:"conflicts/game" decimals:"2"`
	Seed       uint64        `json:"seed"`
}

// newSampleRow returns the printed row of a sample with the tally t. The interval is for the share of games with the
// first verdict of the ruleset, such as solvable. The work is that of the solver in an average game.
func newSampleRow(sample sampling.Sampling, t *enum.Tally) sampleRow {
	s := SampleOf(sample.Size, t)
	low, high := estimate.Wilson(s.Successes, s.Trials)
	work, trials := t.Work(), float64(sample.Trials)
	row := sampleRow{
		Ruleset: sample.Ruleset, N: s.Size, Trials: s.Trials, Proportion: s.Proportion(), Low: RoundToBillionth(low), High: RoundToBillionth(high),
		Decisions: float64(work.Decisions) / trials, Conflicts: float64(work.Conflicts) / trials, Seed: sample.Seed,
	}
	for v, name := range sample.Verdicts() {
		row.Verdicts = append(row.Verdicts, verdictTrials{name, t.Sum(v).Uint64()})
	}
	return row
}

// trialsColumns are the numbers of trials with each verdict. A table has a column for each verdict.
type trialsColumns []verdictTrials

type verdictTrials struct {
	verdict string
	trials  uint64
}

func (t trialsColumns) Cells() (cells []rows.Cell) {
	for _, v := range t {
		shown, precise := rows.Show(v.trials, 0)
		cells = append(cells, rows.Cell{Key: v.verdict, Title: v.verdict, Display: shown, Precise: precise})
	}
	return cells
}

func (t trialsColumns) MarshalJSON() ([]byte, error) {
	byName := make(map[string]uint64)
	for _, v := range t {
		byName[v.verdict] = v.trials
	}
	return json.Marshal(byName)
}

// RoundToBillionth rounds a computed value to a billionth, because its last digits depend on the machine.
func RoundToBillionth(x float64) float64 { return math.Round(x*1e9) / 1e9 }
