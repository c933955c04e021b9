package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"enumerate/enum"
)

// An errand is what solve does with one game that is the only one of its input.
// It has nothing to put in order at the end: Ctrl-C is the system's.
type errand func(game enum.Game, stdout, stderr io.Writer) error

// errand returns what the flags ask for, or nil if that is for any number of
// games.
func (f *solveFlags) errand(cmd *cobra.Command) (errand, error) {
	if f.relaxed && !f.dimacs {
		return nil, usagef("--relaxed goes with --dimacs")
	}
	if f.dimacs && cmd.Flags().Changed("format") {
		return nil, usagef("--dimacs is a format of its own; leave out --format")
	}
	in := cmd.Flags().Arg(0)
	if fromStdin := in == "" || in == "-"; fromStdin && (f.model == "-" || f.points == "-") {
		return nil, usagef("the game is read from standard input; give the name of another file")
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
func (f *solveFlags) writeFormula(game enum.Game, stdout, _ io.Writer) error {
	formula, ok := game.(enum.Formula)
	if !ok {
		return usagef("%s writes no formulas", f.game)
	}
	return formula.WriteDIMACS(stdout, f.relaxed)
}

// checkModel prints what a SAT solver's answer says of a game.
func (f *solveFlags) checkModel(stdin io.Reader) errand {
	return func(game enum.Game, stdout, _ io.Writer) error {
		formula, ok := game.(enum.Formula)
		if !ok {
			return usagef("%s writes no formulas", f.game)
		}
		in, name, err := f.model.open(stdin)
		if err != nil {
			return err
		}
		defer in.Close()
		solution, err := formula.ReadModel(context.Background(), in)
		if errors.As(err, new(enum.Refutation)) {
			return fmt.Errorf("%s: %w: %w", name, errCheck, err)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return solution.WriteFormat(stdout, f.format)
	}
}
