package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/enum"
	"enumerate/games"
)

func newSolve() *cobra.Command {
	var game string
	var format oneOf
	cmd := &cobra.Command{
		Use:   "solve [FILE|-]",
		Short: "Solve games read from a file or standard input",
		Long: `Solve reads games and prints the verdict of each, and what proves it, in the
players' own names: for Ninja Assassin Wonderwall an order of the players that
solves the game, or a core, players whose choices contradict each other: as few as
can be in games of up to 16 players, and none to spare in larger ones.

The answer is exact for any number of players, and quick up to some 50 of them.

A game is a relationship table, a row for each player (the player, its wonderwall,
its ninja), with a blank line between games; or a code, all choices on one line;
or a JSON object of the players' choices.`,
		Example: `  enumerate solve game.txt
  echo BC DF BA BE DF DB | enumerate solve
  echo BC DA BA BA | enumerate solve --format json -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("solve reads one file, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ruleset, err := games.Named(game)
			if err != nil {
				return usageError{err}
			}
			reader, ok := ruleset.(enum.Reader)
			if !ok {
				return usagef("%s solves no single games", game)
			}
			in, name := cmd.InOrStdin(), "standard input"
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in, name = file, args[0]
			}
			ctx, stop := interruptible()
			defer stop()
			return solve(ctx, in, name, reader, cmd.OutOrStdout(), cmd.ErrOrStderr(), format.value)
		},
	}
	addGame(cmd, &game)
	addFormat(cmd, &format, "table", "json")
	return cmd
}

// solve solves all games of the input. Those that cannot be read are reported,
// and make the command fail after the others are solved.
func solve(ctx context.Context, in io.Reader, name string, reader enum.Reader, stdout, stderr io.Writer, format string) error {
	out := bufio.NewWriter(stdout)
	solved, failed := 0, 0
	for game, err := range reader.Read(in) {
		if err != nil {
			failed++
			for _, fault := range strings.Split(err.Error(), "\n") {
				fmt.Fprintf(stderr, "enumerate: %s: %s\n", name, fault)
			}
			continue
		}
		solution, err := game.Solve(ctx, enum.How{})
		if err != nil {
			return orInterrupted(err)
		}
		solved++
		if err := printSolution(out, format, solution); err != nil {
			return err
		}
		// Somebody may be typing games, and waiting for each verdict.
		if err := out.Flush(); err != nil {
			return err
		}
	}
	switch {
	case failed > 0:
		return fmt.Errorf("%s: %d of %d games could not be read", name, failed, failed+solved)
	case solved == 0:
		return fmt.Errorf("%s: there is no game in it", name)
	}
	return nil
}

func printSolution(out io.Writer, format string, s enum.Solution) error {
	if format == "json" {
		names, err := json.Marshal(s.Names)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "{\"verdict\":%q,%q:%s}\n", s.Verdict, s.Certificate, names)
		return err
	}
	_, err := fmt.Fprintf(out, "%s  %s: %s\n", s.Verdict, s.Certificate, strings.Join(s.Names, " "))
	return err
}
