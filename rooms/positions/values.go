//go:build !js

package positions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/values"
	"enumerate/internal/file"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/solver/partizan"
)

func newValues(p *verb.Program) *cobra.Command {
	var game verb.Game
	var s verb.Sizes
	var format verb.Format

	cmd := &cobra.Command{
		Use:   "values --game RULESET --n N | VALUE...",
		Short: "List the values of all positions, or evaluate a value",
		Long: `With --n, values finds the combinatorial value of every position of a size. The value is a nimber if both
players have the same moves (*2 is the Grundy value 2), and otherwise a canonical form. Each line has a value, the
verdict that follows from the value, the number of labelled games and of classes with this value, and the first of these
games. Values then checks that the lines sum to the numbers of all games and classes, and that the lines of each verdict
sum to the total that enumerate --n finds for this verdict. If a sum differs, the exit code is 3.

If there are arguments, values evaluates each argument as a partizan game, and prints its canonical form, outcome and
stops. An argument is a number (3, -1/2, 0.75), a nimber (*, *2), an up or down (^, v, ^3), a switch (+-1, ±(1,{2|0})),
tiny 2, Miny(2), a game ({1|-1}, {{2|1}|0}), or a sum of these.

A bar separates the options of Left and Right. Of several bars, the one with the most strokes divides first: {2||1|0} is
{2|{1|0}}. The name of a ruleset and a position stand for the value of this position: 'nim 3 4 + col oBo' is the sum of
a position of nim and a position of col.

The argument - reads a value from each line of standard input. Write -- before a first value that begins with a minus
sign. To compare two values, evaluate their difference. docs/guide/theorists.md has examples.`,
		Example: `  enumerate values --game antonim --n 6
  enumerate values '{1|1} + *' '{2|-1}'
  enumerate values 'nim 3 4 + antonim 1,2,5' 'col oBo - col o(o,B) + *'`,
		RunE: func(cmd *cobra.Command, written []string) error {
			if len(written) > 0 {
				if cmd.Flags().Changed("game") || s != (verb.Sizes{}) {
					return verb.Usagef("values takes either --game and --n, or values as arguments; not both")
				}
				return evaluate(cmd, p.Rulesets, written, rows.NewPrinter(cmd.OutOrStdout(), format.Value))
			}

			switch {
			case !cmd.Flags().Changed("game") && s == (verb.Sizes{}):
				return verb.Usagef("values takes --game and --n, such as --game antonim --n 6, or values as arguments, such as '{2|-1}'")
			case !cmd.Flags().Changed("game"):
				return verb.Usagef("--n needs --game, a ruleset whose positions have values, such as --game antonim")
			case game.Values == nil:
				return verb.Usagef("the positions of %s have no values: use --game antonim, for example", game.Name)
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
	cmd.Flags().Lookup("game").DefValue = "" // the positions of the default ruleset have no values
	verb.AddSizes(cmd, &s)
	verb.AddFormat(cmd, &format, verb.Formats...)
	return cmd
}

// proveValues returns how many positions of a size have each value of combinatorial game theory. It first checks that
// these numbers give the same totals as a walk, which visits all positions and counts who wins.
func proveValues(ctx context.Context, r *enum.Ruleset, s verb.Sized) ([]playing.ValueCount, error) {
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

type valueRow struct {
	Ruleset string      `json:"ruleset"`
	N       int         `json:"n" table:"n,3"`
	Value   string      `json:"value" table:"value,-8"`
	Verdict string      `json:"verdict" table:"verdict,-1"`
	Games   rows.Number `json:"games" table:"games,12"`
	Classes rows.Number `json:"classes" table:"classes,9"`
	First   string      `json:"first" table:"first,-1"`
}

type writtenRow struct {
	Text    string `json:"written" table:"written,-12"`
	Value   string `json:"value" table:"value,-8"`
	Verdict string `json:"verdict" table:"verdict,-1"`
	Left    string `json:"left" table:"left stop,9"`
	Right   string `json:"right" table:"right stop,10"`
}

// replacePositions replaces each position in a sum of values and positions, such as "col oBo + *2", by its value. A
// position follows the name of a ruleset, and ends before the next + or - between blanks, or with the sum.
func replacePositions(cmd *cobra.Command, rulesets verb.Rulesets, written string) (string, error) {
	words := strings.Fields(written)
	for i, word := range words {
		name, _, _ := strings.Cut(word, ":") // without the parameters of the ruleset
		if !slices.Contains(rulesets.Names(), name) {
			continue
		}

		r, err := enum.Find(rulesets, word)
		switch {
		case err != nil:
			return "", verb.Usage(err)
		case r.Position == nil:
			return "", verb.Usagef("%s is not played in turns: use a ruleset with turns, such as nim", r.Name)
		}

		end := len(words)
		if sign := slices.IndexFunc(words[i:], func(w string) bool { return w == "+" || w == "-" }); sign >= 0 {
			end = i + sign
		}

		position := strings.Join(words[i+1:end], " ")
		game, err := verb.OnlyGame(cmd.Context(), r.Read(strings.NewReader(position)), strings.Join(words[i:end], " "), cmd.ErrOrStderr())
		if err != nil {
			return "", err
		}

		begin, err := Begin(r, game)
		if err != nil {
			return "", err
		}

		value, err := begin.Value(cmd.Context())
		switch {
		case err != nil:
			return "", err
		case value == "":
			return "", fmt.Errorf("the value of %s %s cannot be computed: use a smaller position, or a ruleset whose positions have values", word, position)
		}

		rest, err := replacePositions(cmd, rulesets, strings.Join(words[end:], " "))
		return strings.TrimSpace(strings.Join(words[:i], " ") + " (" + value + ") " + rest), err
	}
	return written, nil
}

// evaluate prints a row for each sum: the arguments and, for the argument -, the lines of standard input.
func evaluate(cmd *cobra.Command, rulesets verb.Rulesets, written []string, out *rows.Printer) error {
	for _, w := range written {
		if w == "-" {
			if err := evaluateLines(cmd, rulesets, out); err != nil {
				return err
			}
			continue
		}
		if strings.TrimSpace(w) == "" {
			return verb.Usagef("an empty argument is not a value: write a value, such as '{2|-1}'")
		}
		row, err := evaluateOne(cmd, rulesets, w)
		if _, fault := errors.AsType[notation](err); fault && isFile(w) {
			return verb.Usagef("%s is a file, not a value: enumerate values - < %[1]s evaluates each of its lines", w)
		}
		if err != nil {
			return err
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}
	return nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// mostLine is the most bytes of a line with a value.
const mostLine = 1 << 20

// evaluateLines evaluates each nonempty line of standard input. It reports lines without a value, and continues.
func evaluateLines(cmd *cobra.Command, rulesets verb.Rulesets, out *rows.Printer) error {
	const name = "standard input"
	lines := text.NewScanner(cmd.InOrStdin())
	read, failed := 0, 0
	for {
		line, err := lines.Line(mostLine)
		if err == io.EOF {
			break
		}
		if lines.Err() != nil {
			return fmt.Errorf("%s: %w", name, file.Bare(lines.Err()))
		}

		line, _, _ = line.Cut("#")
		w := line.Trim()
		if err == nil && w.Text == "" {
			continue
		}

		read++
		var row writtenRow
		if err == nil {
			row, err = evaluateOne(cmd, rulesets, w.Text)
		}

		if ctx := cmd.Context(); ctx.Err() != nil {
			return err
		}
		if err != nil {
			failed++
			if _, placed := err.(text.Error); !placed {
				err = fmt.Errorf("line %d: %w", line.Line, err)
			}
			verb.Report(err, name, cmd.ErrOrStderr())
			continue
		}
		if err := out.Print(row); err != nil {
			return err
		}
	}

	switch {
	case read == 0:
		return fmt.Errorf("%s: no value found: write a value on each line, such as 1/2", name)
	case failed > 0:
		return verb.SomeFailedf("%s: %d of %d values could not be evaluated", name, failed, read)
	}
	return nil
}

// A notation is the error of a text that is not a sum of values and positions. It has a separate type so that the
// caller can tell it from other errors, and then check whether the text is the name of a file.
type notation struct{ error }

func (n notation) Unwrap() error { return n.error }

// evaluateOne evaluates a sum such as "1/2 + *2". It returns the row to print: the value, who wins, and the Left and
// Right stops (the numbers to which the game comes if Left or Right begins). A text that is no such sum is an error of
// the type notation.
func evaluateOne(cmd *cobra.Command, rulesets verb.Rulesets, written string) (writtenRow, error) {
	ctx := cmd.Context()
	row := writtenRow{Text: written}
	sum, err := replacePositions(cmd, rulesets, written) // each position by its value
	if err != nil {
		return row, err
	}

	arena := partizan.NewArena()
	v, err := arena.Parse(ctx, sum)
	if fault, ok := err.(text.Error); ok {
		return row, notation{verb.Usagef("%.60s: column %d: %s", sum, fault.Column, fault.Message)}
	}
	if err != nil {
		return row, err
	}

	err = arena.Do(ctx, func() {
		left, right := arena.Stops(v)
		row.Value, row.Verdict = arena.String(v), arena.Outcome(v).String()
		row.Left, row.Right = arena.String(left), arena.String(right)
	})
	return row, err
}
