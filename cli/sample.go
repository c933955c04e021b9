package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/estimate"
	"enumerate/internal/file"
	"enumerate/internal/rows"
	"enumerate/results"
)

// sampleFlags are the flags of sample.
type sampleFlags struct {
	game      game
	sizes     sizes
	trials    uint64
	seed      uint64
	resume    bool
	workers   int
	db        fileName
	quiet     bool
	format    formatFlag
	plot      fileName
	estimates fileName
}

func newSample(all rulesets) *cobra.Command {
	var f sampleFlags
	cmd := &cobra.Command{
		Use:   "sample --n N",
		Short: "Solve random games and estimate the share of each verdict",
		Long: `Sample draws labelled games uniformly at random, solves each, and prints how many
have each verdict, the proportion of the first verdict, and the interval from low to
high that holds the true proportion in 95 of 100 samples (Wilson's). It also prints how
many decisions and conflicts the solver had in a game, on average.

A trial depends only on size, seed and its number: the same command prints the same
with any number of workers, and a larger sample begins with the smaller one.

With --resume every finished batch of trials (100, or fewer if games are large) is
stored within two seconds. After any interruption the same command continues where it
stopped; with a larger --trials it draws those that are missing. Each seed is a sample
of its own; check joins them all. Without --resume nothing is stored.

With --plot the proportions are drawn into a file too, beside the exact values that
the database has, the expansion for large sizes (see enumerate expansion --help), and
published ones from a file: CSV with the columns n, trials, proportion, unaccounted
(trials whose result is not known).`,
		Example: `  enumerate sample --n 10 --trials 10000 --seed 1
  enumerate sample --n 4..20 --trials 1000 --resume --plot curve.svg
  enumerate sample --n 1000 --trials 20 --format json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	addGame(cmd, &f.game, all)
	addSizes(cmd, &f.sizes)
	addTrials(cmd, &f.trials, &f.seed)
	cmd.Flags().BoolVar(&f.resume, "resume", false, "store the sample, and resume a stored one")
	addWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	addDB(cmd, &f.db)
	addQuiet(cmd, &f.quiet)
	addFormat(cmd, &f.format, formats...)
	cmd.Flags().Var(&f.plot, "plot", "draw the proportions into this file, .svg or .png")
	addEstimates(cmd, &f.estimates)
	return cmd
}

// readEstimates reads the published figures, if there are any.
func readEstimates(path fileName) ([]estimate.Published, error) {
	if path == "" {
		return nil, nil
	}
	in, err := os.Open(string(path))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	figures, err := estimate.ReadPublished(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return figures, nil
}

func (f *sampleFlags) run(cmd *cobra.Command) error {
	list, err := samplings(f.game.Ruleset, f.sizes, f.seed, f.trials)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	published, err := readEstimates(f.estimates)
	if err != nil {
		return err
	}
	curve := f.curve(list, published)
	return f.stored(cmd, "a sample", &curve, func(store *checkpoints.Store) error {
		return f.sampleAll(cmd.Context(), cmd, store, list, &curve)
	})
}

// stored does what draws, with the database if it is to be stored, which is nil otherwise. Then it
// writes the plot, or says what remains of what was drawn.
func (f *sampleFlags) stored(cmd *cobra.Command, what string, curve *estimate.Curve, do func(*checkpoints.Store) error) (err error) {
	var store *checkpoints.Store
	if f.resume {
		if store, err = openStore(f.db, checkpoints.Open, cmd.ErrOrStderr()); err != nil {
			return err
		}
	}
	err = do(store)
	if store != nil {
		if closed := store.Close(); closed != nil {
			return errors.Join(err, closed)
		}
	}
	ctx := cmd.Context()
	if err == nil && f.plot != "" {
		err = f.writePlot(ctx, *curve)
	}
	if err = ended(ctx, err); ctx.Err() != nil && err == context.Cause(ctx) {
		remains := "nothing is stored. With --resume " + what + " is, and can be resumed"
		if f.resume {
			remains = "what was finished is stored. Resume with: " + resumeCommand(cmd)
		}
		return stopped(cmd, err, f.quiet, remains)
	}
	return err
}

// check finds what is wrong with the flags before anything is drawn.
func (f *sampleFlags) check() error {
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	if err := checkTrials(f.trials); err != nil {
		return err
	}
	switch {
	case f.db != "" && !f.resume && f.plot == "":
		return usagef("--db goes with --resume, which stores the sample, or with --plot, which shows exact values")
	case f.estimates != "" && f.plot == "":
		return usagef("--estimates goes with --plot; enumerate check compares figures")
	case f.plot == "":
		return nil
	}
	if _, err := estimate.CurveFormat(string(f.plot)); err != nil {
		return usagef("--plot: %w", err)
	}
	if info, err := os.Stat(string(f.plot)); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory", f.plot)
	}
	_, err := os.Stat(filepath.Dir(string(f.plot)))
	return err
}

// curve returns the plot, so far with the published figures of the sizes sampled.
func (f *sampleFlags) curve(list []enum.Sampling, published []estimate.Published) estimate.Curve {
	curve := estimate.Curve{
		Title: fmt.Sprintf("Random games of %s, %s of each size, seed %d", f.game.Name, rows.Count(f.trials), f.seed),
		Y:     "proportion " + list[0].Verdicts()[0],
	}
	for _, p := range published {
		if slices.ContainsFunc(list, func(s enum.Sampling) bool { return s.Size == p.Size }) {
			curve.Published = append(curve.Published, p)
		}
	}
	return curve
}

// writePlot writes the finished plot.
func (f *sampleFlags) writePlot(ctx context.Context, curve estimate.Curve) error {
	format, err := estimate.CurveFormat(string(f.plot))
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := curve.Draw(ctx, &picture, format); err != nil {
		return err
	}
	return file.Replace(string(f.plot), picture.Bytes())
}

// sampleAll draws one size after the other, and prints each.
func (f *sampleFlags) sampleAll(ctx context.Context, cmd *cobra.Command, store *checkpoints.Store, list []enum.Sampling, curve *estimate.Curve) error {
	out := rows.NewPrinter(cmd.OutOrStdout(), f.format.value)
	last := list[len(list)-1]
	widest := sampleRow{N: last.Size, Trials: f.trials}
	for _, verdict := range last.Verdicts() { // has all verdicts of smaller sizes
		widest.Verdicts = append(widest.Verdicts, verdictTrials{verdict, f.trials})
	}
	out.Widen(widest)
	out.All = rows.Cells(widest)
	return f.each(ctx, cmd, store, list, curve, func(i int, tally *enum.Tally) error {
		curve.Sampled = append(curve.Sampled, sampleOf(list[i].Size, tally))
		return out.Print(newSampleRow(list[i], tally))
	})
}

// each draws one sampling after the other, and has each printed. The curve gets the exact values of
// their sizes if it is to be plotted.
func (f *sampleFlags) each(ctx context.Context, cmd *cobra.Command, store *checkpoints.Store, list []enum.Sampling, curve *estimate.Curve, print func(i int, tally *enum.Tally) error) error {
	if f.plot != "" {
		exact, err := f.exact(store, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		for _, s := range list {
			if e, ok := exact[s.Size]; ok {
				curve.Exact = append(curve.Exact, e)
			}
		}
		if curve.Expansion, err = results.Expansion(ctx, f.game.Ruleset); err != nil {
			return err
		}
	}
	shown := quietProgress
	defer func() { shown.stop() }()
	for i, s := range list {
		d, err := beginDrawing(store, s)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("n=%d", s.Size)
		if len(list) > 1 {
			name += fmt.Sprintf(" (%d of %d)", i+1, len(list))
		}
		if !f.quiet && shown == nil {
			shown = show(cmd.ErrOrStderr(), name, d.metered)
		}
		shown.turn(name, d.metered)
		tally, err := d.draw(ctx, f.workers, shown.add)
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

// exact returns the exact values that the database has.
func (f *sampleFlags) exact(store *checkpoints.Store, stderr io.Writer) (map[int]estimate.Exact, error) {
	if store != nil {
		return exactOf(store, f.game, stderr)
	}
	store, err := openIfThere(f.db, stderr)
	if err != nil || store == nil {
		return nil, err
	}
	defer store.Close()
	return exactOf(store, f.game, stderr)
}

// openIfThere opens a database to read, and returns nil if there is none.
func openIfThere(path fileName, stderr io.Writer) (*checkpoints.Store, error) {
	store, err := openStore(path, checkpoints.OpenReadOnly, stderr)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return store, err
}

// exactOf returns the exact proportion of the first verdict for each size that the
// database has a proved run of.
func exactOf(store *checkpoints.Store, game game, stderr io.Writer) (map[int]estimate.Exact, error) {
	found, err := results.Read(store, game.Ruleset, game.rulesets, remarks(store, stderr))
	bySize := make(map[int]estimate.Exact)
	for _, e := range found.Exact() {
		bySize[e.Size] = e
	}
	return bySize, err
}

// A drawing is a sample under way, stored or not.
type drawing struct {
	sampling enum.Sampling
	run      *checkpoints.SampleRun // nil if it is not stored
	metered
}

// beginDrawing begins the sample of one size.
func beginDrawing(store *checkpoints.Store, s enum.Sampling) (drawing, error) {
	d := drawing{sampling: s, metered: newMetered(s, enum.Part{}, describeSample)}
	if store == nil {
		return d, nil
	}
	var err error
	if d.run, err = store.Sample(d.sampling); err != nil {
		return d, err
	}
	return d, d.found(d.run.Found(), 0)
}

// draw draws what is left of it.
func (d drawing) draw(ctx context.Context, workers int, observe func(enum.Result)) (*enum.Tally, error) {
	if d.run == nil {
		return enum.Draw(ctx, d.sampling, workers, observe)
	}
	return d.run.Draw(ctx, workers, observe)
}

// sampleOf returns a sample in numbers. There are at most 2^64 trials.
func sampleOf(size int, t *enum.Tally) estimate.Sample {
	return estimate.Sample{Size: size, Trials: t.SumAll().Uint64(), Successes: t.Sum(0).Uint64()}
}

// A sampleRow is what is printed of the sample of one size.
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

func newSampleRow(sampling enum.Sampling, t *enum.Tally) sampleRow {
	s := sampleOf(sampling.Size, t)
	low, high := estimate.Wilson(s.Successes, s.Trials)
	work, trials := t.Work(), float64(sampling.Trials)
	row := sampleRow{
		Ruleset: sampling.Ruleset, N: s.Size, Trials: s.Trials, Proportion: s.Proportion(), Low: settled(low), High: settled(high),
		Decisions: float64(work.Decisions) / trials, Conflicts: float64(work.Conflicts) / trials, Seed: sampling.Seed,
	}
	for v, name := range sampling.Verdicts() {
		row.Verdicts = append(row.Verdicts, verdictTrials{name, t.Sum(v).Uint64()})
	}
	return row
}

// trialsColumns are a column for each verdict: how many trials had it.
type trialsColumns []verdictTrials

type verdictTrials struct {
	verdict string
	trials  uint64
}

func (t trialsColumns) Cells() (cells []rows.Cell) {
	for _, v := range t {
		shown, precise := rows.Show(v.trials, 0)
		cells = append(cells, rows.Cell{Key: v.verdict, Title: v.verdict, Shown: shown, Precise: precise})
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

// settled rounds what is computed in several steps, whose last digits depend on the
// machine, to a billionth.
func settled(x float64) float64 { return math.Round(x*1e9) / 1e9 }
