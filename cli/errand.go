package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
)

// An errand is what solve does with one game that is the only one of its input.
type errand func(ctx context.Context, game enum.Game, stdout, stderr io.Writer) error

// errand returns what the flags ask for, or nil if that is for any number of
// games.
func (f *solveFlags) errand(cmd *cobra.Command) (errand, error) {
	if f.relaxed && !f.dimacs {
		return nil, verb.Usagef("--relaxed goes with --dimacs")
	}
	if f.dimacs && cmd.Flags().Changed("format") {
		return nil, verb.Usagef("--dimacs is a format of its own; leave out --format")
	}
	in := cmd.Flags().Arg(0)
	if fromStdin := in == "" || in == "-"; fromStdin && (f.model == "-" || f.points == "-") {
		return nil, verb.Usagef("the game is read from standard input; give the name of another file")
	}
	switch {
	case f.dimacs:
		return f.writeFormula, nil
	case f.model != "":
		return f.checkModel(cmd.InOrStdin()), nil
	case f.points != "":
		return f.checkPoints(cmd.InOrStdin()), nil
	}
	return nil, nil
}

// writeFormula prints the formula of a game.
func (f *solveFlags) writeFormula(_ context.Context, game enum.Game, stdout, _ io.Writer) error {
	return f.game.WriteFormula(game, stdout, f.relaxed)
}

// checkModel prints what a SAT solver's answer says of a game.
func (f *solveFlags) checkModel(stdin io.Reader) errand {
	return func(ctx context.Context, game enum.Game, stdout, _ io.Writer) error {
		in, name, err := f.model.Open(stdin)
		if err != nil {
			return err
		}
		defer in.Close()
		solution, err := f.game.ReadModel(ctx, game, in)
		if errors.As(err, new(enum.Refutation)) {
			return fmt.Errorf("%s: %w: %w", name, verb.ErrCheck, err)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return solution.WriteFormat(stdout, f.format)
	}
}

// checkPoints prints whether players placed in space solve a game.
func (f *solveFlags) checkPoints(stdin io.Reader) errand {
	return func(ctx context.Context, game enum.Game, stdout, stderr io.Writer) error {
		in, name, err := f.points.Open(stdin)
		if err != nil {
			return err
		}
		defer in.Close()
		placement, err := f.game.Place(ctx, game, in)
		if err != nil {
			return verb.Reported(err, name, stderr)
		}
		if err := printPlacement(stdout, f.format, placement); err != nil {
			return err
		}
		if len(placement.Violations) > 0 {
			return fmt.Errorf("%s: %w: the places do not solve the game", name, verb.ErrCheck)
		}
		return nil
	}
}

// printPlacement prints the order of players who solve a game, on one line, or a
// line for each of the others.
func printPlacement(out io.Writer, format string, p enum.Placement) error {
	if format == "json" {
		return json.NewEncoder(out).Encode(struct {
			Solved     bool     `json:"solved"`
			Dimensions int      `json:"dimensions"`
			Direction  []string `json:"direction,omitempty"`
			Order      []string `json:"order,omitempty"`
			Violations []string `json:"faults,omitempty"`
		}{len(p.Violations) == 0, p.Dimensions, p.Direction, p.Order, p.Violations})
	}
	if len(p.Violations) > 0 {
		_, err := fmt.Fprintln(out, strings.Join(p.Violations, "\n"))
		return err
	}
	dimensions := "dimensions"
	if p.Dimensions == 1 {
		dimensions = "dimension"
	}
	_, err := fmt.Fprintf(out, "solved in %d %s  order along (%s): %s\n",
		p.Dimensions, dimensions, strings.Join(p.Direction, ", "), strings.Join(enum.Words(p.Order), " "))
	return err
}

// checkClaims prints of each answer in the file of --check whether it is right, and why.
// If one is not, or cannot be read, the command fails after the others are done.
func (f *solveFlags) checkClaims(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return verb.Usagef("--check reads answers, and no games: leave out %s", args[0])
	}
	in, name, err := f.check.Open(cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	ctx := cmd.Context()
	out := bufio.NewWriter(cmd.OutOrStdout())
	all, unread, wrong := 0, 0, 0
	var unknown verb.Unknowns
	for claim, err := range verb.Until(ctx, f.game.ReadClaims(in)) {
		all++
		if err != nil {
			unread++
			verb.Report(err, name, cmd.ErrOrStderr())
			continue
		}
		bounded, stop := verb.BoundsOf(ctx).Game(ctx)
		why, holds, err := claim(bounded)
		err = verb.Ended(bounded, err)
		stop()
		switch {
		case ctx.Err() == nil && unknown.Add(err):
			verb.Report(fmt.Errorf("answer %d: %w", all, err), name, cmd.ErrOrStderr())
			continue
		case err != nil:
			return err
		}
		if !holds {
			wrong++
		}
		if err := why.WriteFormat(out, f.format); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case all == 0:
		return fmt.Errorf("%s: there is no answer in it", name)
	case wrong > 0:
		return fmt.Errorf("%s: %w: %d of %d answers are wrong", name, verb.ErrCheck, wrong, all)
	case unread == 1 && all == 1:
		return verb.ErrReported
	case unread > 0:
		return verb.SomeFailedf("%s: %d of %d answers could not be read", name, unread, all)
	}
	return unknown.Err(name, all)
}
