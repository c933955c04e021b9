//go:build !js

package simulate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mathext"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/results/estimate"
	"enumerate/rooms/pictures"
)

type simulateFlags struct {
	sample  verb.Sample // what simulate shares with sample
	rules   []Rule      // one for each --rule
	steps   uint64
	classes bool          // play every class instead of random games
	each    bool          // print a row for each class
	drawing verb.FileName // the file of --draw: a picture of one game; "" without --draw
}

// Verbs returns simulate.
func Verbs() []verb.Verb { return []verb.Verb{newVerb} }

// newVerb returns the command. Its arguments are a game, which is played --trials times, or a size.
func newVerb(p *verb.Program) *cobra.Command {
	var f simulateFlags
	var written []string
	cmd := &cobra.Command{
		Use:   "simulate --n N | GAME",
		Short: "Simulate players who look for a solution by themselves",
		Long: `Simulate puts the players of random games at random places and lets them run. Each player knows only
its own choices, sees where the others are, and runs to its safe ray: the places where its wonderwall is between it
and its ninja. A game ends when all players rest, when their movement repeats, or after --max-steps. If all
players rest, simulate checks with exact numbers, as solve --points does, whether their places are a solution.

docs/papers/play.md explains the results, and docs/reference/json.md explains the columns. --rule RULE says how players
move. A rule is one of the three words below. Parameters may follow the word, as in still:ground=line,noise=0.2
(defaults are in brackets):
` + rulesHelp(),
		Example: `  enumerate simulate --n 4..5 --trials 200 --rule nearest --rule still --resume
  enumerate simulate --n 4 --classes --trials 20 --rule nearest:ground=line
  enumerate simulate data/examples/four.txt --trials 100 --draw ways.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, text := range written {
				rule, err := ParseRule(text)
				if err != nil {
					return verb.Usagef("--rule %s: %v", cmp.Or(text, `""`), err)
				}
				f.rules = append(f.rules, rule)
			}

			isSize := len(args) == 1 && !cmd.Flags().Changed("n") && new(verb.Sizes).Set(args[0]) == nil
			if len(args) == 0 || isSize {
				if err := verb.NoArgs(cmd, args); err != nil {
					return err
				}
				return f.run(cmd)
			}
			return f.runGame(cmd, args)
		},
	}
	s := &f.sample
	s.AddGames(cmd, p)
	verb.AddTrialNumber(cmd, &s.Trials, 1000, "games of each size or class")
	verb.AddNumber(cmd, &s.Seed, "seed", 1, "seed of the random numbers")
	cmd.Flags().StringArrayVar(&written, "rule", []string{DefaultRule().String()}, "how players move; repeat to compare rules")
	verb.Complete(cmd, "rule", names)
	verb.AddNumber(cmd, &f.steps, "max-steps", 2000, "largest number of steps of a game")
	cmd.Flags().BoolVar(&f.classes, "classes", false, "play every class, weighted by its orbit")
	cmd.Flags().BoolVar(&f.each, "each", false, "print a row for each class")
	cmd.Flags().BoolVar(&s.Resume, "resume", false, "store the run or sample, or resume a stored one")
	s.AddWork(cmd, verb.Formats...)
	cmd.Flags().Var(verb.Written{FileName: &s.Plot}, "plot", "draw the shares by size to this SVG file")
	cmd.Flags().Var(verb.Written{FileName: &f.drawing}, "draw", "draw the paths of players to this file")
	return cmd
}

func rulesHelp() (lines string) {
	for _, r := range Rules() {
		lines += fmt.Sprintf("\n  %-9s %s", r.Name, r.Summary)
	}
	lines += "\n"
	for _, p := range Parameters() {
		lines += fmt.Sprintf("\n  %-9s %s: %s (%s)", p.Name, p.Summary, p.Values, p.Default)
	}
	return lines
}

// check returns an error if flags do not go together.
func (f *simulateFlags) check() error {
	switch {
	case f.each && !f.classes:
		return verb.Usagef("--each goes with --classes")
	case f.classes && f.sample.Plot != "":
		return verb.Usagef("--plot shows random games: leave out --classes")
	case len(f.rules) > 1 && f.sample.Plot != "":
		return verb.Usagef("--plot shows one rule: give --rule once")
	}
	return f.sample.Check()
}

type sizeTrials struct {
	sampling.Sampling
	trials   Trials
	verdicts []string // of the ruleset
}

// trialsOf returns the trials of one size and rule. The flag --trials is the number of random games or of games of each
// class. An error means that a flag is wrong.
func (f *simulateFlags) trialsOf(size int, rule Rule, classes []Class) (sizeTrials, error) {
	t := Trials{Ruleset: f.sample.Game.Ruleset, Rule: rule, Steps: f.steps, Classes: classes}
	each := uint64(max(len(classes), 1))
	if f.sample.Trials > math.MaxUint64/each {
		return sizeTrials{}, verb.Usagef("--trials %d: too many for each of %d classes", f.sample.Trials, each)
	}
	if f.steps < 1 || f.steps > MostSteps {
		return sizeTrials{}, verb.Usagef("--max-steps %d: expected a number from 1 to %s", f.steps, rows.Count(uint64(MostSteps)))
	}
	sampling, err := t.Sampling(size, f.sample.Seed, f.sample.Trials*each)
	if err != nil {
		return sizeTrials{}, verb.Usage(err)
	}
	space, err := t.Ruleset.Space(size)
	if err != nil {
		return sizeTrials{}, err
	}
	return sizeTrials{sampling, t, space.Verdicts()}, nil
}

// simulations returns the trials of each size and each rule. With --classes, all rules of a size share the list of its
// classes, which takes long to make.
func (f *simulateFlags) simulations(ctx context.Context) (list []sizeTrials, err error) {
	s, rules := &f.sample, f.rules

	// Report a wrong flag before the classes are listed.
	if _, err := f.trialsOf(s.Game.Sizes.First, rules[0], nil); err != nil {
		return nil, err
	}
	if s.Sizes == (verb.Sizes{}) {
		return nil, verb.Usagef("no size and no game given: add --n, such as --n 6, or a game, such as %q", "BC DA BA BA")
	}
	spaces, err := s.Sizes.Of(s.Game.Ruleset, s.Game.Sizes, func(size int) (enum.Space, error) {
		var classes []Class
		if f.classes {
			var err error
			classes, err = Classes(ctx, s.Game.Ruleset, size)
			if err != nil {
				return nil, err
			}
		}
		return f.trialsOf(size, rules[0], classes)
	})
	if err != nil {
		return nil, err
	}
	for _, space := range spaces {
		for _, rule := range rules {
			one, err := f.trialsOf(space.N, rule, space.Space.(sizeTrials).trials.Classes)
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// run is the command without a game: it simulates random games or every class, and prints a row for each size and rule.
// It refuses --draw, because a picture shows the paths of one game; see runGame.
func (f *simulateFlags) run(cmd *cobra.Command) error {
	s := &f.sample
	if f.drawing != "" {
		return verb.Usagef("--draw draws one game: give the game, such as %q", "BC DA BA BA")
	}
	ctx := cmd.Context()
	list, err := f.simulations(ctx)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}

	curve := estimate.Curve{
		Title: fmt.Sprintf("Random games of %s, %s of each size; players move by %v, %s steps", s.Game.Name, rows.Count(s.Trials), f.rules[0], rows.Count(f.steps)),
		Y:     "proportion of all games",
	}
	return s.Stored(cmd, "a simulation", &curve, func(store *checkpoints.Store) error {
		return f.playAll(ctx, cmd, store, list, &curve)
	})
}

// playAll plays the trials of each element of list, and prints a row for it, or a row for each class with --each. It
// adds to the curve the shares of the games that have a solution, and that the players solved. The store keeps the
// trials for --resume; it may be nil.
func (f *simulateFlags) playAll(ctx context.Context, cmd *cobra.Command, store *checkpoints.Store, list []sizeTrials, curve *estimate.Curve) error {
	samplings := lists.Map(list, func(size sizeTrials) sampling.Sampling { return size.Sampling })
	out := rows.NewPrinter(cmd.OutOrStdout(), f.sample.Format.Value)
	return f.sample.Each(ctx, cmd.ErrOrStderr(), store, samplings, curve, func(i int, tally *enum.Tally) error { // called after the trials of list[i]
		size := list[i]
		all, classes := Summarize(tally)
		solvableGames, found := verb.SampleOf(size.Size, tally), verb.SampleOf(size.Size, tally)
		solvableGames.Successes, found.Successes = all.Games(solvable), all.Outcome(Solved)
		curve.Samples, curve.Simulations = append(curve.Samples, solvableGames), append(curve.Simulations, found)

		for _, other := range list { // the column of rules is wide enough for all rules, whichever is printed first
			out.Widen(motionRow{Rule: other.trials.Rule.String()})
		}
		if !f.each {
			return out.Print(newMotionRow(size, all, classes))
		}
		var lines []any
		for c := range size.trials.Classes {
			lines = append(lines, newEachRow(size, c, classes[c]))
		}
		out.Widen(lines...)
		return out.Print(lines...)
	})
}

// A motionRow is the row of one size and rule. A share or measure of no games is nil.
type motionRow struct {
	Ruleset   string   `json:"ruleset"`
	N         int      `json:"n" table:"n,3"`
	Rule      string   `json:"rule" table:"rule,-4"`
	Steps     uint64   `json:"steps"`
	Classes   int      `json:"classes,omitempty"` // number of classes; 0 for random games
	Trials    uint64   `json:"trials" table:"trials,7"`
	Solvable  uint64   `json:"solvable" table:"solvable,8"`
	Solved    uint64   `json:"solved" table:"solved,6"`
	Share     *float64 `json:"share" table:"share,6" decimals:"4"` // of the solvable games, those that were solved
	Low       *float64 `json:"low" table:"low,6" decimals:"4"`
	High      *float64 `json:"high" table:"high,6" decimals:"4"`
	Stuck     uint64   `json:"stuck" table:"stuck,5"`
	Repeating uint64   `json:"repeating" table:"repeating,9"`
	Moving    uint64   `json:"moving" table:"moving,6"`
	Rest      *float64 `json:"rest"` // share of all games that came to rest
	RestLow   *float64 `json:"rest_low"`
	RestHigh  *float64 `json:"rest_high"`
	Median    *float64 `json:"median" table:"median,6" decimals:"0"` // of the steps to a solution
	Late      *float64 `json:"late"`                                 // 90th percentile of the steps to a solution
	Period    *float64 `json:"period"`                               // median of repeating games
	Spread    *float64 `json:"spread"`                               // median of games that still move
	Seed      uint64   `json:"seed"`
}

// newMotionRow makes the row of one size and rule from the summaries of all its trials and, if classes were played, of
// each class.
func newMotionRow(size sizeTrials, all Summary, summaries map[int]Summary) motionRow {
	classes := size.trials.Classes
	row := motionRow{
		Ruleset: size.Ruleset, N: size.Size, Rule: size.trials.Rule.String(), Steps: size.trials.Steps, Classes: len(classes), Trials: size.Trials,
		Solvable: all.Games(solvable), Solved: all.Outcome(Solved), Stuck: all.Outcome(Stuck), Repeating: all.Outcome(Repeating), Moving: all.Outcome(Moving),
		Median: measure(all.Quantile(Solved, 0.5)), Late: measure(all.Quantile(Solved, 0.9)), Seed: size.Seed,
	}
	if classes == nil { // with classes, only solutions have measures
		const hundredths = 100 // in which a spread is measured
		row.Period, row.Spread = measure(all.Quantile(Repeating, 0.5)), measure(all.Quantile(Moving, 0.5)/hundredths)
		row.Share, row.Low, row.High = share(row.Solved, row.Solvable)
		row.Rest, row.RestLow, row.RestHigh = share(row.Solved+row.Stuck, row.Trials)
		return row
	}

	// Classes are samples of parts of different sizes: weigh each class by its orbit.
	var solved, rested []stratum
	for i, c := range classes {
		class := summaries[i]
		weight, _ := new(big.Float).SetInt(c.Orbit).Float64()
		games := class.Games(solvable)
		if games > 0 {
			solved = append(solved, stratum{Weight: weight, Successes: class.Outcome(Solved), Trials: games})
		}
		rested = append(rested, stratum{Weight: weight, Successes: class.Outcome(Solved) + class.Outcome(Stuck), Trials: games + class.Games(unsolvable)})
	}
	if solved != nil {
		row.Share, row.Low, row.High = rounded(strata(solved))
	}
	row.Rest, row.RestLow, row.RestHigh = rounded(strata(rested))
	return row
}

// share returns the share of trials that succeeded, and its confidence interval; nil if there are no trials.
func share(successes, trials uint64) (share, low, high *float64) {
	if trials == 0 {
		return nil, nil, nil
	}
	from, to := estimate.Wilson(successes, trials)
	return rounded(float64(successes)/float64(trials), from, to)
}

func rounded(share, low, high float64) (a, b, c *float64) {
	return new(verb.RoundToBillionth(share)), new(verb.RoundToBillionth(low)), new(verb.RoundToBillionth(high))
}

func measure(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// An eachRow is the row of one class, or of a game that was given.
type eachRow struct {
	Ruleset   string      `json:"ruleset"`
	N         int         `json:"n"`
	Rule      string      `json:"rule" table:"rule,-4"`
	Game      string      `json:"game" table:"game,-11"`
	Verdict   string      `json:"verdict" table:"verdict,-10"`
	Orbit     rows.Number `json:"orbit,omitzero" table:"orbit,5"`
	Trials    uint64      `json:"trials" table:"trials,6"`
	Solved    uint64      `json:"solved" table:"solved,6"`
	Share     *float64    `json:"share" table:"share,6" decimals:"4"` // of the trials
	Low       *float64    `json:"low"`
	High      *float64    `json:"high"`
	Stuck     uint64      `json:"stuck" table:"stuck,5"`
	Repeating uint64      `json:"repeating" table:"repeating,9"`
	Moving    uint64      `json:"moving" table:"moving,6"`
	Median    *float64    `json:"median" table:"median,6" decimals:"0"` // of the steps to a solution
	Late      *float64    `json:"late"`
}

// newEachRow returns the row of a class, by its number in the trials s, from the summary of its trials.
func newEachRow(s sizeTrials, class int, trials Summary) eachRow {
	c := s.trials.Classes[class]
	row := eachRow{
		Ruleset: s.Ruleset, N: s.Size, Rule: s.trials.Rule.String(), Game: c.Code, Verdict: s.verdicts[c.Verdict], Orbit: rows.Exact(c.Orbit),
		Solved: trials.Outcome(Solved), Stuck: trials.Outcome(Stuck), Repeating: trials.Outcome(Repeating), Moving: trials.Outcome(Moving),
		Median: measure(trials.Quantile(Solved, 0.5)), Late: measure(trials.Quantile(Solved, 0.9)),
	}
	row.Trials = row.Solved + row.Stuck + row.Repeating + row.Moving
	row.Share, row.Low, row.High = share(row.Solved, row.Trials)
	return row
}

// runGame plays the one game of the command line --trials times with each rule, and draws the first trial with --draw.
func (f *simulateFlags) runGame(cmd *cobra.Command, args []string) error {
	s := &f.sample
	if !Moves(s.Game.Ruleset) {
		return verb.Usagef("ruleset %s has no simulation: choose wonderwall", s.Game.Name)
	}
	for _, name := range []string{"n", "classes", "each", "plot", "resume", "db"} { // flags for random games
		flag := cmd.Flag(name)
		if flag.Changed && flag.Value.String() != "false" {
			return verb.Usagef("--%s and a game do not go together; leave out one", name)
		}
	}
	if err := s.Check(); err != nil {
		return err
	}
	if f.drawing != "" {
		if err := verb.CheckPicture("draw", f.drawing); err != nil {
			return err
		}
		if len(f.rules) > 1 {
			return verb.Usagef("--draw shows one rule: give --rule once")
		}
	}
	in, name, err := verb.OpenGames(cmd, args, s.Game.Ruleset)
	if err != nil {
		return err
	}
	defer in.Close()
	ctx := cmd.Context()
	game, err := verb.OnlyGame(ctx, s.Game.Reader(name, cmd.ErrOrStderr())(in), name, cmd.ErrOrStderr())
	if err != nil {
		return err
	}

	// The game is played as the only class of its size. Its verdict is the solver's.
	names := NewJudge(game).Names()
	answer, err := game.Solve(ctx, single.How{Core: "none"})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	space, err := s.Game.Space(len(names))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	class := Class{Game: game, Code: strings.Join(single.Words(names), " ")}
	if solution, ok := answer.(single.Solution); !ok || solution.Verdict != space.Verdicts()[solvable] {
		class.Verdict = unsolvable
	}

	f.each = true // the row of a class also fits one game
	var list []sizeTrials
	for _, rule := range f.rules {
		one, err := f.trialsOf(len(names), rule, []Class{class})
		if err != nil {
			return err
		}
		list = append(list, one)
	}
	noStore, noCurve := (*checkpoints.Store)(nil), new(estimate.Curve)
	if err := f.playAll(ctx, cmd, noStore, list, noCurve); err != nil || f.drawing == "" {
		return verb.Ended(ctx, err)
	}

	const firstTrial = 0
	picture, _, err := list[0].trials.Draw(ctx, game, sampling.GameSource(s.Seed, len(names), firstTrial))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return pictures.Write(f.drawing, picture)
}

// A stratum is a part of a whole, with a separate sample of at least one trial: here a class of games, whose weight is
// its number of games.
type stratum struct {
	Weight            float64
	Successes, Trials uint64
}

// strata estimates a proportion of a whole from a sample of each of its parts, as the mean of the parts' proportions by
// weight. The interval, 1.96 standard deviations in both directions, contains the true proportion in about 95 of 100
// cases. To estimate the variance, two successes and two failures are added to each sample, so that a part without a
// success has a variance, too (A. Agresti and B. A. Coull, Approximate is better than "exact" for interval estimation
// of binomial proportions, 1998). At least one part must have a weight above 0.
func strata(parts []stratum) (proportion, low, high float64) {
	var whole, variance float64
	for _, p := range parts {
		whole += p.Weight
	}
	for _, p := range parts {
		share, k, n := p.Weight/whole, float64(p.Successes), float64(p.Trials) // k of n trials succeeded
		proportion += share * k / n
		adjusted := (k + 2) / (n + 4) // the proportion with two successes and two failures more
		variance += share * share * adjusted * (1 - adjusted) / (n + 4)
	}
	// The conversion to float64 keeps the compiler from fusing this product with a sum below, so that all machines
	// agree.
	half := float64(mathext.NormalQuantile((1+estimate.Confidence)/2) * math.Sqrt(variance))
	return proportion, max(proportion-half, 0), min(proportion+half, 1)
}

// Space returns the space of a stored simulation, so that commands can read and check what is in the database. The key
// has its method, such as "simulate:steps=2000,classes:nearest". The error is for a method that this program does not
// have.
func Space(r *enum.Ruleset, k checkpoints.Key) (enum.Space, error) {
	bad := fmt.Errorf("this program has no method %q", k.Method)
	parts := strings.SplitN(k.Method, ":", 3) // "simulate", the steps, and the rule
	if len(parts) < 3 || parts[0] != methodName {
		return nil, bad
	}
	rule, err := ParseRule(parts[2])
	if err != nil {
		return nil, bad
	}
	t := Trials{Ruleset: r, Rule: rule}
	steps, each := strings.CutSuffix(parts[1], ",classes")
	t.Steps, err = strconv.ParseUint(strings.TrimPrefix(steps, "steps="), 10, 64)
	if err != nil {
		return nil, bad
	}
	if each {
		t.Classes, err = Classes(context.Background(), r, k.Size)
		if err != nil {
			return nil, err
		}
	}
	if t.method() != k.Method { // such as "simulate:2000:nearest", which this program does not write
		return nil, bad
	}
	return t.Sampling(k.Size, k.Seed, math.MaxUint64)
}
