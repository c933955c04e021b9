package compare

import (
	"context"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/internal/rows"
	"enumerate/results"
	"enumerate/results/estimate"
)

func newExpansion(p *verb.Program) *cobra.Command {
	var game verb.Game
	var s verb.Sizes
	var terms int
	var format verb.Format
	cmd := &cobra.Command{
		Use:   "expansion",
		Short: "Expand the share of a verdict in powers of 1/n",
		Long: `Consider the share of games of size n that have the ruleset's first verdict, such as solvable. For large
n, this share is approximated by a series in powers of 1/n, the expansion. The verb expansion prints the coefficients of
1, 1/n, 1/n^2, ... in this series. The coefficients are exact; they are derived from counts of small partial games.

With --n, expansion also evaluates the series at this size: it prints the sum, which approximates the share of games
with the first verdict, and the last term, as an estimate of the error. The true error can be larger. If a term is more
than a quarter of the term before it, the size is too small for the series, and expansion prints "-" instead of the sum.

For Ninja Assassin Wonderwall, the series approximates the share of solvable games. Its first five coefficients take
milliseconds to compute, the first seven take seconds, and each further one takes more than ten times as long as the one
before (docs/papers/random.md). enumerate check compares samples with the sum of the first five terms, and enumerate
sample --plot draws this sum.`,
		Example: `  enumerate expansion
  enumerate expansion --terms 6 --format json
  enumerate expansion --n 100`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if game.Expansion == nil {
				return verb.Usagef("no series in 1/n is known for the verdicts of %s: leave out --game", game.Name)
			}
			if terms < 1 || terms > game.MostTerms {
				return verb.Usagef("--terms %d: expected a number from 1 to %d", terms, game.MostTerms)
			}
			if s != (verb.Sizes{}) {
				if _, err := s.Of(game.Ruleset, game.Sizes, game.Space); err != nil {
					return err
				}
			}
			coefficients, err := game.Expansion(cmd.Context(), terms)
			if err != nil {
				return err
			}
			out := rows.NewPrinter(cmd.OutOrStdout(), format.Value)
			if s == (verb.Sizes{}) {
				return printTerms(out, game.Name, coefficients)
			}
			return printExpanded(cmd.Context(), out, game.Name, coefficients, s)
		},
	}
	verb.AddGame(cmd, &game, p)
	verb.AddSizes(cmd, &s)
	verb.AddNumber(cmd, &terms, "terms", results.Terms, "last power of 1/n")
	verb.AddFormat(cmd, &format, verb.Formats...)
	return cmd
}

func printTerms(out *rows.Printer, ruleset string, coefficients []*big.Rat) error {
	var list []any
	for power, c := range coefficients {
		value, _ := c.Float64()
		list = append(list, termRow{ruleset, power, c.RatString(), value})
	}
	out.Widen(list...)
	return out.Print(list...)
}

// printExpanded prints for each size the value of the expansion, a series in 1/n for the share of the first verdict,
// and its estimated error. Both are missing at a size that is too small for the expansion.
func printExpanded(ctx context.Context, out *rows.Printer, ruleset string, coefficients []*big.Rat, s verb.Sizes) error {
	expansion := estimate.Expansion(coefficients)
	out.Widen(expandedRow{N: s.Last})
	for n := s.First; n <= s.Last; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		row := expandedRow{Ruleset: ruleset, N: n, Terms: len(coefficients) - 1}
		if e, ok := expansion.At(n); ok {
			row.Proportion, row.Error = new(verb.RoundToBillionth(e.Proportion)), statistic{fmt.Sprintf("%.1e", e.Error), &e.Error}
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}
	return nil
}

type termRow struct {
	Ruleset     string  `json:"ruleset"`
	Power       int     `json:"power" table:"power of 1/n"`
	Coefficient string  `json:"coefficient" table:"coefficient,24"`
	Decimal     float64 `json:"decimal" table:"decimal,18" decimals:"6"`
}

type expandedRow struct {
	Ruleset    string    `json:"ruleset"`
	N          int       `json:"n" table:"n,3"`
	Terms      int       `json:"terms" table:"terms"`
	Proportion *float64  `json:"proportion" table:"proportion" decimals:"9"`
	Error      statistic `json:"error" table:"error,7"`
}
