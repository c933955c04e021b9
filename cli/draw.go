package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/internal/file"
)

func newDraw(all rulesets) *cobra.Command {
	var game game
	var format oneOf
	var output fileName
	cmd := &cobra.Command{
		Use:   "draw [FILE|-]",
		Short: "Draw a game with its solution, or another answer",
		Long: `Draw reads one game, as solve does, from a file or standard input, and draws it as
SVG, for browsers and word processors, or as PNG. If the game is a graph it can also be
drawn in the DOT language, for Graphviz. Without --format the ending of --output decides.

The picture of a game of Ninja Assassin Wonderwall shows who chose whom, as arrows
and as a table. Below that it shows a solution: the players on a line, and for each
player that its wonderwall stands between it and its ninja. Or it shows a core and, if
that takes no more than 40 lines, why no order of the players can satisfy it. Names
wider than some 20 letters are shortened. Games of up to 200 players are drawn.

A DAG is drawn with the nimbers of its vertices. A board of the jump game is drawn with
the winner's path or the tiles within reach. For spies it draws a valid board of the
given size, or the given board with the queens that make it invalid.`,
		Example: `  enumerate draw game.txt --output game.svg
  echo BC DA BA BA | enumerate draw - > core.svg
  enumerate draw game.txt --format dot`,
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case game.Draw == nil:
				return usagef("%s draws no games", game.Name)
			case !slices.Contains(game.Pictures, format.value):
				return usagef("it is not drawn as %s, but as %s", format.value, strings.Join(game.Pictures, " or "))
			}
			in, name, err := openInput(cmd, args)
			if err != nil {
				return err
			}
			defer in.Close()
			found, err := only(game.Read(in), name, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			ctx, stop := interruptible()
			defer stop()
			var picture bytes.Buffer
			if err := game.Draw(ctx, found, &picture, format.value); err != nil {
				if err := orInterrupted(err); err == errInterrupted {
					return err
				}
				return fmt.Errorf("%s: %w", name, err)
			}
			if output != "" && output != "-" {
				return file.Replace(string(output), picture.Bytes())
			}
			_, err = cmd.OutOrStdout().Write(picture.Bytes())
			return err
		},
	}
	addGame(cmd, &game, all)
	addFormat(cmd, &format, "svg", "png", "dot")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("format") || output == "" || output == "-" {
			return nil
		}
		switch filepath.Ext(string(output)) {
		case ".svg", "":
		case ".png":
			format.value = "png"
		case ".dot", ".gv":
			format.value = "dot"
		default:
			return usagef("--output %s: say with --format what it is to be, or let it end in .svg, .png, .dot or .gv", output)
		}
		return nil
	}
	cmd.Flags().Var(&output, "output", "write the picture to this file, whole or not at all (default standard output)")
	return cmd
}
