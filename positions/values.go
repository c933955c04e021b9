package positions

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/values"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/solver/partizan"
)

func newValues(p *verb.Program) *cobra.Command {
	var game verb.Game
	var s verb.Sizes
	var format verb.Format
	cmd := &cobra.Command{
		Use:   "values --game NAME --n N | VALUE...",
		Short: "List the values that occur; or evaluate one that is written down",
		Long: `Values finds the combinatorial value of every position of a size: the Grundy value,
where both players have the same moves, otherwise the canonical form. It prints each
value that occurs: the verdict that follows from it, how many labelled games and
classes have it, and the first of these games.

The numbers are proved before they are printed: they sum to all games and classes there
are, and for each verdict to what a walk finds. If they do not, the exit code is 3.

values VALUE evaluates a partizan game that is written down: its canonical form, its
outcome and its stops. A value is a number, 3 or -1/2, a
nimber, * or *2, an up or down, ^ or v or ^3, a switch, +-1, a game, {1|-1} or {{2|1}|0},
or a sum of such with signs between them. Two are compared by the outcome of their
difference: '^ - *' is N, so they are confused; L says >, R says <, P that they are
equal. Put -- before a value that begins with a minus sign.`,
		Example: `  enumerate values --game antonim --n 6
  enumerate values --game nimbers --n 2..5
  enumerate values --game col:colours=leaves --n 4 --format csv
  enumerate values '{1|1} + *' '{2|-1}'
  enumerate values '^ - *' '^2 - *'`,
		RunE: func(cmd *cobra.Command, written []string) error {
			if len(written) > 0 {
				if cmd.Flags().Changed("game") || s != (verb.Sizes{}) {
					return verb.Usagef("values takes --game and --n, or values that are written down; not both")
				}
				return evaluate(cmd.Context(), written, rows.NewPrinter(cmd.OutOrStdout(), format.Value))
			}
			if !cmd.Flags().Changed("game") && s == (verb.Sizes{}) {
				return verb.Usagef("values takes --game and --n, such as --game antonim --n 6, or values that are written down, such as '{2|-1}'")
			}
			if game.Values == nil {
				return verb.Usagef("the positions of %s have no values beyond their verdicts", game.Name)
			}
			spaces, err := s.Walked(game.Ruleset)
			if err != nil {
				return err
			}
			out := rows.NewPrinter(cmd.OutOrStdout(), format.Value)
			for _, s := range spaces {
				counts, err := proveValues(cmd.Context(), game.Ruleset, s)
				if err != nil {
					return err
				}
				for _, c := range counts {
					if err := out.Print(valueRow{game.Name, s.N, c.Value, c.Verdict, rows.Exact(c.Games), rows.Exact(c.Classes), c.First}); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	verb.AddGame(cmd, &game, p)
	verb.AddSizes(cmd, &s)
	verb.AddFormat(cmd, &format, verb.Formats...)
	return cmd
}

// proveValues returns the values of a size, proved by its walk.
func proveValues(ctx context.Context, r *enum.Ruleset, s verb.Sized) ([]enum.ValueCount, error) {
	counts, err := r.Values(ctx, s.N)
	if err != nil {
		return nil, err
	}
	walked, err := enum.Count(ctx, s.Space, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	if err := values.Prove(s.Space, walked, counts); err != nil {
		return nil, fmt.Errorf("%w: %s, n=%d: %w", verb.ErrCheck, r.Name, s.N, err)
	}
	return counts, nil
}

// A valueRow is what is printed of a value.
type valueRow struct {
	Ruleset string      `json:"ruleset"`
	N       int         `json:"n" table:"n,3"`
	Value   string      `json:"value" table:"value,-8"`
	Verdict string      `json:"verdict" table:"verdict,-1"`
	Games   rows.Number `json:"games" table:"games,12"`
	Classes rows.Number `json:"classes" table:"classes,9"`
	First   string      `json:"first" table:"first,-1"`
}

// A writtenRow is what is printed of a value that is written down.
type writtenRow struct {
	Written string `json:"written" table:"written,-12"`
	Value   string `json:"value" table:"value,-8"`
	Verdict string `json:"verdict" table:"verdict,-1"`
	Left    string `json:"left" table:"left stop,9"`
	Right   string `json:"right" table:"right stop,10"`
}

// evaluate prints values that are written down, each in a row.
func evaluate(ctx context.Context, written []string, out *rows.Printer) error {
	for _, w := range written {
		arena := partizan.NewArena()
		v, err := arena.Parse(ctx, w)
		if fault, ok := err.(text.Error); ok {
			return verb.Usagef("%.60s: column %d: %s", w, fault.Column, fault.Message)
		}
		if err != nil {
			return err
		}
		row := writtenRow{Written: w}
		err = arena.Do(ctx, func() {
			left, right := arena.Stops(v)
			row.Value, row.Verdict = arena.String(v), arena.Outcome(v).String()
			row.Left, row.Right = arena.String(left), arena.String(right)
		})
		if err != nil {
			return err
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}
	return nil
}
