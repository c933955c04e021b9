package cli

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"enumerate/enum"
)

// checkClaims prints of each answer in the file of --check whether it is right, and why.
// If one is not, or cannot be read, the command fails after the others are done.
func (f *solveFlags) checkClaims(cmd *cobra.Command, args []string, ruleset enum.Ruleset) error {
	checker, ok := ruleset.(enum.Checker)
	if !ok {
		return usagef("%s has no answers that could be checked", f.game)
	}
	if len(args) > 0 {
		return usagef("--check reads answers, and no games: leave out %s", args[0])
	}
	in, name, err := f.check.open(cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	ctx, stop := interruptible()
	defer stop()
	out := bufio.NewWriter(cmd.OutOrStdout())
	all, unread, wrong := 0, 0, 0
	for claim, err := range until(ctx, checker.ReadClaims(in)) {
		all++
		if err != nil {
			unread++
			report(err, name, cmd.ErrOrStderr())
			continue
		}
		why, holds, err := claim.Check(ctx)
		if err != nil {
			return orInterrupted(err)
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
		return errInterrupted
	case all == 0:
		return fmt.Errorf("%s: there is no answer in it", name)
	case wrong > 0:
		return fmt.Errorf("%s: %w: %d of %d answers are wrong", name, errCheck, wrong, all)
	case unread > 0:
		return fmt.Errorf("%s: %d of %d answers could not be read", name, unread, all)
	}
	return nil
}
