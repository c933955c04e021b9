// Package pictures draws games: the verb draw.
package pictures

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// drawFlags are the flags of draw.
type drawFlags struct {
	game   verb.Game
	format verb.Format
	points verb.FileName
	steps  bool
}

// Verbs returns draw.
func Verbs() []verb.Verb { return []verb.Verb{newDraw} }

func newDraw(p *verb.Program) *cobra.Command {
	var f drawFlags
	cmd := &cobra.Command{
		Use:   "draw [FILE|-|GAME...]",
		Short: "Draw a game with its solution, or another answer",
		Long: `Draw takes one game, as solve does, from a file, standard input or its arguments, and
draws it as SVG, for browsers and word processors, or as PNG. If the game is a graph it can also be
drawn in the DOT language, for Graphviz. Without --format the ending of --output decides.

The picture of a game of Ninja Assassin Wonderwall shows who chose whom, as arrows
and as a table. Below that it shows a solution: the players on a line, and for each
player that its wonderwall stands between it and its ninja. Or it shows a core and, if
that takes no more than 40 lines, why no order of the players can satisfy it. Names
wider than some 20 letters are shortened. Games of up to 200 players are drawn.

--points draws players where a file says that they stand, up to 60 of them, as solve
--points reads it, and their projection onto a line. --steps draws what is known of the
order after each assumption of the algorithm "implied", for up to 16 players.

In the other games the title says who wins, and the picture by which move. Nimbers: the
DAG with all Grundy values, and the chip to push. Jump: the winner's path, and the jump
to make first, or the tiles within reach. Col: the value, and the best move of each side.
Nim and its like: the heap to take from, and how many sticks. For spies it draws a valid
board of the given size, or the given board with every line that makes it invalid.`,
		Example: `  enumerate draw data/examples/four.txt -o four.svg
  echo BC DA BA BA | enumerate draw - > core.svg
  enumerate draw data/examples/four.txt --format dot
  enumerate draw "BC DF BA BE DF DB" --points data/examples/places.txt --output places.svg
  enumerate draw "BC CD BA BA" --steps --output steps.png
  enumerate draw --game nim 3,5,7 --output nim.svg`,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return f.check(cmd) },
		RunE: func(cmd *cobra.Command, args []string) error {
			in, name, err := verb.OpenGames(cmd, args, f.game.Ruleset)
			if err != nil {
				return err
			}
			defer in.Close()
			found, err := verb.Only(cmd.Context(), f.game.Read(in), name, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			var picture bytes.Buffer
			if err := f.draw(cmd, found, name, &picture); err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(picture.Bytes())
			return err
		},
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddFormat(cmd, &f.format, "svg", "png", "dot")
	cmd.Flags().Var(&f.points, "points", "draw the players where this file says they stand, - for standard input")
	cmd.Flags().BoolVar(&f.steps, "steps", false, "draw what is known after each assumption")
	return cmd
}

// check finds out the format, and refuses what does not go together.
func (f *drawFlags) check(cmd *cobra.Command) error {
	output := cmd.Flag("output").Value.String()
	if !cmd.Flags().Changed("format") && output != "" && output != "-" {
		switch strings.ToLower(filepath.Ext(output)) {
		case ".svg", "":
		case ".png":
			f.format.Value = "png"
		case ".dot", ".gv":
			f.format.Value = "dot"
		default:
			return verb.Usagef("--output %s: say with --format what it is to be, or let it end in .svg, .png, .dot or .gv", output)
		}
	}
	input := cmd.Flags().Arg(0)
	switch {
	case f.game.Draw == nil:
		return verb.Usagef("%s draws no games", f.game.Name)
	case f.points != "" && f.steps:
		return verb.Usagef("--points and --steps do not go together; leave out one")
	case f.points != "" && f.game.DrawPlaces == nil:
		return verb.Usagef("the players of %s have no places", f.game.Name)
	case f.steps && f.game.DrawSteps == nil:
		return verb.Usagef("games of %s are not solved by assumptions", f.game.Name)
	case f.points == "-" && (input == "" || input == "-"):
		return verb.Usagef("the game is read from standard input; give the name of another file")
	case (f.points != "" || f.steps) && f.format.Value == "dot":
		return verb.Usagef("this picture is drawn as svg or png, not as dot")
	case f.format.Value == "png" && rows.ScreenWidth(cmd.OutOrStdout()) > 0:
		return verb.Usagef("a PNG is not for a terminal; say with --output which file it is to be")
	case !slices.Contains(f.game.Pictures, f.format.Value):
		return verb.Usagef("it is not drawn as %s, but as %s", f.format.Value, strings.Join(f.game.Pictures, " or "))
	}
	return nil
}

// draw draws the game of an input with that name.
func (f *drawFlags) draw(cmd *cobra.Command, found enum.Game, name string, w io.Writer) (err error) {
	if f.points != "" {
		places, placesName, err := f.points.Open(cmd.InOrStdin())
		if err != nil {
			return err
		}
		defer places.Close()
		err = f.game.DrawPlaces(cmd.Context(), found, places, w, f.format.Value)
		if errors.As(err, new(text.Error)) {
			return verb.Reported(err, placesName, cmd.ErrOrStderr())
		}
		return verb.Named(name, err)
	}
	ctx := cmd.Context()
	if f.steps {
		err = f.game.DrawSteps(ctx, found, w, f.format.Value)
	} else {
		err = f.game.Draw(ctx, found, w, f.format.Value)
	}
	return verb.Named(name, err)
}
