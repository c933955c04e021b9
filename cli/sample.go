package cli

import (
	"github.com/spf13/cobra"

	"enumerate/cli/verb"
)

func newSample(p *verb.Program) *cobra.Command {
	var f verb.Sample
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

With --plot the proportions are drawn into a file too, with the exact values that
the database has, the expansion for large sizes (see enumerate expansion --help), and
published ones from a file: CSV with the columns n, trials, proportion, unaccounted
(trials whose result is not known).`,
		Example: `  enumerate sample --n 10 --trials 10000 --seed 1
  enumerate sample --n 4..20 --trials 1000 --resume --plot curve.svg
  enumerate sample --n 1000 --trials 20 --format json`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.Run(cmd)
		},
	}
	f.AddGames(cmd, p)
	verb.AddTrials(cmd, &f.Trials, &f.Seed)
	cmd.Flags().BoolVar(&f.Resume, "resume", false, "store the sample, and resume a stored one")
	f.AddWork(cmd, verb.Formats...)
	cmd.Flags().Var(&f.Plot, "plot", "draw the proportions into this file, an .svg")
	f.AddEstimates(cmd)
	return cmd
}
