package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"enumerate/enum"
	"enumerate/games"
)

func newValues() *cobra.Command {
	var game string
	var s sizes
	var format oneOf
	cmd := &cobra.Command{
		Use:   "values --game NAME --n N",
		Short: "List the combinatorial values that occur, and how often",
		Long: `Values finds the combinatorial value of every position of a size, in canonical form,
and prints each that occurs: the outcome that follows from it, how many labelled games
and classes have it, and the first of these.`,
		Example: `  enumerate values --game col --n 1..6
  enumerate values --game col:colours=leaves --n 4 --format csv`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ruleset, err := games.Named(game)
			if err != nil {
				return usageError{err}
			}
			valued, ok := ruleset.(enum.Valued)
			if !ok {
				return usagef("the positions of %s have no values beyond their verdicts", game)
			}
			spaces, err := walkablesOf(game, s)
			if err != nil {
				return err
			}
			ctx, stop := interruptible()
			defer stop()
			out := newSheet(cmd.OutOrStdout(), format.value, valueColumns)
			for _, s := range spaces {
				counts, err := valued.Values(ctx, s.n)
				if err != nil {
					return orInterrupted(err)
				}
				for _, c := range counts {
					if err := out.print(valueCells(game, s.n, c), jsonValueOf(game, s.n, c)); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	addGame(cmd, &game)
	addSizes(cmd, &s)
	addFormat(cmd, &format, sheetFormats...)
	cmd.Flags().SortFlags = false
	return cmd
}

var valueColumns = []sheetColumn{
	{"ruleset", "", 0},
	{"n", "n", 3},
	{"value", "value", -8},
	{"verdict", "verdict", -1},
	{"games", "games", 12},
	{"classes", "classes", 9},
	{"first", "first", -1},
}

func valueCells(game string, n int, c enum.ValueCount) []cell {
	return []cell{
		text(game), text(strconv.Itoa(n)), text(c.Value), text(c.Verdict),
		{grouped(c.Games), c.Games.String()}, {grouped(c.Classes), c.Classes.String()}, text(c.First),
	}
}

type jsonValue struct {
	Ruleset string `json:"ruleset"`
	N       int    `json:"n"`
	Value   string `json:"value"`
	Verdict string `json:"verdict"`
	Games   string `json:"games"`
	Classes string `json:"classes"`
	First   string `json:"first"`
}

func jsonValueOf(game string, n int, c enum.ValueCount) jsonValue {
	return jsonValue{game, n, c.Value, c.Verdict, c.Games.String(), c.Classes.String(), c.First}
}
