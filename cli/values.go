package cli

import (
	"github.com/spf13/cobra"
)

func newValues(all rulesets) *cobra.Command {
	var game game
	var s sizes
	var format oneOf
	cmd := &cobra.Command{
		Use:   "values --game NAME --n N",
		Short: "List the combinatorial values that occur, and how often",
		Long: `Values finds the combinatorial value of every position of a size, in canonical form,
and prints each value that occurs: the outcome that follows from it, how many labelled
games and classes have it, and the first of these games.`,
		Example: `  enumerate values --game col --n 1..6
  enumerate values --game col:colours=leaves --n 4 --format csv`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if game.Values == nil {
				return usagef("the positions of %s have no values beyond their verdicts", game.Name)
			}
			spaces, err := walked(game.Ruleset, s)
			if err != nil {
				return err
			}
			ctx, stop := interruptible()
			defer stop()
			out := newPrinter(cmd.OutOrStdout(), format.value)
			for _, s := range spaces {
				counts, err := game.Values(ctx, s.n)
				if err != nil {
					return orInterrupted(err)
				}
				for _, c := range counts {
					if err := out.print(valueRow{game.Name, s.n, c.Value, c.Verdict, number{c.Games}, number{c.Classes}, c.First}); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	addGame(cmd, &game, all)
	addSizes(cmd, &s)
	addFormat(cmd, &format, formats...)
	return cmd
}

// A valueRow is what is printed of a value.
type valueRow struct {
	Ruleset string `json:"ruleset"`
	N       int    `json:"n" table:"n,3"`
	Value   string `json:"value" table:"value,-8"`
	Verdict string `json:"verdict" table:"verdict,-1"`
	Games   number `json:"games" table:"games,12"`
	Classes number `json:"classes" table:"classes,9"`
	First   string `json:"first" table:"first,-1"`
}
