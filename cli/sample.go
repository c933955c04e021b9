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
		Long: `Sample solves uniformly random labelled games. It prints how many games have each verdict; the share of
games with the first verdict, such as solvable (column proportion), with its 95 % confidence interval by Wilson (columns
low and high); and the average number of decisions and conflicts of the solver. A random game depends only on the size,
the seed and its number. So --workers changes no output, and a larger sample begins with the games of a smaller sample.

--resume stores every finished batch of trials within two seconds, continues after an interruption, and extends a
stored sample to a larger --trials. Each seed has a separate sample; enumerate check pools the samples of all seeds.

--plot also draws the proportions as a curve, with the exact values in the database, and the expansion, a series that
approximates the proportion at large sizes (enumerate expansion --help). --estimates FILE adds published figures from a
CSV file with the columns n, trials, proportion and unaccounted (the number of trials with an unknown result).`,
		Example: `  enumerate sample --n 10 --trials 10000 --seed 1
  enumerate sample --n 4..20 --trials 1000 --resume --plot curve.svg
  enumerate sample --n 1000 --trials 20 --format json`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.Run(cmd)
		},
	}
	f.AddGames(cmd, p)
	verb.AddJudge(cmd, p, &f.Game)
	verb.AddTrials(cmd, &f.Trials, &f.Seed)
	cmd.Flags().BoolVar(&f.Resume, "resume", false, "store the run or sample, or resume a stored one")
	f.AddWork(cmd, verb.Formats...)
	cmd.Flags().Var(verb.Written{FileName: &f.Plot}, "plot", "draw the shares by size to this SVG file")
	f.AddEstimates(cmd)
	return cmd
}
